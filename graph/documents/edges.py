"""Links between passages as rows: written strongest first, read in batches, never one query a passage (O29)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable

from django.db import transaction

from graph import versions
from graph.documents.judging import Edge, strongest
from graph.models import Chunk, ChunkEdge, Touch
from graph.projections.subjects import batches

MODEL, ACROSS = "model", "across"


def store_edges(user_id: int, edges: Iterable[Edge], *, origin: str, now: dt.datetime) -> int:
    """Write links in one transaction; of two between the same passages the heavier stays (C15). Returns how many new.

    A link to a passage that is no longer there, or another person's, is left out (C19).
    """
    wanted = strongest(edges)
    with transaction.atomic():
        ends = {pk for edge in wanted for pk in (edge.source, edge.target)}
        there = standing(user_id, ends)
        wanted = [edge for edge in wanted if edge.source in there and edge.target in there]
        known = {
            (one.source_id, one.target_id, one.relation): one
            for one in get_edges(user_id, {edge.source for edge in wanted})
        }
        new, heavier = [], []
        for edge in wanted:
            held = known.get((edge.source, edge.target, edge.relation))
            if held is None:
                new.append(_row(user_id, edge, origin, now))
            elif edge.weight > held.weight or (edge.weight == held.weight and not held.description):
                held.weight, held.description = edge.weight, edge.description
                heavier.append(held)
        ChunkEdge.objects.bulk_create(new, batch_size=500, ignore_conflicts=True)
        ChunkEdge.objects.bulk_update(heavier, ["weight", "description"], batch_size=200)
        if new or heavier:
            versions.bump(user_id, [(Touch.Kind.EDGE, pk) for pk in {one.source_id for one in [*new, *heavier]}])
    return len(new)


def keep_strongest(user_id: int, sources: Collection[int], most: int, *, origin: str) -> int:
    """Delete all but the `most` strongest links of each source that came from `origin` (O24); returns how many went."""
    counted: dict[int, int] = {}
    over: list[ChunkEdge] = []
    for edge in get_edges(user_id, sources):  # the strongest first, ties by id
        if edge.origin == origin:
            counted[edge.source_id] = counted.get(edge.source_id, 0) + 1
            if counted[edge.source_id] > most:
                over.append(edge)
    if over:
        with transaction.atomic():
            ChunkEdge.objects.for_user(user_id).filter(pk__in=[edge.pk for edge in over]).delete()
            versions.bump(user_id, [(Touch.Kind.EDGE, pk) for pk in {edge.source_id for edge in over}])
    return len(over)


def are_standing(user_id: int, chunks: Collection[int]) -> bool:
    """Whether all of these passages are there."""
    return standing(user_id, chunks) == set(chunks)


def get_edges(user_id: int, chunks: Collection[int]) -> list[ChunkEdge]:
    """The links that leave these passages."""
    return _of(user_id, "source_id", chunks)


def get_incoming_edges(user_id: int, chunks: Collection[int]) -> list[ChunkEdge]:
    """The links that lead to these passages."""
    return _of(user_id, "target_id", chunks)


def _of(user_id: int, side: str, chunks: Collection[int]) -> list[ChunkEdge]:
    """In batches: a frontier of thousands would break the database's limit of variables (W-O11)."""
    found: list[ChunkEdge] = []
    for batch in batches(chunks):
        found += ChunkEdge.objects.checked_for(user_id).filter(**{f"{side}__in": batch})
    return sorted(found, key=lambda one: (-one.weight, one.source_id, one.target_id, one.relation))


def standing(user_id: int, ids: Collection[int]) -> set[int]:
    """Those of the passages that are there and this person's."""
    there: set[int] = set()
    for batch in batches(ids):
        there |= set(Chunk.objects.checked_for(user_id).filter(pk__in=batch).values_list("pk", flat=True))
    return there


def _row(user_id: int, edge: Edge, origin: str, now: dt.datetime) -> ChunkEdge:
    return ChunkEdge(
        user_id=user_id,
        source_id=edge.source,
        target_id=edge.target,
        relation=edge.relation,
        weight=edge.weight,
        description=edge.description,
        origin=origin,
        created_at=now,
    )
