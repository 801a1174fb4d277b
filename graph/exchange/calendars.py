"""A calendar: each event with when and where it is, and who takes part."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.curation.candidates import Name
from graph.documents import parse
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Problem, Record, Thing

_EVENT = re.compile(r"^BEGIN:VEVENT\s*$.*?^END:VEVENT\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
MOST_GUESTS = 50


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Raises CannotRead when it is no calendar."""
    try:
        text = parse.decode(stream.read(), "calendar.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    if "BEGIN:VCALENDAR" not in text.upper():
        raise CannotRead("This is not an iCalendar file.")
    for place, event in enumerate(_EVENT.findall(text), start=1):
        yield from ((str(place), record) for record in _records(event))


def _records(event: str) -> Iterator[Record]:
    import vobject

    try:
        calendar = vobject.readOne(f"BEGIN:VCALENDAR\nVERSION:2.0\n{event}\nEND:VCALENDAR\n", ignoreUnreadable=True)
        found: dict[str, list[Any]] = calendar.vevent.contents
        begins = _moment(found["dtstart"][0].value)
    except KeyError:
        yield Problem("The event has no beginning.")
        return
    except Exception:  # noqa: BLE001 - the library raises many kinds for a damaged event, in words of its own
        yield Problem(f"The event cannot be read: {_damage(event)}.")
        return
    summary = " ".join(_text(found, "summary").split()) or "Event"
    name = f"{summary[:1900]} ({begins[:10]})"
    uid = {"ics": f"{_text(found, 'uid')} {_text(found, 'recurrence-id')}".strip()[:500]} if "uid" in found else {}
    yield Thing(name, "event", external_ids=uid, description=_text(found, "description")[:20_000])
    yield staged(Name(name, "event"), "starts", value=begins, value_type="date" if len(begins) == 10 else "string")
    if "dtend" in found:
        ends = _moment(found["dtend"][0].value)
        yield staged(Name(name, "event"), "ends", value=ends, value_type="date" if len(ends) == 10 else "string")
    if place := " ".join(_text(found, "location").split()):
        yield staged(Name(name, "event"), "takes_place_in", object=Name(place[:2000], "place"))
    if rule := _text(found, "rrule"):
        yield staged(Name(name, "event"), "repeats", value=rule)
    for guest in [*found.get("organizer", []), *found.get("attendee", [])][:MOST_GUESTS]:
        said = (guest.params.get("CN") or [re.sub(r"(?i)^mailto:", "", str(guest.value))])[0].strip(' "')
        if said:
            yield staged(Name(said[:2000], "person"), "takes_part_in", object=Name(name, "event"))


_DATED = re.compile(r"^(DTSTART|DTEND|DUE|DTSTAMP|RECURRENCE-ID)[^:\r\n]*:(.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_DATE = re.compile(r"\d{8}(T\d{6}Z?)?")


def _damage(event: str) -> str:
    """The date that is none, as it is most of the time."""
    for name, value in _DATED.findall(event):
        if not _DATE.fullmatch(value):
            return f"“{value[:60]}” in {name.upper()} is no date"
    return "it is damaged"


def _text(found: dict[str, list[Any]], key: str) -> str:
    return str(found[key][0].value) if key in found else ""


def _moment(value: Any) -> str:
    """A day, or a moment; in UTC where the zone is known."""
    if isinstance(value, dt.datetime):
        return (value.astimezone(dt.UTC) if value.tzinfo else value).isoformat()
    return str(value.isoformat())
