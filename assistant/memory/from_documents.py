"""Learning from what is brought in to be read: a document, a note, a chat of several people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import replace

from assistant import params
from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.text import first_names, topics
from assistant.extraction.text.items import items
from assistant.extraction.text.language import is_english
from assistant.extraction.words.vocabulary import CONCEPT
from assistant.memory import in_chats, matching
from assistant.memory.learning import known_roles
from graph.curation import facts, promotion, said
from graph.curation.candidates import Candidate
from graph.curation.recorder import Actor
from graph.documents import properties, stages
from graph.documents.formats import inline_fields, messenger
from graph.flowing import flowing
from graph.models import Change, Chunk, Document, Fact
from graph.paced import paced

STEPS = 4  # headings above a passage among which somebody's name is looked for


def from_document(document: Document, now: dt.datetime, beat: Callable[[], None]) -> None:
    """Stage what a document plainly states of named things. Its "I" is nobody we know, so it is passed over; that of a
    chat is who says it.

    What stands below somebody's name, as a heading or the title, tells of them in half sentences too.

    Two megabytes take minutes; `beat` keeps the job's lease meanwhile.
    """
    stated: list[tuple[Candidate, int]] = []  # with the place in the document where its words end
    told: list[Candidate] = []  # what is said of the writer's own people too, for whom a name may stand
    heading, said_at = f"{document.title}\n\n", said.of_document(document.metadata)
    is_known, roles = matching.persons(document.user), known_roles(document.user)
    is_note = document.kind == Document.Kind.IMPORT  # its fields are facts already
    for passage in list(document.chunks.filter(children=None).order_by("position")):  # no cursor open at a beat
        if properties.KEY not in passage.metadata and is_english(passage.text):
            if turns := messenger.turns(passage.text, passage.prefix):
                read = in_chats.stated(passage.text, turns, roles)
            else:
                read = _in_prose(passage, is_note, said_at, is_known)
            for one in read:
                told.append(one)
                if turns or may_stand_alone(one):
                    stated.append((_of_file(one, passage), len(heading) + passage.start + one.end))
        beat()
        if len(stated) >= params.DOCUMENT_FACTS:
            break
    bearers = first_names.bearers_in(heading + document.text, told)
    found = [first_names.in_full(one, bearers, ends) for one, ends in stated]
    found = found[: params.DOCUMENT_FACTS]
    batches = (found[place : place + params.STAGED_AT_ONCE] for place in range(0, len(found), params.STAGED_AT_ONCE))
    for batch in paced(batches):
        facts.stage(
            user=document.user,
            candidates=batch,
            by=Actor(Change.Actor.EXTRACTOR, document.user),
            now=now,
            run=f"document:{document.pk}",
        )
    if found:
        promotion.enqueue(document.user, now)


def _in_prose(
    passage: Chunk, is_note: bool, said_at: dt.datetime | None, is_known: Callable[[str], bool]
) -> Iterator[Candidate]:
    """What a passage states, the places being those in the passage."""
    written = inline_fields.blanked(passage.text) if is_note else passage.text
    for begins, part in items(flowing(written)):
        above = [*passage.prefix.split(" › ")[-STEPS:], topics.headed(passage.text, begins)]
        about = topics.topic(above, is_known)
        for one in rules.candidates(part, said_at=said_at, about=about):
            yield replace(one, start=one.start + begins, end=one.end + begins)


def may_stand_alone(candidate: Candidate) -> bool:
    """Whether a statement still means something outside its document: named on both sides, and plainly put."""
    names = [candidate.subject, *([candidate.object] if candidate.object else [])]
    other = candidate.object
    is_work = candidate.predicate.endswith("_by") and other is not None and other.type != CONCEPT
    return (
        SELF not in names
        and candidate.confidence >= params.DOCUMENT_CONFIDENCE
        and candidate.subject.text[:1].isupper()
        and (candidate.subject.type != CONCEPT or is_work)  # in prose half of the other names are none
        and not candidate.subject.text.casefold().startswith("my ")
    )


def _of_file(candidate: Candidate, passage: Chunk) -> Candidate:
    quote = passage.text[candidate.start : candidate.end]
    return replace(candidate, quote=quote, chunk=passage.pk, source=Fact.Source.FILE)


stages.learn_with(from_document)
