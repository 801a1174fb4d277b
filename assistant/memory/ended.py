"""What a message says is over of what the book holds, and what it says is so in its place."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.timing import midnight
from assistant.extraction.text.over import Over, over
from assistant.extraction.words.dates import period, written
from assistant.extraction.words.role_words import ROLES
from assistant.memory import matching
from assistant.memory.lapsed import lapsed
from assistant.question.asked import CONTRARY
from graph.curation.candidates import Candidate
from graph.curation.conflicts import began
from graph.models import Fact, User
from graph.naming import normalise
from graph.predicates import BUILT_IN, Relation, registry, relation

_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_MOVED = re.compile(r"\b(?:moved|slipped|shifted|pushed|postponed|delayed|rescheduled)\b", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|nowadays|these days|meanwhile)\b", re.IGNORECASE)
_OF_SEVERAL = frozenset({*ROLES.values(), "pet", "name"})  # of these one has several at a time


@dataclass(frozen=True, slots=True)
class Ended:
    """A standing fact that held `until` then by the sentence at `start` to `end` of the message."""

    fact: Fact
    until: dt.datetime
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Told:
    """What is over, and what is so instead."""

    ended: tuple[Ended, ...] = ()
    instead: tuple[Candidate, ...] = ()


def told(
    user: User,
    text: str,
    read: Sequence[Candidate],
    *,
    history: Sequence[str],
    roles: Mapping[str, str] | None,
    said_at: dt.datetime,
) -> Told:
    """What `text`, written at `said_at` on the person's own clock, says is over of what the book holds.

    `read` is what it was found to state: of "my favourite colour is blue now" the former one is over, and who likes
    olives dislikes them no more. What began later than the message, or was said later, is not what it means.
    """
    over_now: list[tuple[Fact, dt.datetime, int, int]] = []
    instead: list[Candidate] = []
    for one in over(text):
        before = [*history, text[: one.start]]
        until = _until(text[one.start : one.end], said_at)
        over_now += [(fact, until, one.start, one.end) for fact in lapsed(user, one, before, roles)]
        instead += _instead(one, text, before, roles, said_at)
    for candidate in [*instead, *filter(_is_new, read)]:
        since = candidate.valid_from or _until("", said_at)
        replaced = [fact for fact in matching.about(user, candidate) if _replaced(fact, candidate)]
        over_now += [(fact, since, candidate.start, candidate.end) for fact in replaced]
    for candidate in (one for one in read if one.predicate in CONTRARY):
        same = matching.same(user, replace(candidate, predicate=CONTRARY[candidate.predicate]))
        over_now += [(fact, _until("", said_at), candidate.start, candidate.end) for fact in same]
    ended: dict[int, Ended] = {}
    for fact, until, start, end in over_now:
        if fact.valid_until is None and began(fact) <= said_at:
            ended.setdefault(fact.pk, Ended(fact, until, start, end))
    return Told(tuple(ended.values()), tuple(instead))


def _replaced(fact: Fact, by: Candidate) -> bool:
    """Whether the candidate says something else of the same; a day takes the place of a day."""
    return not _says(fact, by) and (not _is_day(by.value) or _is_day(fact.value))


def _is_new(candidate: Candidate) -> bool:
    """ "My favourite colour is blue now", "the deadline moved to 3 May": what takes the place of what was said."""
    moved = _MOVED.search(candidate.quote) is not None and _is_day(candidate.value)
    return moved or (_NOW.search(candidate.quote) is not None and _is_ones_own(candidate))


def _is_day(value: str | None) -> bool:
    return value is not None and (written(value) is not None or _ISO.fullmatch(value) is not None)


def _is_ones_own(candidate: Candidate) -> bool:
    """Whether it is told as what is somebody's, of which there is one: "my favourite colour", "Anna's phone number".

    What the registry knows to have one value at a time is asked about as such.
    """
    named = re.escape(candidate.predicate.replace("_", " "))
    owned = rf"(?:\b(?:my|our|his|her|its|their)|['’]s?) (?:\w+ ){{0,2}}{named}\b"
    told_so = re.search(owned, candidate.quote, re.IGNORECASE) is not None
    one = candidate.predicate not in _OF_SEVERAL and not relation(BUILT_IN, candidate.predicate).functional
    return told_so and one


def _until(sentence: str, said_at: dt.datetime) -> dt.datetime:
    """The day that the sentence tells, if it was by then; else that on which it was written."""
    told_of = period(sentence, said_at.date())
    day = next((one for one in (told_of.since, told_of.when) if one is not None and one <= said_at.date()), None)
    return midnight(day or said_at.date(), said_at) or said_at


def _instead(
    one: Over, text: str, before: Sequence[str], roles: Mapping[str, str] | None, said_at: dt.datetime
) -> list[Candidate]:
    """What is so now, with the words as they were written."""
    if not one.now:
        return []
    found = rules.candidates(one.now, history=before, roles=roles, said_at=said_at)
    quote = text[one.start : one.end].strip()
    return [replace(candidate, quote=quote, start=one.start, end=one.start + len(quote)) for candidate in found]


def _says(fact: Fact, candidate: Candidate) -> bool:
    name = fact.object.name if fact.object is not None else fact.value
    said = candidate.object.text if candidate.object is not None else candidate.value or ""
    return normalise(name) == normalise(said)


def since(user: User, candidates: Sequence[Candidate], over: Sequence[Ended]) -> list[Candidate]:
    """What took the place of something since it ended: "I no longer work at Siemens, I work at Bosch"."""
    relations = registry(user.pk)
    found = []
    for candidate in candidates:
        one = next((one for one in over if _replaces(candidate, one.fact, relations)), None)
        is_dated = candidate.valid_from is not None or candidate.valid_until is not None
        found.append(candidate if one is None or is_dated else replace(candidate, valid_from=one.until))
    return found


def unasked(user: User, over: Sequence[Ended], candidates: Sequence[Candidate]) -> tuple[Ended, ...]:
    """Without what the owner confirmed and another value takes the place of: that is asked about as such."""
    relations = registry(user.pk)
    return tuple(
        one
        for one in over
        if one.fact.status != Fact.Status.CONFIRMED
        or not any(_replaces(candidate, one.fact, relations) for candidate in candidates)
    )


def _replaces(candidate: Candidate, fact: Fact, relations: dict[str, Relation]) -> bool:
    """Whether it says something else of the same, of which there is one at a time."""
    mine = fact.subject.is_self == (candidate.subject == SELF)
    same = mine and (fact.subject.is_self or normalise(fact.subject.name) == normalise(candidate.subject.text))
    functional = relation(relations, fact.predicate).functional
    return same and functional and candidate.predicate == fact.predicate and not _says(fact, candidate)
