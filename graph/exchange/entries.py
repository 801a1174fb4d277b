"""An entry of a calendar: an event with when and where it is and who takes part, or a task with when it is due."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from graph.curation.candidates import Draft, Name
from graph.documents.formats import web
from graph.exchange import zones
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Record, Remark, Thing
from graph.exchange.zones import Clock

LONGEST_NOTE = 20_000  # characters
MOST_GUESTS = 50
MOST_DAYS = 100  # on which one that repeats does not take place, or does so beside its rule
NOT_ON, ALSO_ON = "does_not_take_place_on", "also_takes_place_on"
STATUS = {  # in words; an event that is confirmed needs none
    "CANCELLED": "cancelled",
    "TENTATIVE": "tentative",
    "NEEDS-ACTION": "to do",
    "IN-PROCESS": "in progress",
    "COMPLETED": "done",
}
INVITED = "is_invited_to"  # who gave no clear answer: perhaps, not yet, or another in their place
ANSWERS = {"": "takes_part_in", "ACCEPTED": "takes_part_in", "COMPLETED": "takes_part_in", "DECLINED": "declined"}
READ = {"summary", "description", "location", "dtstart", "dtend", "due", "duration", "completed", "status", "uid",
        "recurrence-id", "rrule", "exdate", "rdate", "organizer", "attendee"}  # fmt: skip
OWN = {"dtstamp", "created", "last-modified", "sequence", "transp", "class", "valarm"}  # books of programs
_TAG = re.compile(r"</?(?:a|b|br|div|html-blob|i|li|ol|p|span|strong|u|ul)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_DATED = re.compile(
    r"^(DTSTART|DTEND|DUE|DTSTAMP|COMPLETED|RECURRENCE-ID|EXDATE|RDATE)[^:\r\n]*:(.*?)\s*$",
    re.MULTILINE | re.IGNORECASE,
)
_DATE = re.compile(r"\d{8}(T\d{6}Z?)?(,\d{8}(T\d{6}Z?)?)*")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event or a task, and what is said of it; `unread` is not read, and is no book of a program either.

    `instead_of` is the day of a repeating one for which it stands, if it does, and `day` the one on which it then is;
    `at` is the time of that day, where it has one.
    """

    name: Name
    at: str
    uid: str
    day: str
    instead_of: str
    is_called_off: bool
    records: tuple[Record, ...]
    unread: tuple[str, ...]

    def with_time(self) -> Entry:
        """The same with its time in its name, which tells it from another one of that title and day."""
        name = Name(f"{self.name.text.removesuffix(')')}, {self.at})", self.name.type)

        def renamed(record: Record) -> Record:
            match record:
                case Thing():
                    return replace(record, name=name.text)
                case Draft(subject=self.name):
                    return replace(record, subject=name)
                case Draft(object=self.name):
                    return replace(record, object=name)
            return record

        return replace(self, name=name, records=tuple(map(renamed, self.records)))


def read(text: str, clock: Clock, *, is_called_off: bool = False) -> Entry:
    """Raises CannotRead, with what is wrong in words."""
    from graph.exchange import unsplit  # brings a parser of dates that is slow to load

    is_task = text[6:].upper().startswith("VTODO")
    called = "task" if is_task else "event"
    try:
        calendar = unsplit.read(f"BEGIN:VCALENDAR\nVERSION:2.0\n{text}\nEND:VCALENDAR\n")
        lines: dict[str, list[Any]] = (calendar.vtodo if is_task else calendar.vevent).contents
        return _entry(lines, clock, called, is_called_off or _text(lines, "status").upper() == "CANCELLED")
    except CannotRead:
        raise
    except Exception:  # noqa: BLE001 - the library raises many kinds for a damaged entry, in words of its own
        raise CannotRead(f"The {called} cannot be read: {_damage(text)}.") from None


def _entry(lines: Mapping[str, list[Any]], clock: Clock, called: str, is_called_off: bool) -> Entry:
    dating = ("due", "dtstart", "completed") if called == "task" else ("dtstart",)
    said = next((clock.local(clock.at(lines[key][0])) for key in dating if key in lines), None)
    zone = _zone(lines, clock)
    instead_of = clock.day(lines["recurrence-id"][0].value, zone) if "recurrence-id" in lines else ""
    if said is None and not instead_of and called == "event":
        raise CannotRead("The event has no beginning.")
    summary = (" ".join(_text(lines, "summary").split()) or called.capitalize())[:1900]
    shown = clock.day(said) if said else instead_of
    name = Name(f"{summary} ({shown})" if shown else summary, called)
    return Entry(
        name=name,
        at=f"{said:%H:%M}" if isinstance(said, dt.datetime) and shown else "",
        uid=_text(lines, "uid"),
        day=clock.day(said) if said else "",
        instead_of=instead_of,
        is_called_off=is_called_off,
        records=tuple(_records(name, lines, clock, is_called_off)),
        unread=tuple(key.upper() for key in lines if key not in READ | OWN and not key.startswith("x-")),
    )


def _records(name: Name, lines: Mapping[str, list[Any]], clock: Clock, is_called_off: bool) -> Iterator[Record]:
    """The thing and what is said of it; of what is called off, that it is and nothing else."""
    uid = {"ics": f"{_text(lines, 'uid')} {_text(lines, 'recurrence-id')}".strip()[:500]} if "uid" in lines else {}
    yield Thing(name.text, name.type, external_ids=uid, is_called_anew=True)
    if noted := _noted(_text(lines, "description")):
        yield staged(name, "note", value=noted, renews="uid" in lines)
    status = STATUS["CANCELLED"] if is_called_off else STATUS.get(_text(lines, "status").upper(), "")
    if not status and "completed" in lines:
        status = STATUS["COMPLETED"]
    if status:
        is_known = "uid" in lines
        yield staged(name, "status", value=status, renews=is_known, ends=is_known and is_called_off)
    if not is_called_off:
        yield from _when(name, lines, clock)
        yield from _where_and_who(name, lines)


def _when(name: Name, lines: Mapping[str, list[Any]], clock: Clock) -> Iterator[Record]:
    moments = {key: clock.at(lines[key][0]) for key in ("dtstart", "dtend", "due", "completed") if key in lines}
    if "dtend" not in moments and "dtstart" in moments and "duration" in lines:
        moments["dtend"] = moments["dtstart"] + lines["duration"][0].value
    if "dtend" in moments and not any(isinstance(one, dt.datetime) for one in moments.values()):
        # What lasts whole days tells the day after the last one
        moments["dtend"] = max(moments["dtend"] - dt.timedelta(days=1), moments.get("dtstart", dt.date.min))
    for key, predicate in (("dtstart", "starts"), ("dtend", "ends"), ("due", "due"), ("completed", "completed_on")):
        if key in moments:
            at = _moment(moments[key])
            yield staged(
                name, predicate, value=at, value_type="date" if len(at) == 10 else "string", renews="uid" in lines
            )
    bare = (key for key, at in moments.items() if key in lines and isinstance(at, dt.datetime) and at.tzinfo is None)
    if zone := next(filter(None, (zones.named(lines[key][0]) for key in bare)), ""):
        yield Remark(f"The time zone “{zone[:60]}” is not known here, so the times are told as they stand.")
    if rule := "; ".join(str(one.value) for one in lines.get("rrule", ())):
        yield staged(name, "repeats", value=rule, renews="uid" in lines)
    for key, predicate in (("exdate", NOT_ON), ("rdate", ALSO_ON)):
        days = sorted({clock.day(one, _zone(lines, clock)) for line in lines.get(key, ()) for one in line.value})
        yield from (staged(name, predicate, value=one, value_type="date") for one in days[:MOST_DAYS])
        if len(days) > MOST_DAYS:
            yield Remark(f"Of its {len(days):,} days in {key.upper()} the first {MOST_DAYS} were read.")


def _where_and_who(name: Name, lines: Mapping[str, list[Any]]) -> Iterator[Record]:
    if place := " ".join(_text(lines, "location").split()):
        yield staged(name, "takes_place_in", object=Name(place[:2000], "place"), renews="uid" in lines)
    guests = _guests(lines)
    for said, predicate in list(guests.items())[:MOST_GUESTS]:
        yield staged(Name(said[:2000], "person"), predicate, object=name)
    if len(guests) > MOST_GUESTS:
        yield Remark(f"Of the {len(guests):,} who are invited {MOST_GUESTS} were read.")


def _noted(text: str) -> str:
    """What is written about an entry, of which some calendars make a page."""
    if _TAG.search(text):
        text = web.plain(text[: 5 * LONGEST_NOTE])
    return text.strip()[:LONGEST_NOTE]


def _guests(lines: Mapping[str, list[Any]]) -> dict[str, str]:
    """Who is invited, and what each is to the event: the organizer as well, by the answer they gave, if any.

    Many calendars write no answers at all: there, whoever stands in it takes part.
    """
    called: dict[str, str] = {}
    answers: dict[str, str] = {}
    for guest in (*lines.get("organizer", ()), *lines.get("attendee", ())):
        address = re.sub(r"(?i)^mailto:", "", str(guest.value)).strip()
        given = (guest.params.get("CN") or [address])[0].strip(' "')
        called.setdefault(address.casefold(), given or address)
        if answer := (guest.params.get("PARTSTAT") or [""])[0].strip().upper():
            answers[address.casefold()] = answer
    found = ((said, ANSWERS.get(answers.get(address, ""), INVITED)) for address, said in called.items())
    return {said: predicate for said, predicate in found if said}


def _damage(text: str) -> str:
    """The date that is none, as it is most of the time."""
    for name, value in _DATED.findall(text):
        if not _DATE.fullmatch(value):
            return f"“{value[:60]}” in {name.upper()} is no date"
    return "it is damaged"


def _text(lines: Mapping[str, list[Any]], key: str) -> str:
    return str(lines[key][0].value) if key in lines else ""


def _moment(value: Any) -> str:
    """A day, or a moment; in UTC where the zone is known."""
    if isinstance(value, dt.datetime):
        return (value.astimezone(dt.UTC) if value.tzinfo else value).isoformat()
    return str(value.isoformat())


def _zone(lines: Mapping[str, list[Any]], clock: Clock) -> dt.tzinfo | None:
    """The zone in which an entry begins, by whose days it repeats."""
    return clock.zone(lines["dtstart"][0]) if "dtstart" in lines else None
