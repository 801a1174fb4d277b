"""One state of the library's index: the edges as rows that never change, and look-ups that grow with them; and a draft
of the next one, which is made when somebody reads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graph import params
from graph.graph_index.book import Book
from graph.graph_index.edge import Edge
from graph.projections.adjacency import KINDS, GraphIndex
from graph.projections.edge_rows import microseconds
from graph.projections.edge_table import CONFIRMED, NEVER, Bools, Columns, Ints, Rows, columns, precedence, rows
from graph.projections.layers import EMPTY, Layer
from graph.retrieval.types import FACT_EDGE, Direction, Relations

if TYPE_CHECKING:
    from graph.exchange.maig import Records

NOTHING = columns([])


class Recorded(dict[int, Edge]):
    """Edges by key, of which those of a file (its first has the key 1) are made when they are asked for."""

    def __init__(self, records: Records) -> None:
        super().__init__()
        self._records = records

    def __missing__(self, key: int) -> Edge:
        edge = self[key] = self._records.edge(key - 1)
        return edge


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

    @classmethod
    def of(cls, records: Records) -> State:
        """The first state, with what a file says, each in place of one before that joins its nodes by its relation."""
        triples = zip(records.sources, records.targets, records.relations, strict=True)
        keys = dict(zip(triples, count(1)))
        if len(keys) < len(records):
            records = records.pick([key - 1 for key in keys.values()])
            keys = dict(zip(keys, count(1)))
        book = Book.of(records, keys)
        layer = Layer(rows(_recorded(records, book)), None, EMPTY)
        view = _view(1, Relations(book.relations), layer)
        return cls(1, view, Recorded(records), book, len(book.keys), len(book.degrees))

    @property
    def layer(self) -> Layer:
        return self.view.layers[FACT_EDGE]

    def keys_of(self, number: int, direction: Direction = "both") -> list[int]:
        """The keys of a node's edges, strongest first."""
        found = [(part, _edges(part, dead, number, direction)) for part, dead in self.layer.parts()]
        found = [(part, edges) for part, edges in found if len(edges)]
        keys = [part.columns.key[edges] for part, edges in found]
        if len(found) < 2:
            return keys[0].tolist() if keys else []
        orders = [precedence(part.columns.pick(edges)) for part, edges in found]
        order = np.lexsort([np.concatenate(each) for each in zip(*orders, strict=True)])
        return np.concatenate(keys)[order].tolist()

    def become(self, writes: int, gone: Collection[int], fresh: dict[int, Edge]) -> State:
        """The state so many writes on, without the edges of some keys and with others by theirs."""
        ids = np.array(sorted(gone), np.int64)
        written = self._columns(fresh) if fresh else NOTHING
        layer = self.layer.changed(self.layer.base.places(ids), self.layer.delta.places(ids), written)
        edges = self.edges
        if len(edges) - len(layer) > max(params.COMPACT_ROWS, len(layer)):
            edges = {key: edges[key] for key in layer.columns().key.tolist()}  # older states keep theirs
        version = self.version + writes
        relations = self.view.relations
        if len(relations) != len(self.book.relations):
            relations = Relations(self.book.relations)
        view = _view(version, relations, layer)
        return State(version, view, edges, self.book, len(self.book.keys), len(self.book.degrees))

    def _columns(self, fresh: dict[int, Edge]) -> Columns:
        """Edges as rows of the index."""
        edges = fresh.values()
        moments = {at: microseconds(at) for at in {edge.created_at for edge in edges}}
        return _certain(
            self.book,
            np.fromiter(fresh, np.int64, len(fresh)),
            ([edge.source for edge in edges], [edge.target for edge in edges], [edge.relation for edge in edges]),
            np.array([edge.weight for edge in edges], np.float32),
            np.array([moments[edge.created_at] for edge in edges], np.int64),
        )


def _recorded(records: Records, book: Book) -> Columns:
    """A file's records as rows of the index."""
    texts = records.sources, records.targets, records.relations
    return _certain(book, np.arange(1, len(records) + 1), texts, records.weights, records.stamps // 1000)


def _certain(
    book: Book,
    keys: Ints,
    texts: tuple[Sequence[str], Sequence[str], Sequence[str]],
    weights: NDArray[np.float32],
    created: Ints,
) -> Columns:
    """Rows of edges, from their sources, targets and relations: one of the library is certain and never expires."""
    sources, targets, relations = texts
    size = len(keys)
    return Columns(
        key=keys,
        source=np.fromiter(map(book.numbers.__getitem__, sources), np.int64, size),
        target=np.fromiter(map(book.numbers.__getitem__, targets), np.int64, size),
        relation=np.fromiter(map(book.relations.__getitem__, relations), np.int32, size),
        weight=weights,
        confidence=np.ones(size, np.float32),
        created=created,
        expires=np.full(size, NEVER, np.int64),
        flags=np.full(size, CONFIRMED, np.uint8),
    )


def _edges(part: Rows, dead: Bools | None, number: int, direction: Direction) -> Ints:
    """The places of a node's edges in one part of a layer, strongest first; an edge of the library is of one way."""
    entries = part.entries_of(number)
    if direction != "both":
        entries = entries[(entries & 1) == (direction == "incoming")]
    edges = entries >> 1
    return edges if dead is None else edges[~dead[edges]]


@dataclass(slots=True)
class Draft:
    """What was written since `state` was made: the edges that came, by key, and the keys of those that went.

    Rows are sorted when somebody reads, once for all that was written until then: for each edge anew, it took half a
    millisecond in a graph of ten thousand and the longer, the more had come.
    """

    state: State
    fresh: dict[int, Edge] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    writes: int = 0

    def __len__(self) -> int:
        return len(self.fresh) + len(self.gone)

    @property
    def version(self) -> int:
        """That of the state with all of it."""
        return self.state.version + self.writes

    def put(self, edge: Edge) -> None:
        """Write an edge in place of the one that joined its nodes by its relation."""
        former = self.state.book.keys.get(edge[:3])
        if former is not None:
            self._drop(former)
        key = self.state.book.note(edge[:3])
        self.state.edges[key] = self.fresh[key] = edge
        self.writes += 1

    def strike(self, keys: Collection[int]) -> None:
        """Write that the edges of these keys are no more."""
        for key in keys:
            self.state.book.strike(self.state.edges[key])
            self._drop(key)
        self.writes += 1

    def settled(self) -> State:
        """The state with all of it, as many versions on as there were writes."""
        return self.state.become(self.writes, self.gone, self.fresh) if self.writes else self.state

    def _drop(self, key: int) -> None:
        if self.fresh.pop(key, None) is None:
            self.gone.add(key)


def _view(version: int, relations: Relations, layer: Layer) -> GraphIndex:
    nothing = Layer(EMPTY, None, EMPTY)
    return GraphIndex(version, relations, tuple(layer if kind == FACT_EDGE else nothing for kind in KINDS))
