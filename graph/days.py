"""The day that a moment stands for, and days and moments in words. Pure."""

from __future__ import annotations

import datetime as dt
import re

from graph import recurrence

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S*)?$")


def day_of(moment: dt.datetime, zone: dt.tzinfo | None) -> dt.date:
    """The day of `moment` in `zone` (None: UTC).

    One at midnight in UTC was given as a day, by a program or a file, and is that day everywhere.
    """
    whole = moment.astimezone(dt.UTC)
    return (whole if whole.time() == dt.time() else moment.astimezone(zone or dt.UTC)).date()


def in_words(value: str, zone: dt.tzinfo | None = None) -> str:
    """A value as people write it: an ISO day as "3 March 2027", a moment as "3 March 2027, 19:00" by the clock of
    `zone` (None: UTC), the rule of what repeats as "every Tuesday"; anything else as it is.
    """
    if value.startswith("FREQ="):
        return "; ".join(recurrence.in_words(rule) for rule in value.split("; "))
    if not _DAY.match(value):
        return value
    try:
        if len(value) == len("2027-03-03"):
            return f"{dt.date.fromisoformat(value):%-d %B %Y}"
        moment = dt.datetime.fromisoformat(value)
        if moment.tzinfo is not None:
            moment = moment.astimezone(zone or dt.UTC)
    except (ValueError, OverflowError):  # no such day, or the first of all days in another zone
        return value
    return f"{moment:%-d %B %Y, %H:%M}"
