"""The sentences that name some days: of what one said, of notes of a day, and of documents that tell the year."""

from __future__ import annotations

import datetime as dt
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from django.db.models import Q, QuerySet

from assistant import params
from assistant.agenda.asked import Past
from assistant.agenda.entry import Entry, meets
from assistant.agenda.moments import bounds
from assistant.extraction.words.named_days import is_told, named
from assistant.extraction.words.reckoning import may_name
from assistant.question.intents import takes_back
from assistant.question.questions import asks
from graph import sentences
from graph.curation.said import SAID_AT
from graph.days import day_of
from graph.models import Chunk, Document, User
from graph.retrieval import rows
from graph.retrieval.types import ChunkRow, Item, Parts
from graph.wikilinks import as_read

_TIME = re.compile(
    r"\b(?:at|from|by|around|between) (?P<hour>\d{1,2})(?:[:.](?P<minutes>\d\d))?\b(?P<half>\s*[ap]\.?m\b)?"
    r"(?!\s*[%€£$])"
    r"|\b(?P<hour2>\d{1,2})(?:[:.](?P<minutes2>\d\d))?(?P<half2>\s*[ap]\.?m\b)"
    r"|\b(?P<hour3>[01]?\d|2[0-3]):(?P<minutes3>\d\d)\b",
    re.IGNORECASE,
)
_SPOKEN = Q(document__kind=Document.Kind.CONVERSATION)
_DATED = _SPOKEN | Q(document__metadata__has_key=SAID_AT)


@dataclass(frozen=True, slots=True)
class _Text:
    """A passage, and the day on which its words were said, where it is known; `kind` is that of its document."""

    chunk: int
    text: str
    said_on: dt.date | None = None
    kind: str = Document.Kind.FILE

    @property
    def is_note(self) -> bool:
        return self.kind != Document.Kind.CONVERSATION


@dataclass(frozen=True, slots=True)
class _Found:
    """A sentence and the days it tells, before the row of its passage is loaded."""

    chunk: int
    first: dt.date
    last: dt.date
    said: str


def on(user: User, first: dt.date, last: dt.date, now: dt.datetime, past: Past) -> list[Entry]:
    """Each sentence once that names one of these days, and what was said on them, as far as `past` lets it."""
    zone = user.local(now).tzinfo
    texts = [
        *(_Text(pk, text, day_of(at, zone), kind) for pk, text, at, kind in _dated(user, first, last)),
        *(_Text(pk, text) for pk, text in _undated(user, first, last)),
    ]
    found: dict[tuple[dt.date, str], _Found] = {}
    for text in texts:
        for one in _sentences(text, first, last, past):
            found.setdefault((one.first, one.said.casefold()), one)
    loaded = rows.chunks(user.pk, {one.chunk for one in found.values()})
    return [_entry(one, loaded[one.chunk]) for one in found.values() if one.chunk in loaded]


def _entry(found: _Found, chunk: ChunkRow) -> Entry:
    item = Item("chunk", chunk.pk, chunk.text, 0.0, Parts(), chunk=chunk)
    return Entry(found.first, found.last, item, time_in(found.said), found.said)


def _dated(user: User, first: dt.date, last: dt.date) -> QuerySet[Chunk, tuple[int, str, dt.datetime, str]]:
    """What was said or noted within a year before these days, or soon after them, newest first."""
    begins, ends = bounds(first, last, user)
    when = (begins - params.TOLD_BEFORE, ends + params.TOLD_AFTER)
    rows = Chunk.objects.for_user(user).filter(_DATED, children=None, created_at__range=when)
    newest = rows.order_by("-created_at", "-pk")
    return newest.values_list("pk", "text", "created_at", "document__kind")[: params.DATED_PASSAGES]


def _undated(user: User, first: dt.date, last: dt.date) -> QuerySet[Chunk, tuple[int, str]]:
    """What stands in documents that tell no day of their own, where one of the years is written."""
    years = range(first.year, min(last.year, first.year + 3) + 1)
    written = reduce(operator.or_, (Q(text__contains=str(year)) for year in years))
    rows = Chunk.objects.for_user(user).filter(written, children=None).exclude(_DATED)
    return rows.order_by("-pk").values_list("pk", "text")[: params.DATED_PASSAGES]


def _sentences(text: _Text, first: dt.date, last: dt.date, past: Past) -> Iterator[_Found]:
    of_the_day = past and text.said_on is not None and first <= text.said_on <= last
    if not (of_the_day or may_name(text.text)) or (not text.is_note and takes_back(text.text)):
        return
    left = (0, 1, params.OF_A_NOTE)[past] if text.is_note else (0, 0, params.OF_A_NOTE)[past]
    for line in sentences.END.split(as_read(text.text)):
        sentence = " ".join(line.strip(" -*#>\t").split())
        if not any(one.isalnum() for one in sentence) or sentence.endswith("?") or asks(sentence):
            continue
        days = named(sentence, text.said_on) if may_name(sentence) else ()
        meant = [one for one in days if meets((one.first, one.last), first, last)]
        if one := next((one for one in meant if past or not is_told(sentence, one.start, one.end)), None):
            yield _Found(text.chunk, one.first, one.last, sentence)
        elif (
            of_the_day and text.said_on and left and not days and (text.is_note or is_told(sentence, 0, len(sentence)))
        ):
            left -= 1
            yield _Found(text.chunk, text.said_on, text.said_on, sentence)


def time_in(sentence: str) -> str:
    """The time of day that a sentence names, "15:00"; "at 3" is in the afternoon. Empty where it names none."""
    found = _TIME.search(sentence)
    if found is None:
        return ""
    hour = int(found["hour"] or found["hour2"] or found["hour3"])
    half = (found["half"] or found["half2"] or "").strip().casefold()[:1]
    in_the_afternoon = not half and found["hour"] and not found["minutes"] and 1 <= hour <= 7
    if in_the_afternoon or (half == "p" and hour < 12):
        hour += 12
    hour = 0 if half == "a" and hour == 12 else hour
    return f"{hour:02}:{found['minutes'] or found['minutes2'] or found['minutes3'] or '00'}" if hour < 24 else ""
