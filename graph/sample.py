"""A small book to look around in: a printer's friends, one project, two letters, something unconfirmed, one clash."""

from __future__ import annotations

import datetime as dt

from graph.curation import facts, undo
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.recorder import Actor
from graph.documents import ingest, removing
from graph.models import Change, Document, Fact, User

RUN = "sample"

ME = Name("I")
MIRA, JONAS, LENA, TOMEK = (Name(text, "person") for text in ("Mira Okafor", "Jonas Lind", "Lena", "Tomek Wierzba"))
TIDEWATER, FOUNDRY = Name("Tidewater Press", "organisation"), Name("Foundry Lane Studio", "organisation")
ATLAS, TIDES = Name("Harbour Atlas", "project"), Name("Tide Tables", "work")

RELATIONS: list[tuple[Name, str, Name]] = [
    (ME, "sister", LENA),
    (LENA, "lives_in", Name("Gdynia", "place")),
    (ME, "friend", TOMEK),
    (ME, "works_on", ATLAS),
    (MIRA, "works_at", FOUNDRY),
    (TIDEWATER, "printed", TIDES),
    (JONAS, "wrote", TIDES),
    (TIDEWATER, "located_in", Name("Rotterdam", "place")),
    (ATLAS, "printed_on", Name("Munken Pure, 120 g", "material")),
    (TOMEK, "lives_in", Name("Gdańsk", "place")),
    (TOMEK, "plays", Name("the cello", "instrument")),
    (ATLAS, "related_to", TIDES),
]
VALUES: list[tuple[Name, str, str]] = [
    (ME, "prefers", "tea after noon"),
    (ME, "takes_the_ferry_on", "Thursdays"),
    (ATLAS, "run", "400 copies"),
    (ATLAS, "bound_by", "March"),
    (MIRA, "works_as", "letterpress printer"),
    (MIRA, "hears_badly_on", "her left side"),
    (TOMEK, "born_on", "1987-03-03"),
    (LENA, "birthday", "14 June"),
]
UNCONFIRMED: list[tuple[Name, str, Name, str]] = [
    (MIRA, "works_at", TIDEWATER, "She has left Foundry Lane and is at Tidewater Press now."),
    (JONAS, "allergic_to", Name("walnuts", "food"), "Jonas, as ever, asked whether there were walnuts in it."),
    (TOMEK, "knows", Name("a printer in Gdynia", "person"), "Tomek says he knows a printer in Gdynia."),
]
LETTERS = """# Letters, spring

Dear Ines,

Jonas's Tide Tables came off the press at Tidewater this morning, and the paper is lovely. It is the same uncoated
stock that you chose for the [atlas](harbour-atlas.md).

Mira asks after you. She has left Foundry Lane and is at Tidewater Press now. She gave up coffee in the spring, so meet
her at the tea house on Rua da Rosa, and take the chair on her right.

Jonas, as ever, asked whether there were walnuts in it.
"""
ATLAS_NOTES = """# Harbour Atlas

## Print run

We settled on 400 copies, bound by March. Tidewater Press quoted for uncoated stock, 120 g.

## To decide

- Fold-out maps: three or five?
- Tomek says he knows a printer in Gdynia. See [[Letters, spring]].
"""


def is_loaded(user: User) -> bool:
    """Whether the sample stands in the user's book."""
    return Change.objects.for_user(user).filter(run=RUN, verb="state", undone_by=None).exists()


def load(user: User, now: dt.datetime) -> None:
    """Put the sample in; a second time changes nothing."""
    if is_loaded(user):
        return
    by = Actor.person(user)
    known = [Draft(subject, predicate, object=other) for subject, predicate, other in RELATIONS]
    known += [Draft(subject, predicate, value=value) for subject, predicate, value in VALUES]
    facts.state_many(user=user, drafts=known, by=by, now=now, run=RUN)
    letters, _ = ingest.receive(user=user, text=LETTERS, source="letters.md", options={"learn": False}, now=now)
    ingest.receive(user=user, text=ATLAS_NOTES, source="harbour-atlas.md", options={"learn": False}, now=now)
    doubtful = [
        Draft(
            subject,
            predicate,
            object=other,
            status=Fact.Status.STAGED,
            source=Fact.Source.FILE,
            confidence=0.8,
            evidence=(Quote(quote, letters.pk),),
        )
        for subject, predicate, other, quote in UNCONFIRMED
    ]
    learner = Actor(Change.Actor.EXTRACTOR, user)
    facts.state_many(user=user, drafts=doubtful, by=learner, now=now, run=RUN)


def remove(user: User, now: dt.datetime) -> None:
    """Take the sample out again, with nothing of the user's own. Raises LaterChanges if something stands on it."""
    by = Actor.person(user)
    changes = Change.objects.for_user(user).filter(run=RUN, verb="state", undone_by=None)
    documents = Document.objects.for_user(user).filter(source__in=["letters.md", "harbour-atlas.md"])
    texts = {LETTERS, ATLAS_NOTES}
    undo.undo_together(user=user, changes=changes, by=by, now=now)
    for document in documents:
        if document.text in texts:
            removing.delete(user=user, document=document, by=by, now=now)
