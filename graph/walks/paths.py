"""The ways from one node to another: the shortest, or the one whose edges are strongest together."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.types import NO_NODE, Direction, Edges, GraphView, Step, Which
from graph.walks.deadline import NO_DEADLINE, Deadline

Mode = Literal["shortest", "strongest"]
OPPOSITE: dict[Direction, Direction] = {"both": "both", "outgoing": "incoming", "incoming": "outgoing"}
PATHS = 10  # equally short ways that are told
WIDEST = 200_000  # nodes of one search, after which it gives up deepening


@dataclass(frozen=True, slots=True)
class Way:
    """`weight` is the product of the edges' weights, `strength` that of weight x confidence.

    The first step is the start and has no relation.
    """

    steps: tuple[Step, ...]
    weights: tuple[float, ...]
    weight: float
    strength: float


@dataclass(frozen=True, slots=True)
class Found:
    """The ways, best first; `visited` nodes were looked at, `truncated` when the search was cut before the end."""

    ways: tuple[Way, ...]
    visited: int
    truncated: bool = False


def paths(
    view: GraphView,
    start: int,
    goal: int,
    *,
    mode: Mode,
    max_depth: int,
    direction: Direction = "both",
    kinds: frozenset[int] | None = None,
    now: dt.datetime,
    deadline: Deadline = NO_DEADLINE,
) -> Found:
    """The shortest ways, strongest first, or the strongest way of at most `max_depth` hops. Raises DeadlinePassed.

    Both ends are searched towards the middle, so that only nodes that can lie on such a way are looked at.
    """
    if start == goal:
        return Found((), 1)
    search = _Search(view, direction, kinds, now, deadline)
    hops = search.distances(goal, OPPOSITE[direction], max_depth, until=start if mode == "shortest" else None)
    if start not in hops:
        return Found((), len(hops), search.truncated)
    limit = hops[start] if mode == "shortest" else max_depth
    layers = search.layers(start, hops, limit)
    ways = _shortest(view, layers, start, goal) if mode == "shortest" else _strongest(view, layers, start, goal)
    return Found(tuple(ways), len(hops), search.truncated)


class _Search:
    """One question's walk over the index: what is the same in each of its hops."""

    def __init__(
        self, view: GraphView, direction: Direction, kinds: frozenset[int] | None, now: dt.datetime, deadline: Deadline
    ) -> None:
        self._view, self._direction, self._kinds, self._now, self._deadline = view, direction, kinds, now, deadline
        self.truncated = False

    def _expand(self, frontier: NDArray[np.int64], direction: Direction) -> Edges:
        self._deadline.check()
        edges = self._view.expand(frontier, Which(direction, kinds=self._kinds), now=self._now)
        standing = edges.target != NO_NODE
        return Edges._make(array[standing] for array in edges)

    def distances(self, goal: int, direction: Direction, depth: int, until: int | None) -> dict[int, int]:
        """Hops to `goal` of every node near enough, found from its end; stops when `until` is among them."""
        hops = {goal: 0}
        frontier = np.array([goal], np.int64)
        for hop in range(1, depth + 1):
            reached = np.unique(self._expand(frontier, direction).target)
            frontier = reached[~np.isin(reached, np.fromiter(hops, np.int64, len(hops)))]
            hops |= dict.fromkeys(frontier.tolist(), hop)
            if not len(frontier) or until in hops:
                break
            if len(hops) > WIDEST:
                self.truncated = True
                break
        return hops

    def layers(self, start: int, hops: dict[int, int], limit: int) -> list[Edges]:
        """For each hop from `start`, the edges from which `goal` can still be reached within `limit` hops."""
        known = np.array(sorted(hops), np.int64)
        away = np.array([hops[number] for number in known.tolist()])
        frontier, layers = np.array([start], np.int64), []
        for hop in range(1, limit + 1):
            edges = self._expand(frontier, self._direction)
            at = np.minimum(np.searchsorted(known, edges.target), len(known) - 1)
            useful = (known[at] == edges.target) & (away[at] <= limit - hop) & (edges.target != start)
            layers.append(Edges._make(array[useful] for array in edges))
            frontier = np.unique(layers[-1].target)
            if not len(frontier):
                break
        return layers


def _shortest(view: GraphView, layers: list[Edges], start: int, goal: int) -> list[Way]:
    """Every way through the layers, strongest first, of which the first `PATHS` are kept at each node."""
    at: dict[int, list[Way]] = {start: [Way((Step("", start),), (), 1.0, 1.0)]}
    for edges in layers:
        following: dict[int, list[Way]] = {}
        for place in range(len(edges.source)):
            for way in at[int(edges.source[place])]:
                following.setdefault(int(edges.target[place]), []).append(_longer(view, way, edges, place))
        at = {number: sorted(ways, key=_rank)[:PATHS] for number, ways in following.items()}
    return at.get(goal, [])


def _strongest(view: GraphView, layers: list[Edges], start: int, goal: int) -> list[Way]:
    """The way of greatest strength: each hop goes on only from nodes that it reached better than any hop before."""
    best, at = {start: 1.0}, {start: 1.0}
    came: list[dict[int, int]] = []  # for each hop, the place of the edge by which a node was bettered
    hop_of_goal = -1
    for hop, edges in enumerate(layers):
        at, places = _bettered(edges, at, best)
        came.append(places)
        if goal in places:
            hop_of_goal = hop
    if hop_of_goal < 0:
        return []
    taken, number = [], goal
    for hop in range(hop_of_goal, -1, -1):
        taken.append((layers[hop], came[hop][number]))
        number = int(layers[hop].source[came[hop][number]])
    way = Way((Step("", start),), (), 1.0, 1.0)
    for edges, place in reversed(taken):
        way = _longer(view, way, edges, place)
    return [way]


def _bettered(edges: Edges, at: dict[int, float], best: dict[int, float]) -> tuple[dict[int, float], dict[int, int]]:
    """The nodes that one hop reaches more strongly than `best` says, which is brought up to date; and by which edge."""
    known = np.array(sorted(at), np.int64)
    usable = np.flatnonzero(np.isin(edges.source, known))
    carried = np.array([at[number] for number in known.tolist()])[np.searchsorted(known, edges.source[usable])]
    strength = carried * edges.weight[usable] * edges.confidence[usable]
    order = np.lexsort((usable, -strength, edges.target[usable]))
    targets = edges.target[usable][order]
    first = order[np.flatnonzero(np.concatenate([[True], targets[1:] != targets[:-1]]))] if len(order) else order
    reached: dict[int, float] = {}
    places: dict[int, int] = {}
    for place, target, value in zip(
        usable[first].tolist(), edges.target[usable][first].tolist(), strength[first].tolist(), strict=True
    ):
        if value > best.get(target, 0.0):
            best[target] = reached[target] = value
            places[target] = place
    return reached, places


def _longer(view: GraphView, way: Way, edges: Edges, place: int) -> Way:
    step = Step(view.relations[edges.relation[place]], int(edges.target[place]), bool(edges.reverse[place]))
    weight = float(edges.weight[place])
    strength = way.strength * weight * float(edges.confidence[place])
    return Way((*way.steps, step), (*way.weights, weight), way.weight * weight, strength)


def _rank(way: Way) -> tuple:
    return (-way.strength, len(way.steps), [step.node for step in way.steps], [step.relation for step in way.steps])
