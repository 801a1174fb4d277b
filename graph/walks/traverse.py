"""Everything that can be reached from a node: breadth first, each node once, by the strongest way of its depth."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph import params
from graph.retrieval.types import EVERY_EDGE, NO_NODE, Edges, GraphView, Step, Which
from graph.walks.deadline import NO_DEADLINE, Deadline


@dataclass(frozen=True, slots=True)
class Walk:
    """Over which edges, and how far."""

    which: Which = EVERY_EDGE
    max_depth: int = 2
    max_results: int = 100


@dataclass(frozen=True, slots=True)
class Visit:
    """A node that was reached: `relation` and `weight` are of the last edge, `strength` of the whole path (0..1)."""

    node: int
    depth: int
    relation: str
    weight: float
    strength: float
    path: tuple[Step, ...]  # from the first step to this node; the start is not in it


@dataclass(frozen=True, slots=True)
class Reached:
    """The visits by depth, and what it took; `truncated` when a limit cut them."""

    visits: tuple[Visit, ...]
    edges: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The nodes first reached by one hop, strongest first: where each edge begins, its place, and the strength."""

    nodes: NDArray[np.int64]
    places: NDArray[np.int64]
    strengths: NDArray[np.float64]


def traverse(view: GraphView, start: int, walk: Walk, *, now: dt.datetime, deadline: Deadline = NO_DEADLINE) -> Reached:
    """The nodes within `max_depth` hops of `start`, at most `max_results`, without `start` itself.

    In order of depth, then of the strength of the path (the product of its weights), then of the node. A limit cuts
    the weakest of the deepest. Raises DeadlinePassed.
    """
    paths: dict[int, tuple[Step, ...]] = {start: ()}
    strength = {start: 1.0}
    visits: list[Visit] = []
    frontier, seen = [start], 0
    truncated = False
    for depth in range(1, walk.max_depth + 1):
        deadline.check()
        edges = view.expand(np.array(frontier, np.int64), walk.which, now=now)
        seen += len(edges.source)
        deadline.check()
        room = walk.max_results - len(visits)
        arrivals = first_reached(edges, strength, np.fromiter(paths, np.int64, len(paths)), room + 1)
        truncated = len(arrivals.nodes) > room
        frontier = []
        nodes, places, strengths = (
            column[:room].tolist() for column in (arrivals.nodes, arrivals.places, arrivals.strengths)
        )
        for number, place, reached in zip(nodes, places, strengths, strict=True):
            relation = view.relations[edges.relation[place]]
            step = Step(relation, number, bool(edges.reverse[place]))
            paths[number] = (*paths[int(edges.source[place])], step)
            strength[number] = reached
            visits.append(Visit(number, depth, relation, float(edges.weight[place]), reached, paths[number]))
            frontier.append(number)
        if not frontier or truncated:
            break
    return Reached(tuple(visits), seen, truncated)


def first_reached(edges: Edges, strength: dict[int, float], seen: NDArray[np.int64], enough: int) -> Arrivals:
    """The targets that are not in `seen`, each by its strongest edge; ties by the order of the edges, then by node.

    At least the `enough` strongest, or all: of the fifty thousand that a hub leads to, a hundred are sorted.
    """
    new = np.flatnonzero((edges.target != NO_NODE) & ~np.isin(edges.target, seen))
    known = np.array(sorted(strength), np.int64)
    carried = np.array([strength[number] for number in known.tolist()], np.float64)
    reached = carried[np.searchsorted(known, edges.source[new])] * edges.weight[new].astype(np.float64)
    many = params.EDGES_A_TARGET * enough
    if len(new) > many:
        strong = reached >= np.partition(reached, -many)[-many]
        found = _each_once(edges, new[strong], reached[strong])
        if len(found.nodes) >= enough:  # whatever is weaker leads to no other that is as strong
            return found
    return _each_once(edges, new, reached)


def _each_once(edges: Edges, new: NDArray[np.int64], reached: NDArray[np.float64]) -> Arrivals:
    """The targets of the edges at these places, each by the strongest, strongest first."""
    order = np.lexsort((new, -reached, edges.target[new]))
    targets = edges.target[new][order]
    first = order[np.flatnonzero(np.concatenate([[True], targets[1:] != targets[:-1]]))] if len(targets) else order
    nodes, places, strengths = edges.target[new][first], new[first], reached[first]
    best = np.lexsort((nodes, -strengths))
    return Arrivals(nodes[best], places[best], strengths[best])
