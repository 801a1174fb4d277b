"""A calendar: its events and tasks, and on which days what repeats does not take place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from graph.counted import counted
from graph.curation.candidates import Name
from graph.documents import parse
from graph.exchange import entries
from graph.exchange.entries import Entry
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Problem, Record, Remark

_ENTRY = re.compile(r"^BEGIN:(VEVENT|VTODO)\s*$.*?^END:\1\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_OTHER = re.compile(r"^BEGIN:(VJOURNAL|VFREEBUSY)\s*$", re.MULTILINE | re.IGNORECASE)
_CALLED_OFF = re.compile(r"^METHOD:CANCEL\s*$", re.MULTILINE | re.IGNORECASE)  # of an invitation that is withdrawn
NOT_READ = "This is not read of a calendar."


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each entry, then what moves or calls off one day of another, and what is not read. Raises CannotRead."""
    try:
        text = parse.decode(stream.read(), "calendar.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    if "BEGIN:VCALENDAR" not in text.upper():
        raise CannotRead("This is not an iCalendar file.")
    every: dict[str, Name] = {}  # what repeats, by its id
    days: list[tuple[str, Entry]] = []  # each of which stands in place of one day of that
    passed_over: Counter[str] = Counter()
    is_withdrawn = _CALLED_OFF.search(text) is not None
    for number, found in enumerate(_ENTRY.finditer(text), start=1):
        try:
            entry = entries.read(found[0], is_called_off=is_withdrawn)
        except CannotRead as refusal:
            yield str(number), Problem(str(refusal))
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


def _in_place_of(entry: Entry, every: Name | None) -> Iterator[Record]:
    """On the day for which this stands, that which repeats does not take place; where it only changed, it does."""
    if every is not None and (entry.is_called_off or entry.day != entry.instead_of):
        yield staged(every, entries.NOT_ON, value=entry.instead_of, value_type="date")
    elif every is None and entry.is_called_off:
        yield from entry.records


def _named(number: int, entry: Entry, record: Record) -> str:
    """The place of a record; what is to be told of an entry is told by its name as well."""
    return f"{number} “{entry.name.text[:80]}”" if isinstance(record, Remark) else str(number)
