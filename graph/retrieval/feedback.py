"""What a person says of returned items: kept with the run, counted once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import F

from graph import versions
from graph.models import Fact, Retrieval, RetrievalItem, Touch, User
from graph.retrieval.types import ChunkRow, FactRow

MONTH = dt.timedelta(days=365.25 / 12)


@dataclass(frozen=True, slots=True)
class Recorded:
    """How many judgements are new or different, and the items, by kind and id, that the run did not return."""

    count: int
    missing: tuple[tuple[str, int], ...] = ()


def record(*, user: User, retrieval: Retrieval, judged: Iterable[tuple[str, int, bool]]) -> Recorded:
    """Note (kind, id, helpful) for items of a run (T25, T28); what it did not return is told, and passed over."""
    count = 0
    touched: list[tuple[str, int]] = []
    missing: list[tuple[str, int]] = []
    with transaction.atomic():
        for kind, pk, helpful in judged:
            item = (
                RetrievalItem.objects.select_for_update().filter(retrieval=retrieval, kind=kind, object_id=pk).first()
            )
            if item is None:
                missing.append((kind, pk))
                continue
            if item.helpful == helpful:
                continue
            if kind == "fact":
                _count(pk, item.helpful, helpful)
                ends = Fact.objects.for_user(user).filter(pk=pk).values_list("subject_id", "object_id")
                touched += [(Touch.Kind.AROUND, end) for pair in ends for end in pair if end]
            else:
                touched.append((Touch.Kind.CHUNK if kind == "chunk" else Touch.Kind.AROUND, pk))
            item.helpful = helpful
            item.save(update_fields=["helpful"])
            count += 1
        if touched:
            # Questions about the same are answered anew: what helped with this one now comes with like ones (T3).
            touched += [(Touch.Kind.AROUND, int(anchor["id"])) for anchor in retrieval.anchors]
            versions.bump(user.pk, touched)
    return Recorded(count, tuple(missing))


def _count(pk: int, before: bool | None, after: bool) -> None:
    """Move the fact's counters from what was said before to what is said now."""
    change = {"helpful_count": int(after), "unhelpful_count": int(not after)}
    if before is not None:
        change["helpful_count" if before else "unhelpful_count"] -= 1
    columns = {name: F(name) + by for name, by in change.items() if by}
    Fact.objects.filter(pk=pk).update(**columns)


def aged(
    user_id: int, facts: Mapping[int, FactRow], chunks: Mapping[int, ChunkRow], decay: float, now: dt.datetime
) -> tuple[dict[int, FactRow], dict[int, ChunkRow]]:
    """The rows with each judgement counted decay ^ (months since its run) times (T50); as they are when decay is 1.

    Nothing is forgotten: only the formula weighs it (T49, C12).
    """
    if decay == 1.0:
        return dict(facts), dict(chunks)
    judged: dict[tuple[str, int], tuple[float, float]] = {}
    rows = RetrievalItem.objects.for_user(user_id).filter(helpful__isnull=False)
    found = rows.filter(kind="fact", object_id__in=facts) | rows.filter(kind="chunk", object_id__in=chunks)
    for kind, pk, helpful, at in found.values_list("kind", "object_id", "helpful", "retrieval__created_at"):
        weight = decay ** max((now - at) / MONTH, 0.0)
        good, total = judged.get((kind, pk), (0.0, 0.0))
        judged[kind, pk] = (good + weight * bool(helpful), total + weight)

    def weighed(row: FactRow | ChunkRow, kind: str) -> Any:
        good, total = judged.get((kind, row.pk), (0.0, 0.0))
        return replace(row, helpful=good, judged=total)

    return (
        {pk: weighed(row, "fact") for pk, row in facts.items()},
        {pk: weighed(row, "chunk") for pk, row in chunks.items()},
    )
