"""The graph index: a person's edges in memory as compressed sparse rows, with what changed since beside them."""

from __future__ import annotations

import datetime as dt
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from graph import params, versions
from graph.models import Touch
from graph.projections import correlation, edge_rows, namesakes
from graph.projections.edge_rows import microseconds
from graph.projections.edge_table import Columns, Ints, rows
from graph.projections.expansion import Rule, merged, strongest
from graph.projections.layers import EMPTY, Layer
from graph.projections.namesakes import NOBODY, Names
from graph.retrieval.types import (
    CHUNK,
    CHUNK_EDGE,
    CORRELATION_EDGE,
    ENTITY,
    EVERY_EDGE,
    FACT,
    FACT_EDGE,
    HOLDING_EDGE,
    MENTION_EDGE,
    REFERENCE_EDGE,
    Edges,
    Relations,
    Which,
    node,
)

STORED_KINDS = (FACT_EDGE, MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE, HOLDING_EDGE)
KINDS = (*STORED_KINDS, CORRELATION_EDGE)  # the last is not of rows but made of the others


@dataclass(frozen=True, slots=True)
class Stats:
    """How large a graph is in memory; a node counts if an edge touches it."""

    edges: int
    nodes: int
    bytes: int
    too_large: bool


@dataclass(frozen=True, slots=True)
class GraphIndex:
    """One consistent state of a graph (a `GraphView`): readers keep theirs while a newer one is made."""

    version: int
    relations: Relations
    layers: tuple[Layer, ...]
    references: tuple[int, int] = (0, 0)
    correlated: int = 0  # the mentions that changed since the correlations were made
    names: Names = NOBODY

    def expand(self, frontier: Ints, which: Which = EVERY_EDGE, *, now: dt.datetime) -> Edges:
        """The edges of each frontier node that are asked for; see `GraphView.expand`."""
        frontier = np.asarray(frontier, np.int64)
        rule = Rule.of(which, self.relations, microseconds(now))
        found = []
        for kind in KINDS if which.kinds is None else sorted(which.kinds):
            for part, dead in self.layers[kind].parts():
                if len(part.columns):
                    found.append(strongest(kind, part, dead, frontier, which.per_node, rule))
        return merged(frontier, found, which.per_node)

    def degree(self, nodes: Ints) -> Ints:
        """How many stored edges touch each node, in either direction; correlations only repeat some of them."""
        nodes = np.asarray(nodes, np.int64)
        return np.sum([self.layers[kind].degree(nodes) for kind in STORED_KINDS], axis=0)

    def namesakes(self, nodes: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
        """For each of the nodes that has some, those that may be the same under another spelling of the name."""
        return self.names.namesakes(nodes)

    def stats(self) -> Stats:
        """Edges, nodes and bytes held."""
        nodes = np.unique(np.concatenate([part.nodes for layer in self.layers for part in (layer.base, layer.delta)]))
        held = sum(
            layer.base.size + layer.delta.size + (0 if layer.dead is None else layer.dead.nbytes)
            for layer in self.layers
        )
        held += self.names.size
        edges = sum(len(self.layers[kind]) for kind in STORED_KINDS)
        return Stats(edges, int((self.degree(nodes) > 0).sum()), held, edges > params.GRAPH_EDGES_WARNING)


_indexes: OrderedDict[int, GraphIndex] = OrderedDict()
_locks: dict[int, threading.Lock] = {}


def of(user_id: int) -> GraphIndex:
    """The user's graph at its present version, brought up to date in this process if another one wrote.

    Not to be called inside a transaction that has written: what it rolls back would stay.
    """
    index = _indexes.get(user_id)
    if index is None or index.version != versions.current(user_id, index.version):
        with _locks.setdefault(user_id, threading.Lock()):
            index = _indexes.get(user_id)
            version = versions.current(user_id, index.version if index else 0)
            if index is None or index.version != version:
                index = _brought_to(index, user_id, version)
                _indexes[user_id] = index
    while len(_indexes) > params.GRAPHS:
        _indexes.popitem(last=False)
    return index


def load(user_id: int) -> GraphIndex:
    """The graph built anew from the database."""
    version, relations = versions.current(user_id), _Relations(Relations())
    mark = edge_rows.reference_mark(user_id)
    layers = [Layer(rows(edge_rows.every(user_id, kind, relations.number)), None, EMPTY) for kind in STORED_KINDS]
    correlations = _correlations(layers[MENTION_EDGE], layers[HOLDING_EDGE], relations)
    return GraphIndex(version, relations.names, (*layers, correlations), mark, names=namesakes.every(user_id))


def forget(user_id: int | None = None) -> None:
    """Let go of a user's graph, or of everyone's."""
    if user_id is None:
        _indexes.clear()
    else:
        _indexes.pop(user_id, None)


def _brought_to(index: GraphIndex | None, user_id: int, version: int) -> GraphIndex:
    # A version lower than ours is another database (a restored one).
    touched = versions.since(user_id, index.version) if index and index.version <= version else None
    return load(user_id) if index is None or touched is None else _updated(index, user_id, version, touched)


def _updated(index: GraphIndex, user_id: int, version: int, touched: Iterable[tuple[str, int]]) -> GraphIndex:
    """The index with what was touched read again. A touched passage stands for its mentions and links."""
    by_kind: dict[str, set[int]] = {}
    for kind, pk in touched:
        by_kind.setdefault(kind, set()).add(pk)
    facts = by_kind.get(Touch.Kind.FACT, set())
    entities = by_kind.get(Touch.Kind.ENTITY, set())
    chunks = by_kind.get(Touch.Kind.CHUNK, set()) | by_kind.get(Touch.Kind.EDGE, set())
    relations = _Relations(index.relations)
    fact_layer, mention_layer, chunk_layer, reference_layer, holding_layer, correlations = index.layers
    mark, changed, names = index.references, index.correlated, index.names
    if entities:
        names = names.changed(entities, namesakes.of(user_id, entities))
    if facts:
        ids = np.array(sorted(facts), np.int64)
        newer = edge_rows.facts(user_id, facts, relations.number)
        fact_layer = fact_layer.changed(fact_layer.base.places(ids), fact_layer.delta.places(ids), newer)
    if chunks or entities:
        nodes = np.array([*(node(CHUNK, pk) for pk in chunks), *(node(ENTITY, pk) for pk in entities)], np.int64)
        newer = edge_rows.mentions(user_id, chunks, entities, relations.number)
        before = mention_layer
        mention_layer = _around(mention_layer, nodes, newer)
        changed += len(newer) + abs(len(mention_layer) - len(before)) if mention_layer is not before else 0
    if chunks or facts:
        nodes = np.array([*(node(CHUNK, pk) for pk in chunks), *(node(FACT, pk) for pk in facts)], np.int64)
        newer = edge_rows.holdings(user_id, chunks, facts, relations.number)
        holding_layer = _around(holding_layer, nodes, newer)
    if chunks:
        nodes = np.array([node(CHUNK, pk) for pk in chunks], np.int64)
        chunk_layer = _around(chunk_layer, nodes, edge_rows.chunk_edges(user_id, chunks, relations.number))
        mark = edge_rows.reference_mark(user_id)
        if mark != index.references:
            references = edge_rows.every(user_id, REFERENCE_EDGE, relations.number)
            reference_layer = Layer(rows(references), None, EMPTY)
    if mention_layer is not index.layers[MENTION_EDGE] and changed >= params.CORRELATE_SHARE * len(mention_layer):
        correlations, changed = _correlations(mention_layer, holding_layer, relations), 0
    layers = (fact_layer, mention_layer, chunk_layer, reference_layer, holding_layer, correlations)
    return GraphIndex(version, relations.names, layers, mark, changed, names)


def _correlations(mentions: Layer, holdings: Layer, relations: _Relations) -> Layer:
    """What is named together, from the mentions as they stand (T22)."""
    if not len(mentions):
        return Layer(EMPTY, None, EMPTY)
    named = relations.number(correlation.CO_OCCURS)
    return Layer(rows(correlation.edges(mentions.columns(), holdings.columns(), named)), None, EMPTY)


def _around(layer: Layer, nodes: Ints, newer: Columns) -> Layer:
    """The layer with every edge that touches the nodes replaced by the newer ones."""
    return layer.changed(layer.base.edges_of(nodes), layer.delta.edges_of(nodes), newer)


class _Relations:
    """Numbers for the names of relations: a name keeps its number, new ones are added to a list of our own."""

    def __init__(self, names: Relations) -> None:
        self.names = Relations(names)
        self._numbers = dict(names.numbers)

    def number(self, name: str) -> int:
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self._numbers[name]


def _after_fork() -> None:
    """A child keeps the indexes (they are never changed) but not the locks, which another thread may have held."""
    _locks.clear()


os.register_at_fork(after_in_child=_after_fork)
