"""The day that a moment stands for. Pure."""

from __future__ import annotations

import datetime as dt
import re


def day_of(moment: dt.datetime, zone: dt.tzinfo | None) -> dt.date:
    """The day of `moment` in `zone` (None: UTC).

    One at midnight in UTC was given as a day, by a program or a file, and is that day everywhere.
    """
    whole = moment.astimezone(dt.UTC)
    return (whole if whole.time() == dt.time() else moment.astimezone(zone or dt.UTC)).date()


def in_words(value: str) -> str:
    """An ISO day as people write it, "3 March 2027"; anything else as it is."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return value
    try:
        return f"{dt.date.fromisoformat(value):%-d %B %Y}"
    except ValueError:
        return value
