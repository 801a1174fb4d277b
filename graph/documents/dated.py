"""The day on which a note was written: by the name of its file, by what stands above its text, or by its title."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

# When a note was written, as daily notes and blogs have it; of a note about something of a kind, such as a meeting or
# a person, they say something of that.
KEYS = ("date", "day", "datetime")
SUFFIXES = (".md", ".markdown", ".txt")
# A day, with or without the time at which a note of a card index was begun: 2024-05-01, 2024_05_01, 202405011230
_DAY = re.compile(r"(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?:[T_ ]?\d{4}(?:\d{2})?)?(?!\d)")
_PARTED = re.compile(r"(?:\A|/)(\d{4})/(\d{2})/(\d{2})\Z")  # a folder for the year and one for the month
_WRITTEN = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? (\d{{4}})(?!\d)", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)", re.IGNORECASE)
YEARS = range(1900, 2200)


def day(path: str, front: Mapping[str, Any]) -> dt.date | None:
    """The day of the note at `path`, of which `front` stands above the text; None where it tells none, or several."""
    return by_name(path) or _by_key(front)


def by_name(path: str) -> dt.date | None:
    """The only day that the name of a note tells, or the folders in which it stands."""
    place = PurePosixPath(path)
    if place.suffix.lower() not in SUFFIXES:
        return None
    if parted := _PARTED.search(str(place.with_suffix(""))):
        return _date(*parted.groups())
    days = {_date(year, month, day) for year, _, month, day in _DAY.findall(place.stem)} - {None}
    return days.pop() if len(days) == 1 else None


def _by_key(front: Mapping[str, Any]) -> dt.date | None:
    if front.get("type"):
        return None
    said = {str(key).strip().lower(): value for key, value in front.items()}
    value = next((said[key] for key in KEYS if said.get(key)), None)
    if isinstance(value, dt.date):  # a moment is one too, and tells the day where it was written
        return dt.date(value.year, value.month, value.day)
    found = _WRITTEN.search(value) if isinstance(value, str) else None
    return _date(*found.groups()) if found else None


def _date(year: str, month: str, day: str) -> dt.date | None:
    try:
        found = dt.date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if found.year in YEARS else None


def by_title(title: str, today: dt.date) -> dt.date | None:
    """The only day that a title names in full, up to `today`: "Meeting with Helena, 16 November 2026" is its minutes.

    A day to come is that of which the text tells, and not the one on which it was written.
    """
    named = [(year, month, day) for day, month, year in _DAY_FIRST.findall(title)]
    named += [(year, month, day) for month, day, year in _MONTH_FIRST.findall(title)]
    days = {_date(year, str(_MONTHS.index(month[:3].casefold()) + 1), day) for year, month, day in named}
    days |= {_date(*found) for found in _WRITTEN.findall(title)}
    return found if len(days) == 1 and (found := days.pop()) is not None and found <= today else None


def said_at(path: str, front: Mapping[str, Any], title: str, today: dt.date) -> dict[str, str]:
    """What the metadata of a document tell of that day: its midnight in UTC, which is that day everywhere."""
    found = day(path, front) or by_title(title, today)
    return {"said_at": dt.datetime(found.year, found.month, found.day, tzinfo=dt.UTC).isoformat()} if found else {}
