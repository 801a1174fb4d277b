"""Conversations are another application's: it names here what keeps those that come from elsewhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol

from graph.exchange.being_read import Progress
from graph.exchange.records import Talk
from graph.models import User


@dataclass(frozen=True, slots=True)
class Brought:
    """A document or conversation that an import made; `stays` says why it is not taken out with it, if so."""

    kind: str  # document or conversation
    pk: int
    title: str
    stays: str = ""


# What a talk is beside those that stand: unknown, known with fewer lines, or known with all of them
Kept = Literal["new", "longer", "same"]


class Keeper(Protocol):
    """What keeps conversations."""

    def keep(self, user: User, talk: Talk, now: dt.datetime, *, run: str = "") -> Kept:
        """Keep a talk that a run brings, of one that stands what was said since; returns what it was."""

    def look(self, user: User, talk: Talk) -> Kept:
        """What `keep` would find it to be. Raises ValueError for an empty one."""

    def count(self, user: User) -> int:
        """How many conversations the person has."""

    def brought(self, user: User, runs: Collection[str]) -> list[Brought]:
        """Those that these runs made and that still stand."""

    def progress(self, user: User, runs: Collection[str]) -> dict[str, Progress]:
        """Of each of these runs of whose conversations some still wait to be learned from, how far it is."""

    def take_out(self, user: User, pk: int, now: dt.datetime) -> bool:
        """Delete one; returns whether it was still there."""


_keeper: Keeper | None = None


class NoConversations(ValueError):
    """Nothing here keeps conversations."""


def keep_with(keeper: Keeper) -> None:
    global _keeper
    _keeper = keeper


def keeper() -> Keeper:
    """Raises NoConversations."""
    if _keeper is None:
        raise NoConversations("Conversations cannot be kept here.")
    return _keeper


def count(user: User) -> int:
    """How many conversations the person has; none where nothing keeps any."""
    return 0 if _keeper is None else _keeper.count(user)


def progress(user: User, runs: Collection[str]) -> dict[str, Progress]:
    """Of each of these runs of whose conversations some still wait to be learned from, how far it is."""
    return {} if _keeper is None else _keeper.progress(user, runs)


def keep(user: User, talk: Talk, now: dt.datetime, *, run: str = "") -> Kept:
    """Keep a talk; returns what it was beside those that stand. Raises NoConversations."""
    return keeper().keep(user, talk, now, run=run)
