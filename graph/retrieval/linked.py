"""What the graph brings to passages, and why each is here; when it fails, the seeds stand as they are (O68, O69)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import DatabaseError

from graph.models import ChunkEdge
from graph.projections.subjects import batches
from graph.retrieval import rows
from graph.retrieval.spreading.activation import Activation, Arrival
from graph.retrieval.types import CHUNK, NO_NODE, ChunkRow, Item, node, node_kind, node_pk

logger = logging.getLogger(__name__)

CONTEXTS = 3  # links told of one passage: more is noise in a prompt
MISSING = "no_graph"  # how a result without the graph is named


def or_seeds_alone(walk: Callable[[], Activation], lit: Mapping[int, float], degraded: list[str]) -> Activation:
    """What the walk reached, or the seeds alone when the links cannot be read (O68)."""
    try:
        return walk()
    except DatabaseError:
        logger.exception("the graph could not be walked")
        degraded.append(MISSING)
        return Activation(nodes={number: Arrival(score, 0, NO_NODE, None) for number, score in lit.items()})


def passages(user_id: int, ids: Iterable[int], degraded: list[str]) -> dict[int, ChunkRow]:
    """The reached passages in one batch (O58), or none of them when they cannot be read (O69)."""
    try:
        return rows.chunks(user_id, ids)
    except DatabaseError:
        logger.exception("the reached passages could not be read")
        degraded.append(MISSING)
        return {}


def with_context(user_id: int, items: Sequence[Item], activation: Activation) -> list[Item]:
    """The items, each passage that links led to with the strongest of these: from, relation, description (O63).

    A seed needs no reason to be here. Only links from passages that stand nearer to the seeds count.
    """
    hops = {node_pk(at): arrival.hops for at, arrival in activation.nodes.items() if node_kind(at) == CHUNK}
    reached = {item.pk: item for item in items if item.kind == "chunk" and item.hops}
    found: dict[int, list[tuple[int, str, str]]] = {}
    for edge in _links(user_id, list(reached)):
        for here, other in ((edge.target_id, edge.source_id), (edge.source_id, edge.target_id)):
            if here in reached and hops.get(other, reached[here].hops) < reached[here].hops:
                found.setdefault(here, []).append((other, edge.relation, edge.description))
    return [
        replace(item, context=_foremost(item, found[item.pk])) if item.kind == "chunk" and item.pk in found else item
        for item in items
    ]


def _foremost(item: Item, links: Sequence[tuple[int, str, str]]) -> tuple[tuple[int, str, str], ...]:
    """The link by which it was reached first, then the others by weight."""
    came_from = item.path[-2].node if len(item.path) > 1 else NO_NODE
    way = (came_from, item.path[-1].relation if item.path else "")
    return tuple(sorted(links, key=lambda link: (node(CHUNK, link[0]), link[1]) != way)[:CONTEXTS])


def _links(user_id: int, ids: Sequence[int]) -> list[ChunkEdge]:
    """The links at either end of these passages, strongest first; none when they cannot be read."""
    found: dict[object, ChunkEdge] = {}
    try:
        for side in ("source_id__in", "target_id__in"):
            for batch in batches(ids):
                found |= {edge.pk: edge for edge in ChunkEdge.objects.checked_for(user_id).filter(**{side: batch})}
    except DatabaseError:
        logger.exception("the links of reached passages could not be read")
        return []
    return sorted(found.values(), key=lambda one: (-one.weight, one.source_id, one.target_id, one.relation))
