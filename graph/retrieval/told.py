"""A result told anew from other items: fewer of them, or those of another retriever."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from graph.retrieval import narrative, rows
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.result import Result
from graph.retrieval.types import EntityRow, Item


def of(result: Result, items: Sequence[Item], config: RetrievalConfig, now: dt.datetime) -> Result:
    """The result with these items, as many as the budget has room for, and the narrative made of them."""
    order = _places(items) if result.preset == "jacq" else {}
    told = narrative.compose(items, _sections(items), order, config, now, rows.first_said(result.evidence))
    used = {(item.kind, item.pk) for item in told.used}
    left_out = tuple((item, "No room was left") for item in items if (item.kind, item.pk) not in used)
    return replace(
        result,
        items=tuple(item for item in items if (item.kind, item.pk) in used),
        left_out=(*left_out, *result.left_out),
        narrative=told.text,
        tokens=told.tokens,
    )


def cut(
    result: Result, config: RetrievalConfig, now: dt.datetime, *, limit: int | None, min_score: float, slots: int = 0
) -> Result:
    """At most `limit` items, of at least `min_score` (T29); the others are left out, and the narrative says no more.

    Of a limit above `slots`, so many are kept for the best passages that links led to (A-O5).
    """
    enough = [item for item in result.items if item.score >= min_score]
    kept = _best(enough, limit, slots)
    if len(kept) == len(result.items):
        return result
    few = {(item.kind, item.pk) for item in enough}
    left_out = [
        (item, "Fewer were asked for" if (item.kind, item.pk) in few else "Its score was too low")
        for item in result.items
        if item not in kept
    ]
    shorter = of(result, kept, config, now)
    stats = {**result.stats, "truncated": True}
    return replace(shorter, left_out=(*left_out, *shorter.left_out), stats=stats)


def _best(items: Sequence[Item], limit: int | None, slots: int) -> list[Item]:
    if limit is None or len(items) <= limit:
        return list(items)
    linked = [item for item in items if item.chunk is not None and item.hops > 0][: slots if limit > slots else 0]
    kept = {(item.kind, item.pk) for item in linked}
    others = [item for item in items if (item.kind, item.pk) not in kept]
    kept |= {(item.kind, item.pk) for item in others[: limit - len(linked)]}
    return [item for item in items if (item.kind, item.pk) in kept]


def _places(items: Sequence[Item]) -> dict[int, float]:
    """The sections, higher the earlier their best item stands."""
    return {item.section: -float(place) for place, item in reversed(list(enumerate(items))) if item.kind != "chunk"}


def _sections(items: Sequence[Item]) -> dict[int, EntityRow]:
    """The entities under which the items are told, as the items themselves know them."""
    found: dict[int, EntityRow] = {}
    for item in items:
        if item.fact is not None:
            fact = item.fact
            found[fact.subject] = EntityRow(fact.subject, fact.subject_name, "", fact.subject_is_self)
        elif item.entity is not None:
            found[item.entity.pk] = item.entity
    return found
