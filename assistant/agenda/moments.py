"""Days and moments by the clock of a person."""

from __future__ import annotations

import datetime as dt
import zoneinfo

from graph.models import User

YEARS = range(1900, 2200)  # of which days are asked about


def moment(value: str, user: User) -> tuple[dt.date, str] | None:
    """The day of an ISO day or moment, and its time, "19:00", if it has one; None of anything else."""
    try:
        if len(value) == 10:
            return dt.date.fromisoformat(value), ""
        at = dt.datetime.fromisoformat(value)
        at = user.local(at) if at.tzinfo else at
    except (ValueError, OverflowError):  # no such day, or the last of all days in another zone
        return None
    return at.date(), f"{at:%H:%M}"


def bounds(first: dt.date, last: dt.date, user: User) -> tuple[dt.datetime, dt.datetime]:
    """From the beginning of the first day to the end of the last."""
    zone = zoneinfo.ZoneInfo(user.time_zone)
    return dt.datetime.combine(first, dt.time.min, zone), dt.datetime.combine(last, dt.time.max, zone)
