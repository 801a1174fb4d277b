"""The days that a program asks about, and an entry of them as it is told to it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant import params
from assistant.agenda import entries
from assistant.agenda.asked import Asked, Past
from assistant.agenda.entry import Entry
from assistant.agenda.moments import YEARS
from graph.models import User

LONGEST = 366  # days
MOST = 500  # entries


class BadDays(ValueError):
    """The days end before they begin, are too many or too far away; the text of the error says which."""


def agenda(user: User, first: dt.date | None, last: dt.date | None, now: dt.datetime) -> dict[str, Any]:
    """What falls on the days from `first` (today) to `last` (a month later), both meant. Raises BadDays."""
    begins = first or user.local(now).date()
    if any(one.year not in YEARS for one in (begins, last or begins)):
        raise BadDays(f"Days are known from {YEARS[0]} to {YEARS[-1]}.")
    ends = last or begins + params.LOOKED_AHEAD
    if ends < begins:
        raise BadDays("“until” is before “from”.")
    if (ends - begins).days >= LONGEST:
        raise BadDays(f"These are more than {LONGEST} days.")
    found = entries.on(user, Asked(begins, ends, past=Past.NAMED), now, most=MOST)
    return {"from": begins.isoformat(), "until": ends.isoformat(), "items": [told(one) for one in found]}


def told(entry: Entry) -> dict[str, Any]:
    """A fact with its status, or the sentence of a passage, with where it stands; ids as texts.

    `since` is what was said of it since: that it is called off, or moved.
    """
    fact, chunk = entry.item.fact, entry.item.chunk
    return {
        "first": entry.first.isoformat(),
        "last": entry.last.isoformat(),
        "at": entry.at or None,
        "kind": entry.item.kind,
        "id": str(entry.item.pk),
        "text": entry.said or entry.item.text,
        "since": entry.off_said or None,
        "status": fact.status if fact is not None else None,
        "document": str(chunk.document) if chunk is not None else None,
        "message": (chunk.message or None) if chunk is not None else None,
    }
