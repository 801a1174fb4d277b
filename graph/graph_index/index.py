"""Edges between named nodes: written one at a time, read from a state that is never changed."""

from __future__ import annotations

import datetime as dt
import gc
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from graph import params
from graph.exchange import maig
from graph.graph_index.edge import Edge, EdgeNotFound, NodeNotFound, checked
from graph.graph_index.state import Draft, State
from graph.retrieval.types import Direction, Which
from graph.walks.deadline import NO_DEADLINE, Deadline
from graph.walks.traverse import Walk, traverse

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)  # when an edge was made that nobody dated


class IndexClosed(RuntimeError):
    """The index was closed; nothing can be asked of it any more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a look-up returns: `relations` empty for all; a depth of 1 is the direct neighbours (M34 to M38)."""

    relations: frozenset[str] = frozenset()
    direction: Direction = "both"
    max_depth: int = 1
    max_results: int = 100
    min_weight: float = 0.0


NEAREST = Limits()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node that was reached (M39); `path` leads from the start to it, both included."""

    id: str
    depth: int
    relation: str
    weight: float
    path: tuple[str, ...]


class EdgeIndex:
    """A graph of named nodes (M18 to M32). Any number of threads may read and write.

    Every operation takes a `deadline`, and raises DeadlinePassed after it and IndexClosed after `close`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._draft: Draft | None = Draft(State())

    def add_edge(
        self,
        source: str,
        target: str,
        relation: str,
        weight: float = 1.0,
        metadata: Mapping[str, str] | None = None,
        *,
        at: dt.datetime = EPOCH,
        deadline: Deadline = NO_DEADLINE,
    ) -> Edge:
        """Add an edge, or replace the one that joins the same nodes by the same relation. Raises InvalidEdge."""
        edge = checked(Edge(source, target, relation, float(np.float32(weight)), at, dict(metadata or {})))
        with self._writing(deadline) as draft:
            draft.put(edge)
        return edge

    def remove_edge(self, source: str, target: str, relation: str, *, deadline: Deadline = NO_DEADLINE) -> None:
        """Remove just this edge. Raises EdgeNotFound."""
        with self._writing(deadline) as draft:
            key = draft.state.book.keys.get((source, target, relation))
            if key is None:
                raise EdgeNotFound(f"There is no edge {source} --[{relation}]--> {target}.")
            draft.strike([key])

    def remove_node(self, node: str, *, deadline: Deadline = NO_DEADLINE) -> int:
        """Remove every edge from and to a node; returns how many. Raises NodeNotFound."""
        with self._writing(deadline):
            draft = self._settled()
            number = _standing(draft.state, node)
            keys = set(draft.state.keys_of(number))
            draft.strike(keys)
        return len(keys)

    def has_edge(self, source: str, target: str, relation: str = "", *, deadline: Deadline = NO_DEADLINE) -> bool:
        """Whether an edge leads from `source` to `target`; an empty relation means any."""
        book = self._reading(deadline).book
        return (source, target, relation) in book.keys if relation else (source, target) in book.pairs

    def get_outgoing(self, node: str, *, deadline: Deadline = NO_DEADLINE) -> list[Edge]:
        """The edges that leave a node, strongest first; none for an unknown one."""
        return self._edges_of(node, "outgoing", deadline)

    def get_incoming(self, node: str, *, deadline: Deadline = NO_DEADLINE) -> list[Edge]:
        """The edges that lead to a node, strongest first; none for an unknown one."""
        return self._edges_of(node, "incoming", deadline)

    def get_related(self, node: str, limits: Limits = NEAREST, *, deadline: Deadline = NO_DEADLINE) -> list[Neighbour]:
        """The direct neighbours, whatever depth the limits say. Raises NodeNotFound."""
        return self.traverse(node, replace(limits, max_depth=1), deadline=deadline)

    def traverse(self, node: str, limits: Limits = NEAREST, *, deadline: Deadline = NO_DEADLINE) -> list[Neighbour]:
        """Breadth first from a node, each other node once, by depth and then strength. Raises NodeNotFound."""
        state = self._reading(deadline)
        number, names = _standing(state, node), state.book.names
        which = Which(limits.direction, include=limits.relations or None, min_weight=limits.min_weight)
        walk = Walk(which, limits.max_depth, limits.max_results)
        found = traverse(state.view, number, walk, now=EPOCH, deadline=deadline)
        return [
            Neighbour(
                names[visit.node],
                visit.depth,
                visit.relation,
                visit.weight,
                (node, *(names[step.node] for step in visit.path)),
            )
            for visit in found.visits
        ]

    def edges(self, *, deadline: Deadline = NO_DEADLINE) -> list[Edge]:
        """Every edge, in the order in which they were written."""
        state = self._reading(deadline)
        return [state.edges[key] for key in state.layer.columns().key.tolist()]

    def size(self, *, deadline: Deadline = NO_DEADLINE) -> int:
        """The number of edges."""
        return self._reading(deadline).size

    def node_count(self, *, deadline: Deadline = NO_DEADLINE) -> int:
        """The number of nodes that have an edge."""
        return self._reading(deadline).nodes

    def version(self, *, deadline: Deadline = NO_DEADLINE) -> int:
        """Grows by one with every write."""
        return self._reading(deadline).version

    def save(self, stream: BinaryIO, *, deadline: Deadline = NO_DEADLINE) -> None:
        """Write every edge of one moment as MAIG."""
        maig.write(stream, self.edges(deadline=deadline), deadline.check)

    def load(self, stream: BinaryIO, *, deadline: Deadline = NO_DEADLINE) -> None:
        """Replace everything by a MAIG file. Raises NotMaig, UnknownVersion or Damaged, and then changes nothing."""
        deadline.check()
        _open(self._draft)
        with _uncollected():
            read = State.of(maig.records(stream, deadline.check))
        with self._writing(deadline) as draft:
            self._draft = Draft(replace(read, version=draft.version + 1))

    def close(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._draft = None

    def _reading(self, deadline: Deadline) -> State:
        """All that was written until now; a lock is taken only where something was since it was last read."""
        deadline.check()
        draft = _open(self._draft)
        if draft.writes:
            with self._lock:
                draft = self._settled()
        return draft.state

    @contextmanager
    def _writing(self, deadline: Deadline) -> Iterator[Draft]:
        with self._lock:
            deadline.check()
            yield _open(self._draft)
            if self._draft is not None and len(self._draft) >= params.COMPACT_ROWS:
                self._settled()

    def _settled(self) -> Draft:
        """An empty draft on the state with all that was written; the lock is held."""
        draft = _open(self._draft)
        if draft.writes:
            draft = self._draft = Draft(draft.settled())
        return draft

    def _edges_of(self, node: str, direction: Direction, deadline: Deadline) -> list[Edge]:
        state = self._reading(deadline)
        number = state.book.numbers.get(node)
        return [] if number is None else [state.edges[key] for key in state.keys_of(number, direction)]


def _open(draft: Draft | None) -> Draft:
    if draft is None:
        raise IndexClosed("The graph index is closed.")
    return draft


def _standing(state: State, node: str) -> int:
    if node not in state.book.degrees:
        raise NodeNotFound(f"No edge leads from or to {node}.")
    return state.book.numbers[node]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Within, no garbage is looked for: a load makes rows by the ten thousand, all of which stay, and no cycles.

    Every look would go through all that the process holds; in a large one that took as long as the load itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
