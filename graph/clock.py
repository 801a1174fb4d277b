"""The one place where the edge asks what time it is, everything below is told; and how a moment is written down."""

import datetime as dt
import functools
import zoneinfo

from django.utils import timezone


def now() -> dt.datetime:
    """The present moment, aware, UTC."""
    return timezone.now()


def written(at: dt.datetime) -> str:
    """A moment as programs are given it: ISO 8601 in UTC, with a Z at its end."""
    return at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


@functools.cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones that this machine knows, in order; asked once, for each is a file that is opened."""
    return tuple(sorted(zoneinfo.available_timezones()))
