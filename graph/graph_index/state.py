"""One state of the library's index: the edges as rows that never change, and look-ups that grow with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import numpy as np

from graph import params
from graph.graph_index.edge import Edge
from graph.projections.adjacency import KINDS, GraphIndex
from graph.projections.edge_rows import microseconds
from graph.projections.edge_table import CONFIRMED, NEVER, Columns, columns
from graph.projections.layers import EMPTY, Layer
from graph.retrieval.types import FACT_EDGE, Relations

Triple = tuple[str, str, str]
NOTHING = columns([])


@dataclass(slots=True)
class Book:
    """Names to numbers and back, and what stands now. Only writers change it, one at a time; names are only added."""

    names: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    relations: dict[str, int] = field(default_factory=dict)
    keys: dict[Triple, int] = field(default_factory=dict)
    pairs: defaultdict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    degrees: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    next_key: int = 1

    def number(self, name: str) -> int:
        number = self.numbers.get(name)
        if number is None:
            number = len(self.names)
            self.names.append(name)
            self.numbers[name] = number
        return number

    def note(self, triple: Triple) -> int:
        """Enter an edge; returns its key, which is never given twice."""
        source, target, relation = triple
        if triple not in self.keys:
            self.pairs[source, target] += 1
            self.degrees[source] += 1
            self.degrees[target] += 1
        self.relations.setdefault(relation, len(self.relations))
        key, self.next_key = self.next_key, self.next_key + 1
        self.keys[triple] = key
        return key

    def strike(self, edge: Edge) -> None:
        """Take an edge out."""
        del self.keys[edge.source, edge.target, edge.relation]
        pair = (edge.source, edge.target)
        self.pairs[pair] -= 1
        if not self.pairs[pair]:
            del self.pairs[pair]
        for name in pair:
            self.degrees[name] -= 1
            if not self.degrees[name]:
                del self.degrees[name]


def empty_view(version: int = 0) -> GraphIndex:
    return _view(version, Relations(), Layer(EMPTY, None, EMPTY))


@dataclass(frozen=True, slots=True)
class State:
    """All edges at one version; `edges` and `book` may know more than `view` does, of newer and former states."""

    version: int = 0
    view: GraphIndex = field(default_factory=empty_view)
    edges: dict[int, Edge] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    size: int = 0
    nodes: int = 0

    @property
    def layer(self) -> Layer:
        return self.view.layers[FACT_EDGE]

    def with_edges(self, edges: Iterable[Edge]) -> State:
        """The state with these edges, each in place of the one that joined its nodes by its relation."""
        fresh = {(edge.source, edge.target, edge.relation): edge for edge in edges}
        former = [self.book.keys[triple] for triple in fresh if triple in self.book.keys]
        keys = [self.book.note(triple) for triple in fresh]
        self.edges.update(zip(keys, fresh.values(), strict=True))
        return self._become(former, self._columns(keys, fresh.values()))

    def _columns(self, keys: list[int], edges: Collection[Edge]) -> Columns:
        """Edges as rows of the index; an edge of the library is certain and never expires."""
        for name in dict.fromkeys(name for edge in edges for name in edge[:2]):
            self.book.number(name)
        numbers, relations = self.book.numbers, self.book.relations
        moments = {at: microseconds(at) for at in {edge.created_at for edge in edges}}
        return Columns(
            key=np.array(keys, np.int64),
            source=np.array([numbers[edge.source] for edge in edges], np.int64),
            target=np.array([numbers[edge.target] for edge in edges], np.int64),
            relation=np.array([relations[edge.relation] for edge in edges], np.int32),
            weight=np.array([edge.weight for edge in edges], np.float32),
            confidence=np.ones(len(keys), np.float32),
            created=np.array([moments[edge.created_at] for edge in edges], np.int64),
            expires=np.full(len(keys), NEVER, np.int64),
            flags=np.full(len(keys), CONFIRMED, np.uint8),
        )

    def without(self, keys: Collection[int]) -> State:
        """The state without the edges of these keys."""
        for key in keys:
            self.book.strike(self.edges[key])
        return self._become(keys, NOTHING)

    def _become(self, gone: Collection[int], written: Columns) -> State:
        ids = np.array(sorted(gone), np.int64)
        layer = self.layer.changed(self.layer.base.places(ids), self.layer.delta.places(ids), written)
        edges = self.edges
        if len(edges) - len(layer) > max(params.COMPACT_ROWS, len(layer)):
            edges = {key: edges[key] for key in layer.columns().key.tolist()}  # older states keep theirs
        version = self.version + 1
        relations = self.view.relations
        if len(relations) != len(self.book.relations):
            relations = Relations(self.book.relations)
        view = _view(version, relations, layer)
        return State(version, view, edges, self.book, len(self.book.keys), len(self.book.degrees))


def _view(version: int, relations: Relations, layer: Layer) -> GraphIndex:
    nothing = Layer(EMPTY, None, EMPTY)
    return GraphIndex(version, relations, tuple(layer if kind == FACT_EDGE else nothing for kind in KINDS))
