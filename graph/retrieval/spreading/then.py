"""The graph as it stood at a moment: without what was not held true then, and with what no longer is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.types import (
    CHUNK,
    EVERY_EDGE,
    FACT,
    FACT_EDGE,
    NODE_KINDS,
    Direction,
    Edges,
    GraphView,
    Relations,
    Which,
)

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Then:
    """A state of the graph seen from a moment (a `GraphView`).

    `facts` and `chunks` are the ids of what stood then, ascending; `bygone` are the edges of facts that are history by
    now, as they were written down, and `relations` has the names of all of them.
    """

    graph: GraphView
    facts: Ints
    chunks: Ints
    bygone: Edges
    relations: Relations

    @property
    def version(self) -> int:
        return self.graph.version

    def degree(self, nodes: Ints) -> Ints:
        return self.graph.degree(nodes)

    def namesakes(self, nodes: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
        return self.graph.namesakes(nodes)

    def expand(self, frontier: Ints, which: Which = EVERY_EDGE, *, now: dt.datetime) -> Edges:
        """As the graph does, over what stood then; all edges are looked at before the strongest are taken."""
        frontier = np.asarray(frontier, np.int64)
        edges = self.graph.expand(frontier, replace(which, per_node=0), now=now)
        found = _picked(edges, self._stood(edges))
        if which.has(FACT_EDGE):
            walked = np.array([which.walks(name) for name in self.relations], np.bool_)
            allowed = walked[self.bygone.relation] & (self.bygone.weight >= np.float32(which.min_weight))
            found = found.joined(_leaving(_picked(self.bygone, allowed), frontier, which.direction))
        return _strongest(found, frontier, which.per_node)

    def _stood(self, edges: Edges) -> NDArray[np.bool_]:
        """Which edges lead over, from and to what stood then."""
        stood = (edges.kind != FACT_EDGE) | np.isin(edges.fact, self.facts)
        for ends in (edges.source, edges.target):
            for kind, ids in ((CHUNK, self.chunks), (FACT, self.facts)):
                stood &= (ends % NODE_KINDS != kind) | np.isin(ends // NODE_KINDS, ids) | (ends < 0)
        return stood


def _leaving(edges: Edges, frontier: Ints, direction: Direction) -> Edges:
    """The edges that leave the frontier, turned round where they are walked backwards."""
    forth = _picked(edges, np.isin(edges.source, frontier) & (direction != "incoming"))
    back = _picked(edges, np.isin(edges.target, frontier) & (direction != "outgoing"))
    turned = back._replace(source=back.target, target=back.source, reverse=~back.reverse)
    return forth.joined(turned)


def _strongest(edges: Edges, frontier: Ints, per_node: int) -> Edges:
    """Ordered by frontier position and then by strength, at most `per_node` of each node (0 = all)."""
    place = {number: position for position, number in enumerate(frontier.tolist())}
    position = np.array([place[number] for number in edges.source.tolist()], np.int64)
    order = np.lexsort((-(edges.weight * edges.confidence), position))
    if per_node:
        position = position[order]
        order = order[np.arange(len(position)) - np.searchsorted(position, position) < per_node]
    return _picked(edges, order)


def _picked(edges: Edges, which: NDArray) -> Edges:
    return Edges._make(array[which] for array in edges)
