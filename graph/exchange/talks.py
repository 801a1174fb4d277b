"""Conversations are another application's: it names here what keeps one that comes from elsewhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from graph.exchange.records import Talk
from graph.models import User

Keeper = Callable[[User, Talk, dt.datetime], bool]  # True when it is new
_keeper: Keeper | None = None


class NoConversations(ValueError):
    """Nothing here keeps conversations."""


def keep_with(keeper: Keeper) -> None:
    global _keeper
    _keeper = keeper


def keep(user: User, talk: Talk, now: dt.datetime) -> bool:
    """Keep a talk; returns whether it is new. Raises NoConversations."""
    if _keeper is None:
        raise NoConversations("Conversations cannot be kept here.")
    return _keeper(user, talk, now)
