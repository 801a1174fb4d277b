"""The newest conversations, by the day of their last message."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import groupby

from assistant.models import Conversation

LISTED = 40  # conversations in the rail: two screens of it


@dataclass(frozen=True, slots=True)
class Listed:
    pk: int
    title: str


@dataclass(frozen=True, slots=True)
class Day:
    name: str
    conversations: tuple[Listed, ...]


def listed(user_id: int, now: dt.datetime) -> tuple[Day, ...]:
    """The newest conversations under the day of their last message, as seen at `now` in its time zone."""
    rows = Conversation.objects.for_user(user_id).exclude(mode=Conversation.Mode.INCOGNITO)
    newest = list(rows.order_by("-updated_at", "-id").only("pk", "title", "updated_at")[:LISTED])
    return tuple(
        Day(name, tuple(Listed(row.pk, row.title or "New chat") for row in group))
        for name, group in groupby(newest, key=lambda row: _day(row.updated_at, now))
    )


def _day(moment: dt.datetime, now: dt.datetime) -> str:
    days = (now.date() - moment.astimezone(now.tzinfo).date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return "last week" if days <= 7 else "last month" if days <= 31 else "earlier"
