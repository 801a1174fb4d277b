"""When something repeats, by the RRULE of a calendar (RFC 5545) in words: "every Tuesday until 1 March 2027". Pure."""

from __future__ import annotations

import calendar
import datetime as dt
import re

_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_DAYS = dict(zip(("MO", "TU", "WE", "TH", "FR", "SA", "SU"), calendar.day_name, strict=True))
_ORDERS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last", "-2": "last but one"}
_READ = {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "UNTIL", "COUNT", "WKST"}


def in_words(rule: str) -> str:
    """The rule as people say it; one with parts that nobody says stays as it is."""
    parts = dict(part.split("=", 1) for part in rule.strip().upper().split(";") if "=" in part)
    unit = _UNITS.get(parts.get("FREQ", ""))
    if unit is None or not parts.keys() <= _READ:
        return rule
    try:
        days = _weekdays(parts.get("BYDAY", ""))
        months = " and ".join(calendar.month_name[int(one)] for one in parts.get("BYMONTH", "").split(",") if one)
        ends = _ends(parts)
        said = _every(unit, int(parts.get("INTERVAL") or 1), days)
    except (ValueError, IndexError, KeyError):
        return rule
    if parts.get("BYMONTHDAY"):
        said += f" on day {parts['BYMONTHDAY'].replace(',', ' and ')}"
    return " ".join(filter(None, (said, f"in {months}" if months else "", ends)))


def _every(unit: str, step: int, days: str) -> str:
    if unit == "week" and days:
        return f"every {days}" if step == 1 else f"every {_step(step)}week on {days}"
    return " ".join(filter(None, (f"every {_step(step)}{unit}{'s' if step > 2 else ''}", f"on {days}" if days else "")))


def _step(step: int) -> str:
    return "" if step == 1 else "second " if step == 2 else f"{step} "


def _weekdays(said: str) -> str:
    """ "MO,WE" as "Monday and Wednesday", "1MO" as "the first Monday". Raises KeyError or ValueError."""
    named = []
    for one in filter(None, said.split(",")):
        found = re.fullmatch(r"([+-]?\d+)?([A-Z]{2})", one)
        if found is None:
            raise ValueError(one)
        order = found[1].removeprefix("+") if found[1] else ""
        named.append(f"the {_ORDERS[order]} {_DAYS[found[2]]}" if order else _DAYS[found[2]])
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}" if named else ""


def _ends(parts: dict[str, str]) -> str:
    if parts.get("UNTIL"):
        return f"until {dt.date.fromisoformat(parts['UNTIL'][:8]):%-d %B %Y}"
    return f"{int(parts['COUNT'])} times" if parts.get("COUNT") else ""
