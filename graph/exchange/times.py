"""When something was said, as the exports of chats write it."""

from __future__ import annotations

import datetime as dt
from typing import Any


def told(given: Any) -> dt.datetime | None:
    """Seconds since 1970, or ISO 8601; None where no time is given. Raises ValueError or TypeError."""
    return _moment(given) if given else None


def _moment(given: Any) -> dt.datetime:
    try:
        at = (
            dt.datetime.fromtimestamp(given, dt.UTC)
            if isinstance(given, int | float)
            else dt.datetime.fromisoformat(given)
        )
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"“{given}” is no time") from None
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)
