"""The newest conversations, by the day of their last message, and those that come from elsewhere."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import groupby

from assistant.models import Conversation

LISTED = 40  # conversations in the rail: two screens of it
PAGE = 100  # imported ones on a page of their own


@dataclass(frozen=True, slots=True)
class Listed:
    pk: int
    title: str


@dataclass(frozen=True, slots=True)
class Day:
    name: str
    conversations: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """The newest of the conversations that come from elsewhere, and how many there are in all."""

    total: int
    newest: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of them, newest first."""

    lines: tuple[tuple[Listed, dt.datetime], ...]
    total: int
    number: int
    pages: int


def imported(user_id: int) -> Imported:
    """Those that were imported, until their owner goes on with them, apart: hundreds of them hide no own one."""
    rows = Conversation.objects.for_user(user_id).filter(is_imported=True)
    newest = list(rows.order_by("-updated_at", "-id").only("pk", "title")[: LISTED + 1])
    total = len(newest) if len(newest) <= LISTED else rows.count()
    return Imported(total, tuple(_line(row) for row in newest[:LISTED]))


def page_of_imported(user_id: int, words: str, number: int) -> Page:
    """Those whose title holds `words`, all of them where there are none."""
    rows = Conversation.objects.for_user(user_id).filter(is_imported=True, title__icontains=words)
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    number = min(max(1, number), pages)
    shown = rows.order_by("-updated_at", "-id").only("pk", "title", "updated_at")[(number - 1) * PAGE : number * PAGE]
    return Page(tuple((_line(row), row.updated_at) for row in shown), total, number, pages)


def _line(row: Conversation) -> Listed:
    return Listed(row.pk, row.title or "New chat")


def listed(user_id: int, now: dt.datetime) -> tuple[Day, ...]:
    """One's own newest conversations under the day of their last message, as seen at `now` in its time zone."""
    rows = Conversation.objects.for_user(user_id).filter(is_imported=False).exclude(mode=Conversation.Mode.INCOGNITO)
    newest = list(rows.order_by("-updated_at", "-id").only("pk", "title", "updated_at")[:LISTED])
    return tuple(
        Day(name, tuple(_line(row) for row in group))
        for name, group in groupby(newest, key=lambda row: _day(row.updated_at, now))
    )


def _day(moment: dt.datetime, now: dt.datetime) -> str:
    days = (now.date() - moment.astimezone(now.tzinfo).date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return "last week" if days <= 7 else "last month" if days <= 31 else "earlier"
