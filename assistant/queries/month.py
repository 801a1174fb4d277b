"""A month as a page shows it: a sheet of the calendar, and what falls on its days."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.agenda import entries
from assistant.agenda.asked import Asked, Past
from assistant.agenda.entry import Entry, is_whole_month
from assistant.agenda.in_words import capital, days, in_short
from assistant.agenda.moments import YEARS
from assistant.without_model import wording
from assistant.without_model.quoting import shortened
from graph.days import day_of
from graph.models import User
from graph.predicates import Relation, registry, relation
from graph.retrieval.ranking.score import TALK

MOST = 200  # lines of one month: more is no page to look at
Span = tuple[dt.date, dt.date]


@dataclass(frozen=True, slots=True)
class Line:
    """A fact (`mark` is "ok" or "un") or somebody's own words, with the page it leads to."""

    pk: int
    text: str
    at: str = ""
    mark: str = ""
    entity: int | None = None
    message: str = ""
    document: int | None = None
    title: str = ""
    said_on: dt.date | None = None
    since: str = ""  # what was said of it since: that it is called off, or moved


@dataclass(frozen=True, slots=True)
class Cell:
    """A day on the sheet, with how much falls on it and the section that tells of it; `day` is 0 outside the month."""

    day: int
    count: int = 0
    section: int = 0
    is_today: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """What is told of the same day or days, numbered from 1."""

    number: int
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Month:
    first: dt.date
    weeks: tuple[tuple[Cell, ...], ...]
    sections: tuple[Section, ...]
    is_full: bool  # there was no room for more

    @property
    def before(self) -> str:
        return f"{self.first - dt.timedelta(days=1):%Y-%m}"

    @property
    def after(self) -> str:
        return f"{self.first + dt.timedelta(days=31):%Y-%m}"


def chosen(text: str, today: dt.date) -> dt.date:
    """The first day of "2026-12"; that of the present month where it is none."""
    try:
        day = dt.datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        return today.replace(day=1)
    return day if day.year in YEARS else today.replace(day=1)


def month(user: User, first: dt.date, now: dt.datetime) -> Month:
    """What falls on the days of the month that begins with `first`."""
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    today = user.local(now).date()
    found = entries.on(user, Asked(first, last, past=Past.NAMED), now, most=MOST)
    relations = registry(user.pk)
    by_days: dict[Span, list[Line]] = {}
    for entry in found:
        line = replace(_line(entry, relations, user.local(now)), since=shortened(entry.off_said))
        by_days.setdefault((entry.first, entry.last), []).append(line)
    sections = tuple(
        Section(number, capital(days(*span, today)), tuple(lines))
        for number, (span, lines) in enumerate(by_days.items(), start=1)
    )
    marked = _marked([(span, len(lines)) for span, lines in by_days.items()], first, last)
    return Month(first, _weeks(first, marked, today), sections, len(found) == MOST)


def _marked(told: Sequence[tuple[Span, int]], first: dt.date, last: dt.date) -> dict[int, tuple[int, int]]:
    """For each day that something is on, how much, and the section that begins last of those that tell of it.

    What is only known by its month is on none of them.
    """
    marked: dict[int, tuple[int, int]] = {}
    for number, (span, lines) in enumerate(told, start=1):
        if is_whole_month(*span):
            continue
        for step in range((min(span[1], last) - max(span[0], first)).days + 1):
            day = (max(span[0], first) + dt.timedelta(days=step)).day
            marked[day] = marked.get(day, (0, 0))[0] + lines, number
    return marked


def _weeks(first: dt.date, marked: Mapping[int, tuple[int, int]], today: dt.date) -> tuple[tuple[Cell, ...], ...]:
    is_present = (first.year, first.month) == (today.year, today.month)
    return tuple(
        tuple(Cell(day, *marked.get(day, (0, 0)), is_today=is_present and day == today.day) for day in week)
        for week in calendar.monthcalendar(first.year, first.month)
    )


def _line(entry: Entry, relations: dict[str, Relation], now: dt.datetime) -> Line:
    fact, chunk = entry.item.fact, entry.item.chunk
    if fact is not None:
        said = in_short(entry) or wording.sentence([fact], relation(relations, fact.predicate).reads, now)
        mark = "ok" if fact.status == "confirmed" else "un"
        return Line(fact.pk, said, entry.at, mark, fact.subject)
    assert chunk is not None
    if chunk.document_kind == TALK:
        said_on = day_of(chunk.created_at, now.tzinfo)
        return Line(chunk.pk, shortened(entry.said), message=chunk.message, document=chunk.document, said_on=said_on)
    return Line(chunk.pk, shortened(entry.said), document=chunk.document, title=chunk.document_title)
