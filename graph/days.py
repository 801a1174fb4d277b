"""The day that a moment stands for. Pure."""

from __future__ import annotations

import datetime as dt


def day_of(moment: dt.datetime, zone: dt.tzinfo | None) -> dt.date:
    """The day of `moment` in `zone` (None: UTC).

    One at midnight in UTC was given as a day, by a program or a file, and is that day everywhere.
    """
    whole = moment.astimezone(dt.UTC)
    return (whole if whole.time() == dt.time() else moment.astimezone(zone or dt.UTC)).date()
