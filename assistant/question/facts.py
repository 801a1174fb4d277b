"""The facts among what was found."""

from __future__ import annotations

from collections.abc import Sequence

from graph.retrieval.types import FactRow, Item


def confirmed_first(items: Sequence[Item]) -> list[Item]:
    """Nothing unconfirmed stands before something confirmed; else the order stays."""
    return sorted(items, key=lambda item: fact_of(item).status != "confirmed")


def fact_of(item: Item) -> FactRow:
    """The item's fact; only asked of items that have one."""
    assert item.fact is not None
    return item.fact
