"""The last of several that a log or a table tells of by their days: "when was the last service?". Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from assistant.agenda.day_above import day_above
from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from assistant.extraction.words.named_days import named
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from assistant.without_model.passages import headed_of, titled_of
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow
from graph.tables import is_row

_TIME = (  # "last Friday", "the last week", "last time": of those a day is told otherwise
    r"(?!(?:time|day|week|night|weekend|month|year|minute|one|spring|summer|autumn|winter"
    rf"|{'|'.join((*WEEKDAYS, *MONTHS))})s?\b)"
)
_LAST = re.compile(
    rf"\b(?:the|my|our|his|her|their|['’]s) (?:last|latest|most recent) {_TIME}(?P<what>[a-z]+(?: [a-z]+)?)"
    rf"|\b(?:did|have|has|was|were) (?:\w+ ){{1,3}}?last {_TIME}(?P<deed>[^?]+)",
    re.IGNORECASE,
)
# Behind the word these say no more of which it is: "the last service cost", "the last visit was".
_BEHIND = re.compile(
    r" (?:cost|was|is|did|were|done|take|took|end|start|happen|due|on|in|at|to|by|from|for)$", re.IGNORECASE
)
_OF_IT = content_stems("last latest recent most when much many long far cost do done take happen")
_DONE_TO = re.compile(r"(?:change|replace|renew|swap|top up) ", re.IGNORECASE)  # a row of work done says it without
_FEWEST = 2  # lines with days in what is a log


def latest(asking: Asking, result: Result, today: dt.date) -> list[Line]:
    """The line of a log, or the row, with the latest day up to `today` of those that are of what is asked the last of.

    A document with fewer than two days is none: what it tells once need not be the last.
    """
    asked = _LAST.search(asking.question)
    if asked is None:
        return []
    deed = asked["deed"] or ""
    what = content_stems(_BEHIND.sub("", asked["what"] or "") or deed) - FILLERS - LIGHT
    thing = content_stems(_DONE_TO.sub("", deed)) - FILLERS - LIGHT if _DONE_TO.match(deed) else what
    if not what:
        return []
    rest = asking.words - what - _OF_IT
    dated: list[tuple[dt.date, Line]] = []
    for item in result.items:
        told = list(_days(item.chunk)) if item.chunk is not None and item.chunk.document_kind != TALK else []
        if item.chunk is None or len(told) + _beside(item.chunk, result) < _FEWEST:
            continue
        above = titled_of(item.chunk) | headed_of(item.chunk)
        dated += [
            (day, Line(item, text, asking.words, is_told=True))
            for day, text in told
            if day <= today and (thing if is_row(text) else what) | rest <= above | content_stems(text)
        ]
    return [max(dated, key=lambda one: one[0])[1]] if dated else []


def _beside(chunk: ChunkRow, result: Result) -> int:
    """How many other passages of the same document stand below days."""
    there = {item.chunk for item in result.items if item.chunk is not None and item.chunk.document == chunk.document}
    return sum(day_above(one.prefix) is not None for one in there - {chunk})


def _days(chunk: ChunkRow) -> Iterator[tuple[dt.date, str]]:
    """The lines of a passage that name one day, and those below a day that heads it."""
    above = day_above(chunk.prefix)
    for unit in units(chunk.text):
        if unit.is_code:
            continue
        days = named(unit.text, above.on if above else None)
        if len(days) == 1 and days[0].first == days[0].last:
            yield days[0].first, unit.text
        elif above is not None and above.on is not None and not days:
            yield above.on, unit.text
