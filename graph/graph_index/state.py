"""One state of the library's index: the edges as rows that never change, and look-ups that grow with them; and a draft
of the next one, which is made when somebody reads.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

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

    @classmethod
    def of(cls, triples: Sequence[Triple]) -> Book:
        """A book in which these stand, no two alike, with the keys 1, 2, …: a file's, all at once."""
        pairs = [triple[:2] for triple in triples]
        numbers = dict(zip(dict.fromkeys(chain.from_iterable(pairs)), count()))
        return cls(
            names=list(numbers),
            numbers=numbers,
            relations=dict(zip(dict.fromkeys(relation for _, _, relation in triples), count())),
            keys=dict(zip(triples, count(1))),
            pairs=defaultdict(int, Counter(pairs)),
            degrees=defaultdict(int, Counter(chain.from_iterable(pairs))),
            next_key=len(triples) + 1,
        )

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
        self.number(source)
        self.number(target)
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

    @classmethod
    def of(cls, edges: Iterable[Edge]) -> State:
        """The first state, with these edges, each in place of one before it that joins its nodes by its relation."""
        fresh = {edge[:3]: edge for edge in edges}
        by_key = dict(zip(count(1), fresh.values()))
        return cls(edges=by_key, book=Book.of(list(fresh))).become(1, (), by_key)

    @property
    def layer(self) -> Layer:
        return self.view.layers[FACT_EDGE]

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
        """Edges as rows of the index; an edge of the library is certain and never expires."""
        edges, numbers, relations = fresh.values(), self.book.numbers, self.book.relations
        moments = {at: microseconds(at) for at in {edge.created_at for edge in edges}}
        return Columns(
            key=np.array(list(fresh), np.int64),
            source=np.array([numbers[edge.source] for edge in edges], np.int64),
            target=np.array([numbers[edge.target] for edge in edges], np.int64),
            relation=np.array([relations[edge.relation] for edge in edges], np.int32),
            weight=np.array([edge.weight for edge in edges], np.float32),
            confidence=np.ones(len(fresh), np.float32),
            created=np.array([moments[edge.created_at] for edge in edges], np.int64),
            expires=np.full(len(fresh), NEVER, np.int64),
            flags=np.full(len(fresh), CONFIRMED, np.uint8),
        )


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
