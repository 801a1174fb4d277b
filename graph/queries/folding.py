"""The ledger's entries by day, where what only adds words to known facts is one line a day: pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from graph.queries.ledger import Entry


@dataclass(frozen=True, slots=True)
class Fold:
    """One entry, or several that say nothing alone: who made them, and how many quotes they are together."""

    entries: tuple[Entry, ...]

    @property
    def is_many(self) -> bool:
        return len(self.entries) > 1

    @property
    def who(self) -> str:
        return self.entries[0].who

    @property
    def quotes(self) -> int:
        return sum(entry.quotes for entry in self.entries)

    @property
    def last(self) -> dt.datetime:
        return self.entries[0].at


@dataclass(frozen=True, slots=True)
class Day:
    date: dt.date
    folds: tuple[Fold, ...]


def days(entries: Sequence[Entry]) -> tuple[Day, ...]:
    """Entries, newest first, by their day; quotes of one maker are folded where the newest of them stands."""
    return tuple(Day(date, tuple(_folds(list(group)))) for date, group in groupby(entries, key=lambda one: one.day))


def _folds(entries: Sequence[Entry]) -> list[Fold]:
    quiet: dict[str, list[Entry]] = {}
    order: list[list[Entry]] = []
    for entry in entries:
        if entry.quotes and entry.who in quiet:
            quiet[entry.who].append(entry)
            continue
        order.append([entry])
        if entry.quotes:
            quiet[entry.who] = order[-1]
    return [Fold(tuple(group)) for group in order]
