"""Learning from what is noted of somebody where it is brought in: contacts' notes, memories of other assistants."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant import params
from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.text.language import is_english
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import PERSON
from assistant.memory.in_full import in_full
from graph import jobs
from graph.curation import facts, noting, promotion
from graph.curation.candidates import Candidate
from graph.curation.recorder import Actor
from graph.models import Change, Fact, Job, User
from graph.projections.texts import first_person
from graph.prose import units

_OWN = re.compile(r"^(?:the )?user['’]s\b", re.IGNORECASE)
_USER = re.compile(r"^(?:the )?user (?P<does>[a-z]+(?:s|['’]t)\b.*)", re.IGNORECASE | re.DOTALL)
_BARE = re.compile(r"(?:is|has|does|was|had)\b.+", re.IGNORECASE | re.DOTALL)  # "Has a cat", of oneself
# Half a sentence that says who somebody is, or how: "My boss since 2022.", "Elsa's husband.", "Allergic to nuts."
_WHO = re.compile(r"(?:my|our|[^\W\d_]+['’]s?) (?P<role>[a-z]+(?:-in-law)?)(?: since .+)?[.!]?", re.IGNORECASE)
_HOW = re.compile(
    r"(?:allergic|intolerant|vegan|vegetarian|coeliac|celiac|diabetic|retired|deaf|pregnant|divorced|widowed)\b.*",
    re.IGNORECASE,
)


@jobs.handler(noting.JOB, passing=True)
def learn(job: Job, now: dt.datetime) -> None:
    """Stage what the notes plainly state; a second run finds it all said already."""
    user = User.objects.get(pk=job.user_id)
    notes = Fact.objects.for_user(user).active().filter(pk__in=job.payload["facts"]).select_related("subject")
    found = in_full(user, [one for note in notes.order_by("pk") for one in stated(user, note)])
    if found:
        by, run = Actor(Change.Actor.EXTRACTOR, user), job.payload["run"] or f"notes:{job.pk}"
        facts.stage(user=user, candidates=found, by=by, now=now, run=run)
        promotion.enqueue(user, now)


def stated(user: User, note: Fact) -> Iterator[Candidate]:
    """What a note states, each sentence by itself: a half one, "Allergic to nuts", of whom the note is.

    Only of people: what is noted of a meeting tells of whoever was there.
    """
    subject = note.subject
    if not (subject.is_self or subject.type == PERSON) or not is_english(note.value):
        return
    about = SELF.text if subject.is_self else subject.name
    for unit in units(note.value, is_typed=True):
        ways = [of_oneself(unit.text)] if subject.is_self else of_another(unit.text)
        read = (_sure(rules.candidates(said, said_at=_noted_at(user, note), about=about), about) for said in ways)
        for one in next(filter(None, read), ()):
            yield replace(one, quote=unit.text, start=0, end=len(unit.text), source=note.source)


def _sure(found: Sequence[Candidate], about: str) -> list[Candidate]:
    """Those that are sure enough of one who is named; what is told of "my dad" is of the contact "Dad"."""
    named = [_called(one, about) for one in found if one.confidence >= params.NOTE_CONFIDENCE]
    return [one for one in named if one.subject == SELF or one.subject.text[:1].isupper()]


def _called(candidate: Candidate, about: str) -> Candidate:
    if candidate.subject.text.casefold() != f"my {about}".casefold():
        return candidate
    return replace(candidate, subject=replace(candidate.subject, text=about))


def of_oneself(text: str) -> str:
    """A memory as its owner says it: "User's son plays chess" is "My son plays chess", "Has a cat" "I have a cat"."""
    text = _OWN.sub("My", text)
    text = _USER.sub(lambda said: f"I {first_person(said['does'])}", text)
    return f"I {first_person(_lowered(text))}" if _BARE.fullmatch(text) else text


def of_another(text: str) -> list[str]:
    """A note as it stands, and as a whole sentence: "My boss." as "She is my boss.", or "He is …" of a dad."""
    who = _WHO.fullmatch(text)
    if not ((who is not None and who["role"].casefold() in ROLES) or _HOW.fullmatch(text)):
        return [text]
    is_named = who is not None and not text.casefold().startswith(("my ", "our "))
    return [text, *(f"{one} is {text if is_named else _lowered(text)}" for one in ("She", "He"))]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _noted_at(user: User, note: Fact) -> dt.datetime:
    """When it was noted: as the program says from which it comes, else when it came into the book."""
    try:
        at = dt.datetime.fromisoformat(str(note.metadata.get("dated") or ""))
    except ValueError:
        at = note.created_at
    return user.local(at if at.tzinfo else note.created_at)
