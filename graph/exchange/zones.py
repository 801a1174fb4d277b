"""The time zones of a calendar: by their names, by those of Windows, or by the rules that the file itself has."""

from __future__ import annotations

import datetime as dt
import io
import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_ZONE = re.compile(r"^BEGIN:VTIMEZONE\s*$.*?^END:VTIMEZONE\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r"^TZID(?:;[^:\r\n]*)?:(.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_HOME = re.compile(r"^X-WR-TIMEZONE(?:;[^:\r\n]*)?:(.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_FOLDED = re.compile(r"\r?\n[ \t]")
# What the rules consist of; all else is told for people, and some of it the library refuses.
_RULE = re.compile(
    r"(BEGIN|END|TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE|EXDATE)(?:;[^:]*)?:(.*)", re.IGNORECASE
)
# Clocks change on a day of the year. What repeats by the minute has a billion changes to be looked through.
_ONCE_A_YEAR = re.compile(
    r"(?=.*\bFREQ=YEARLY\b)(?:(?:FREQ|INTERVAL|UNTIL|COUNT|WKST|BYMONTH|BYMONTHDAY|BYDAY)=[\w,+-]+;?)+", re.IGNORECASE
)
LONGEST = 20_000  # characters of the rules of one zone
TZID = "X-VOBJ-ORIGINAL-TZID"  # under which the library keeps the name of a zone


@dataclass(frozen=True, slots=True)
class Clock:
    """The zones that the file defines, and the one in which its owner reads it: what is told in UTC is of its days."""

    home: dt.tzinfo = dt.UTC
    own: Mapping[str, dt.tzinfo] = field(default_factory=dict)

    def zone(self, line: Any) -> dt.tzinfo | None:
        """The zone that a line of an entry names, if it is known."""
        name = named(line)
        return (self.own.get(name) or _known(name)) if name else None

    def at(self, line: Any) -> Any:
        """The value of a line, with its zone where it is a moment that has one."""
        value = line.value
        if isinstance(value, dt.datetime) and value.tzinfo is None and (zone := self.zone(line)) is not None:
            return value.replace(tzinfo=zone)
        return value

    def local(self, value: Any, zone: dt.tzinfo | None = None) -> Any:
        """A moment as its writer's clock had it: one told in UTC in the zone of what it belongs to, or at home."""
        if isinstance(value, dt.datetime) and value.tzinfo is not None and _is_utc(value):
            return value.astimezone(zone or self.home)
        return value

    def day(self, value: Any, zone: dt.tzinfo | None = None) -> str:
        """The day of a moment by that clock, or of the beginning of a period."""
        value = self.local(value[0] if isinstance(value, tuple) else value, zone)
        return str((value.date() if isinstance(value, dt.datetime) else value).isoformat())


def of(text: str, home: dt.tzinfo) -> Clock:
    """The clock of a calendar, for somebody whose zone is `home`, unless the calendar names its own.

    Rules that cannot be read leave their zone unknown.
    """
    own: dict[str, dt.tzinfo] = {}
    for found in _ZONE.finditer(text):
        block = _FOLDED.sub("", found[0])
        name = _NAME.search(block)
        if name and len(block) <= LONGEST and (zone := _known(_bare(name[1])) or _by_rules(block)) is not None:
            own[_bare(name[1])] = zone
    told = _HOME.search(text)
    zone = own.get(_bare(told[1])) or _known(_bare(told[1])) if told else None
    return Clock(zone or home, own)


def named(line: Any) -> str:
    """The name of the zone that a line of an entry has, in the words of its file; empty without one."""
    return _bare(next(iter(line.params.get(TZID) or line.params.get("TZID") or ()), ""))


def _bare(name: str) -> str:
    return name.strip().strip('"').strip()


def _known(name: str) -> dt.tzinfo | None:
    """A zone by its name, or by that of Windows, as Outlook writes it with or without its rules."""
    from tzlocal.windows_tz import win_tz

    try:
        return zoneinfo.ZoneInfo(win_tz.get(name, name))
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _by_rules(block: str) -> dt.tzinfo | None:
    from dateutil import tz

    rules = [found for line in block.splitlines() if (found := _RULE.fullmatch(line.strip()))]
    if any(one[1].upper() == "RRULE" and not _ONCE_A_YEAR.fullmatch(one[2].strip()) for one in rules):
        return None
    try:
        return tz.tzical(io.StringIO("\n".join(f"{one[1].upper()}:{one[2]}" for one in rules))).get()
    except Exception:  # noqa: BLE001 - the library raises many kinds for damaged rules
        return None


def _is_utc(value: dt.datetime) -> bool:
    return value.tzinfo is dt.UTC or value.tzname() in ("UTC", "Z")
