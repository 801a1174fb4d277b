"""A calendar: its events and tasks, and on which days what repeats does not take place."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from graph.counted import counted
from graph.curation.candidates import Name
from graph.documents import parse
from graph.exchange import entries, mistaken, zones
from graph.exchange.entries import Entry
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Problem, Record, Remark
from graph.naming import normalise

_ENTRY = re.compile(r"^BEGIN:(VEVENT|VTODO)\s*$.*?^END:\1\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_OTHER = re.compile(r"^BEGIN:(VJOURNAL|VFREEBUSY)\s*$", re.MULTILINE | re.IGNORECASE)
_CALLED_OFF = re.compile(r"^METHOD:CANCEL\s*$", re.MULTILINE | re.IGNORECASE)  # of an invitation that is withdrawn
NOT_READ = "This is not read of a calendar."


def read(stream: BinaryIO, zone: dt.tzinfo = dt.UTC) -> Iterator[tuple[str, Record]]:
    """Each entry, then what moves or calls off one day of another, and what is not read, for somebody in this zone.

    Raises CannotRead.
    """
    try:
        text = parse.decode(stream.read(), "calendar.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    if "BEGIN:VCALENDAR" not in text.upper():
        raise CannotRead(mistaken.told(text, "ics") or "This is not an iCalendar file.")
    every: dict[str, Name] = {}  # what repeats, by its id
    days: list[tuple[str, Entry]] = []  # each of which stands in place of one day of that
    passed_over: Counter[str] = Counter()
    is_withdrawn = _CALLED_OFF.search(text) is not None
    clock = zones.of(text, zone)
    read: list[Entry | CannotRead] = []
    for found in _ENTRY.finditer(text):
        try:
            read.append(entries.read(found[0], clock, is_called_off=is_withdrawn))
        except CannotRead as refusal:
            read.append(refusal)
    for number, entry in enumerate(_apart(read), start=1):
        if isinstance(entry, CannotRead):
            yield str(number), Problem(str(entry))
            continue
        passed_over.update(entry.unread)
        if entry.instead_of:
            days.append((str(number), entry))
        elif entry.uid:
            every[entry.uid] = entry.name
        if not (entry.instead_of and entry.is_called_off):
            yield from ((_named(number, entry, record), record) for record in entry.records)
    for place, entry in days:
        yield from ((place, record) for record in _in_place_of(entry, every.get(entry.uid)))
    passed_over.update(found[1].upper() for found in _OTHER.finditer(text))
    for what, count in sorted(passed_over.items()):
        yield f"{what} ({counted(count, 'entry', 'entries')})", Remark(NOT_READ)


def _apart(read: Sequence[Entry | CannotRead]) -> Iterator[Entry | CannotRead]:
    """The same, those of one title and day that are at different times with their time in their names."""
    times: dict[str, set[str]] = {}
    for one in read:
        if isinstance(one, Entry):
            times.setdefault(normalise(one.name.text), set()).add(one.at)
    for one in read:
        is_one_of_many = isinstance(one, Entry) and one.at and len(times[normalise(one.name.text)]) > 1
        yield one.with_time() if isinstance(one, Entry) and is_one_of_many else one


def _in_place_of(entry: Entry, every: Name | None) -> Iterator[Record]:
    """On the day for which this stands, that which repeats does not take place; where it only changed, it does."""
    if every is not None and (entry.is_called_off or entry.day != entry.instead_of):
        yield staged(every, entries.NOT_ON, value=entry.instead_of, value_type="date")
    elif every is None and entry.is_called_off:
        yield from entry.records


def _named(number: int, entry: Entry, record: Record) -> str:
    """The place of a record; what is to be told of an entry is told by its name as well."""
    return f"{number} “{entry.name.text[:80]}”" if isinstance(record, Remark) else str(number)
