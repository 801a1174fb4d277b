"""Looking back: the day that a page shows instead of the present, and how to return from it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.utils import timezone

from assistant.views.request import PersonsRequest
from graph import clock


class NoSuchDay(ValueError):
    """What was given is no day; the text of the error is one sentence for the person."""


@dataclass(frozen=True, slots=True)
class Past:
    """A day before today in the person's time zone; what was written down on it counts."""

    day: dt.date

    @property
    def at(self) -> dt.datetime:
        """The last moment of the day."""
        return timezone.make_aware(dt.datetime.combine(self.day, dt.time.max))

    @property
    def asked(self) -> str:
        """The part of an address that asks for the day."""
        return f"as_of={self.day.isoformat()}"


def of_day(text: str) -> Past | None:
    """The day that was given; None for none, and for one that is not over. Raises NoSuchDay."""
    if not text.strip():
        return None
    try:
        day = dt.date.fromisoformat(text.strip())
    except ValueError:
        raise NoSuchDay(f"“{text.strip()[:40]}” is no date in the form 2026-03-01.") from None
    if day.year < 1000:  # no zone reaches that far back
        raise NoSuchDay("Choose a day after the year 1000.")
    return Past(day) if day < timezone.localdate(clock.now()) else None


def chosen(request: PersonsRequest) -> dict[str, Any]:
    """For the page: `past` or None, what else its address asks for, and the address of the present."""
    try:
        past = of_day(request.GET.get("as_of", ""))
    except NoSuchDay as refusal:
        messages.error(request, str(refusal))
        past = None
    rest = request.GET.copy()
    for name in ("as_of", "page", "edit"):
        rest.pop(name, None)
    kept = [(name, value) for name, values in rest.lists() for value in values]
    return {
        "past": past,
        "past_keeps": kept,
        "present": request.path + (f"?{rest.urlencode()}" if rest else ""),
        "today": timezone.localdate(clock.now()),
    }
