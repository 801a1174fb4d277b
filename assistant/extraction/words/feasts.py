"""Days that have a name of their own, "at Christmas", "on Good Friday", and when they are. Pure."""

from __future__ import annotations

import datetime as dt
import re

from dateutil.easter import easter

_FEASTS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
}
_BY_EASTER = {  # days from Easter Sunday, the first and the last meant
    "good friday": (-2, -2),
    "easter sunday": (0, 0),
    "easter monday": (1, 1),
    "easter": (-2, 1),
    "ascension day": (39, 39),
    "whit sunday": (49, 49),
    "whit monday": (50, 50),
    "pentecost": (49, 50),
}
FEASTS = frozenset({*_FEASTS, *_BY_EASTER})
_NAMED_DAYS = "|".join([*_FEASTS, *_BY_EASTER]).replace("'", ".?")
FEAST = re.compile(
    rf"\b(?:on|at|over|for|by)\s+(?P<feast>{_NAMED_DAYS})\b(?!\s+(?:day|eve|egg|bunny)s?\b)", re.IGNORECASE
)


def feast(match: re.Match[str], said_on: dt.date, behind: bool) -> tuple[dt.date, dt.date]:
    name = match["feast"].casefold().replace("’", "'")
    first, last = _in_year(name, said_on.year)
    if first > said_on if behind else last < said_on:
        return _in_year(name, said_on.year + (-1 if behind else 1))
    return first, last


def _in_year(name: str, year: int) -> tuple[dt.date, dt.date]:
    """Its first and last day; those that move do so with Easter, as the western churches reckon it."""
    if name in _FEASTS:
        day = dt.date(year, *_FEASTS[name])
        return day, day
    first, last = (easter(year) + dt.timedelta(days=days) for days in _BY_EASTER[name])
    return first, last
