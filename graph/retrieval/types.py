"""What passes between the stages of retrieval: frozen rows and parallel arrays, no database, no clock."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = Literal["entity", "fact", "chunk"]
Direction = Literal["outgoing", "incoming", "both"]

# A node of the graph index is one integer: the row's primary key times eight, plus what it is. A fact is a node only
# as what a document holds; between entities it is an edge.
ENTITY, CHUNK, DOCUMENT, FACT, RETRIEVAL = 0, 1, 2, 3, 4
NO_NODE = -1
NODE_KINDS = 8


_Row = TypeVar("_Row", bound=type)


def kept_whole(row: _Row) -> _Row:
    """For a slotted dataclass of several fields: its rows are pickled as what they are made with, by one call for all.

    Asked for one by one, as dataclasses do, they took most of the time of keeping a result in the cache.
    """
    values = attrgetter(*(one.name for one in fields(row)))

    def made_with(self: object) -> tuple[type, tuple[object, ...]]:
        return row, values(self)

    setattr(row, "__reduce__", made_with)  # noqa: B010 - an assignment that mypy takes for one to a method
    return row


def node(kind: int, pk: int) -> int:
    """The graph index's number for a row."""
    return pk * NODE_KINDS + kind


def node_kind(number: int) -> int:
    return number % NODE_KINDS


def node_pk(number: int) -> int:
    return number // NODE_KINDS


# What an edge of the graph index stands for.
FACT_EDGE, MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE = 0, 1, 2, 3
HOLDING_EDGE = 4  # from a document to its passages and to the facts learned from it
CORRELATION_EDGE = 5  # between entities named in the same passages, and documents that name the same entities


class Edges(NamedTuple):
    """Edges leaving a frontier, as parallel arrays of one length; `target` is NO_NODE for a literal fact."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    fact: NDArray[np.int64]  # the fact's primary key; 0 for an edge that is no fact
    relation: NDArray[np.int32]  # an index into GraphView.relations
    kind: NDArray[np.int8]  # FACT_EDGE, MENTION_EDGE, ...
    weight: NDArray[np.float32]  # 0..1
    confidence: NDArray[np.float32]  # 0..1
    reverse: NDArray[np.bool_]  # walked from object to subject

    def joined(self, other: Edges) -> Edges:
        """These edges and then the others."""
        both = ((getattr(self, name), getattr(other, name)) for name in self._fields)
        return Edges._make(np.concatenate(pair) for pair in both)


@dataclass(frozen=True, slots=True)
class Which:
    """The edges that are asked for: of each node the strongest `per_node` (0 = all) that pass every filter."""

    direction: Direction = "both"
    per_node: int = 0
    kinds: frozenset[int] | None = None  # None for every kind
    include: frozenset[str] | None = None  # the names of relations; None for all
    exclude: frozenset[str] = frozenset()
    min_weight: float = 0.0
    confirmed_only: bool = False

    def has(self, kind: int) -> bool:
        return self.kinds is None or kind in self.kinds

    def walks(self, relation: str) -> bool:
        return relation not in self.exclude and (self.include is None or relation in self.include)


EVERY_EDGE = Which()


class Relations(list[str]):
    """The relations of a graph by number; what a view has of them is never changed."""

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each."""
        return {name: number for number, name in enumerate(self)}


class GraphView(Protocol):
    """One consistent snapshot of a user's graph, held in memory."""

    @property
    def version(self) -> int: ...

    @property
    def relations(self) -> Relations: ...

    def expand(self, frontier: NDArray[np.int64], which: Which = EVERY_EDGE, *, now: dt.datetime) -> Edges:
        """The edges of each frontier node that are asked for.

        Ordered by frontier position, then by weight x confidence descending, confirmed first, newest first, id.
        Facts that have expired at `now` are left out. A self loop or an unknown node yields nothing.
        """
        ...

    def degree(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many edges touch each node, in either direction."""
        ...

    def namesakes(self, nodes: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
        """For each of the nodes that has some, those that may be the same under another spelling of the name."""
        ...


class Step(NamedTuple):
    """One hop of a path: the relation walked (as words) and the node reached."""

    relation: str
    node: int
    reverse: bool = False


@kept_whole
@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact as the scorer and the narrative need it, names resolved."""

    pk: int
    subject: int
    subject_name: str
    subject_is_self: bool
    predicate: str
    object: int | None
    object_name: str
    value: str
    status: str
    source: str
    confidence: float
    weight: float
    used_count: int
    last_used: dt.datetime | None
    confirmed_at: dt.datetime | None
    created_at: dt.datetime
    valid_from: dt.datetime | None = None
    valid_until: dt.datetime | None = None
    helpful: float = 0  # a number of judgements, or less when the older ones count less
    judged: float = 0
    tags: tuple[str, ...] = ()
    object_is_self: bool = False


@kept_whole
@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A passage with where it stands."""

    pk: int
    document: int
    document_title: str
    document_kind: str
    position: int
    text: str
    created_at: dt.datetime
    message: str = ""
    helpful: float = 0  # a number of judgements, or less when the older ones count less
    judged: float = 0
    source: str = ""
    prefix: str = ""  # where it stands, or what was said before it: indexed with it, not shown


@dataclass(frozen=True, slots=True)
class EntityRow:
    pk: int
    name: str
    type: str
    is_self: bool
    description: str = ""


@kept_whole
@dataclass(frozen=True, slots=True)
class Parts:
    """Every part of an item's score, kept so that a page can show why."""

    vector: float = 0.0
    keyword: float = 0.0
    rrf: float = 0.0
    activation: float = 0.0
    confidence: float = 0.0
    source: float = 0.0
    decay: float = 0.0
    usage: float = 0.0
    status: float = 0.0
    feedback: float = 0.0
    recency: float = 0.0


@kept_whole
@dataclass(frozen=True, slots=True)
class Item:
    """Anything returned: its score with the parts, and the path by which it was reached."""

    kind: Kind
    pk: int
    text: str
    score: float
    parts: Parts
    hops: int = 0
    path: tuple[Step, ...] = ()
    source_edge: str | None = None
    section: int = 0  # the entity under which the narrative prints it
    fact: FactRow | None = None
    chunk: ChunkRow | None = None
    entity: EntityRow | None = None
    feedback_score: float | None = None
    context: tuple[tuple[int, str, str], ...] = field(default=())  # (from chunk, relation, description)
    asked_by: frozenset[str] = frozenset()  # the stems by which the question asks for this fact, of whom it names
    asked_as: str = ""  # of such a fact: the words by which its owner asks for its relation
    way: tuple[int, ...] = ()  # the facts that lead to such a one beyond them
