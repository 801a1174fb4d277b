"""Spreading activation: breadth first over the graph index, level by level, the best path to each item kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.types import (
    CHUNK,
    CHUNK_EDGE,
    CORRELATION_EDGE,
    DOCUMENT,
    FACT,
    FACT_EDGE,
    HOLDING_EDGE,
    MENTION_EDGE,
    NO_NODE,
    NODE_KINDS,
    REFERENCE_EDGE,
    RETRIEVAL,
    Edges,
    GraphView,
    Step,
    node_kind,
    node_pk,
)

# How much relations (the first) resemble what is asked beyond what the relations walked before (the second; -1 for
# none) have explained of it: -1..1, NaN where it is not known.
Likeness = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float64]]

WALKED = frozenset({FACT_EDGE, MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE, CORRELATION_EDGE})
HELD = frozenset({HOLDING_EDGE})
LEADS = 3  # of what a document holds, looked at for its first passage: the others may be facts


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a node was reached: activation 0..1, hops from a seed, and the last step with where it came from."""

    activation: float
    hops: int
    parent: int
    step: Step | None
    fact: int = 0


@dataclass(frozen=True, slots=True)
class FactArrival:
    """A fact reached from `node`: the activation it arrives with and the hop at which it stands."""

    activation: float
    hops: int
    node: int
    relation: str
    reverse: bool


@dataclass(frozen=True, slots=True)
class Light:
    """The fact that lit a seed most, the activation the seed has without it, and the anchor at its other end."""

    fact: int
    without: float
    parent: int = NO_NODE
    step: Step | None = None
    relation: str = ""


@dataclass(slots=True)
class Activation:
    """Everything one spread reached."""

    nodes: dict[int, Arrival] = field(default_factory=dict)
    facts: dict[int, FactArrival] = field(default_factory=dict)
    revisited: dict[int, Arrival] = field(default_factory=dict)  # seeds, as the light of another seed reached them
    expanded: int = 0
    max_depth: int = 0
    truncated: bool = False

    def path(self, node: int) -> tuple[Step, ...]:
        """The steps from the seed to `node`; the seed itself has no relation."""
        steps: list[Step] = []
        arrival = self.nodes.get(node)
        if arrival is not None and arrival.step is None:
            arrival = self.revisited.get(node, arrival)
        while arrival is not None and arrival.step is not None:
            steps.append(arrival.step)
            node = arrival.parent
            arrival = self.nodes.get(node)
        steps.append(Step("", node))
        return tuple(reversed(steps))


def spread(
    view: GraphView,
    seeds: Mapping[int, float],
    config: RetrievalConfig,
    now: dt.datetime,
    lit_by: Mapping[int, Light] | None = None,
    likeness: Likeness | None = None,
    *,
    damped: bool = False,
    leading: bool = False,
    kinds: frozenset[int] | None = None,
) -> Activation:
    """Activate what the seeds (node -> activation 0..1) are connected to, at most `max_hops` away.

    score = base x strength x hop_decay[h] (C1b): the product of strengths along the path, or the last one only;
    the base is the seed's score or one. Seeds are never expansion results (T15); a node is expanded once (J16), all
    of a hop before the next (J17); at most `max_nodes` nodes besides the seeds, cut by score (C4, C6).
    `lit_by` says for a seed which found fact lit it: that fact is not activated by its own light.
    `likeness` (per relation, 0..1) says how much a relation resembles the question. A `damped` hub shares its
    activation out. `kinds` are the edges that are walked (None = all).
    """
    reached = Activation()
    reached.nodes = {node: _seeded(node, score, (lit_by or {}).get(node)) for node, score in seeds.items()}
    carried = {node: score if config.seed_factor == "score" else 1.0 for node, score in seeds.items()}
    frontier = sorted(seeds, key=lambda node: (-seeds[node], node))
    roots = {node: node for node in seeds}
    frontier = _opened(reached, view, carried, roots, frontier, now) if leading else frontier
    room = config.max_nodes
    for hop in range(1, config.max_hops + 1):
        if not frontier:
            break
        if room <= 0:
            reached.truncated = True
            break
        if config.max_frontier and len(frontier) > config.max_frontier:
            frontier, reached.truncated = frontier[: config.max_frontier], True
        edges = _edges(view, frontier, config, hop, now, kinds)
        if not len(edges.source):
            break
        raw = _strength(view, edges, frontier, carried, config, damped)
        if likeness is not None:
            raw = raw * _resembling(edges, _walked(reached, view, edges.source, lit_by or {}), likeness)
        if hop == 1 and lit_by:
            raw = raw * _without_own_light(edges, carried, lit_by)
        score = raw * config.decay_at(hop)
        keep = score >= config.min_path_score
        _take_facts(reached, view, edges, score, keep, hop)
        _revisit(reached, view, edges, score, keep, hop, roots)
        arrivals = _best_new_nodes(reached, edges, raw, score, keep)
        if len(arrivals) > room:
            arrivals, reached.truncated = arrivals[:room], True
        for node, place in arrivals:
            step = Step(view.relations[edges.relation[place]], node, bool(edges.reverse[place]))
            parent = int(edges.source[place])
            reached.nodes[node] = Arrival(float(score[place]), hop, parent, step, int(edges.fact[place]))
            carried[node] = float(raw[place])
            roots[node] = roots[parent]
        room -= len(arrivals)
        reached.expanded += len(arrivals)
        reached.max_depth = hop if arrivals or reached.facts else reached.max_depth
        frontier = [node for node, _ in arrivals]
        frontier = _opened(reached, view, carried, roots, frontier, now) if leading else frontier
    return reached


def _opened(
    reached: Activation,
    view: GraphView,
    carried: dict[int, float],
    roots: dict[int, int],
    frontier: list[int],
    now: dt.datetime,
) -> list[int]:
    """The frontier with the first passage of every document in it: whoever names a document means how it begins."""
    documents = [number for number in frontier if node_kind(number) == DOCUMENT]
    if not documents:
        return frontier
    held = view.expand(np.asarray(documents, np.int64), now=now, direction="outgoing", per_node=LEADS, kinds=HELD)
    leads: dict[int, int] = {}
    for place in np.flatnonzero(held.target % NODE_KINDS == CHUNK):
        leads.setdefault(int(held.source[place]), int(place))
    added = []
    for document, place in leads.items():
        arrival, lead = reached.nodes[document], int(held.target[place])
        step = Step(view.relations[held.relation[place]], lead)
        come = Arrival(arrival.activation, arrival.hops, document, step)
        known = reached.nodes.get(lead)
        if known is None:
            reached.nodes[lead] = come
            carried[lead], roots[lead] = carried[document], roots[document]
            added.append(lead)
        elif known.step is None and come.activation > reached.revisited.get(lead, known).activation * (
            lead in reached.revisited
        ):
            reached.revisited[lead] = come
            carried[lead] = max(carried[lead], carried[document])
    return [*frontier, *added]


def _walked(
    reached: Activation, view: GraphView, sources: NDArray[np.int64], lit_by: Mapping[int, Light]
) -> NDArray[np.int32]:
    """The relation over which each source was reached, by number; -1 for one that the question found by itself."""
    numbers = {name: number for number, name in enumerate(view.relations)}

    def over(source: int) -> int:
        arrival = reached.nodes[source]
        if arrival.step is not None:
            return numbers.get(arrival.step.relation, -1)
        light = lit_by.get(source)
        return numbers.get(light.relation, -1) if light else -1

    nodes, places = np.unique(sources, return_inverse=True)
    return np.asarray([over(int(one)) for one in nodes], np.int32)[places]


def _resembling(edges: Edges, walked: NDArray[np.int32], likeness: Likeness) -> NDArray[np.float64]:
    """How much of the activation each edge takes on, by how its relation compares with others of the same node.

    What matters is which of a node's relations the question may mean: the most like one passes all on.
    """
    pairs, places = np.unique(np.stack([edges.relation, walked]), axis=1, return_inverse=True)
    facts = edges.kind == FACT_EDGE
    near = likeness(pairs[0], pairs[1])[places.reshape(-1)]
    known = facts & ~np.isnan(near)
    if not known.any():
        return np.ones(len(edges.source))
    near = np.clip(np.where(known, near, 0.0), 0.0, 1.0)
    nodes, owners = np.unique(edges.source, return_inverse=True)
    best = np.zeros(len(nodes))
    np.maximum.at(best, owners, np.where(known, near, 0.0))
    top = np.maximum(best[owners], 1e-6)
    share = np.where(known, near / top, 1.0)
    return np.where(facts, params.UNLIKE_RELATION + (1.0 - params.UNLIKE_RELATION) * share**2, 1.0)


def _seeded(node: int, score: float, light: Light | None) -> Arrival:
    """A seed; one that a found fact connects with an anchor keeps that step, so that its path begins there."""
    if light is None or light.step is None:
        return Arrival(score, 0, NO_NODE, None)
    return Arrival(score, 0, light.parent, light.step, light.fact)


def _edges(
    view: GraphView,
    frontier: list[int],
    config: RetrievalConfig,
    hop: int,
    now: dt.datetime,
    kinds: frozenset[int] | None,
) -> Edges:
    per_hop = config.relations.per_hop
    include = per_hop[hop - 1] if hop <= len(per_hop) and per_hop[hop - 1] else config.relations.include
    expand = partial(
        view.expand,
        now=now,
        per_node=config.per_node_limit,
        include=frozenset(include) or None,
        exclude=frozenset(config.relations.exclude),
        min_weight=config.min_weight,
        confirmed_only=config.filters.statuses == ("confirmed",),
    )
    walked = WALKED if kinds is None else WALKED & kinds
    edges = expand(np.asarray(frontier, dtype=np.int64), direction=config.direction, kinds=walked)
    holders = [number for number in frontier if node_kind(number) in (DOCUMENT, RETRIEVAL)]
    if not holders or (kinds is not None and HOLDING_EDGE not in kinds):
        return edges
    # What a document holds counts apart from what it points at, and is never walked back: a passage does not light all
    # of its document.
    held = expand(np.asarray(holders, dtype=np.int64), direction="outgoing", kinds=HELD)
    return Edges._make(np.concatenate(pair) for pair in zip(edges, held, strict=True))


def _strength(
    view: GraphView,
    edges: Edges,
    frontier: list[int],
    carried: Mapping[int, float],
    config: RetrievalConfig,
    damped: bool,
) -> NDArray[np.float64]:
    """What arrives over each edge before the decay of the hop."""
    match config.edge_strength:
        case "weight":
            strength = edges.weight.astype(np.float64)
        case "confidence":
            strength = edges.confidence.astype(np.float64)
        case _:
            strength = edges.weight.astype(np.float64) * edges.confidence
    strength = np.where(edges.kind == MENTION_EDGE, strength * params.MENTION_STRENGTH, strength)
    strength = np.where(edges.kind == REFERENCE_EDGE, strength * params.REFERENCE_STRENGTH, strength)
    nodes = np.asarray(sorted(frontier), dtype=np.int64)
    place = np.searchsorted(nodes, edges.source)
    if config.path_mode == "last_edge":
        return strength
    base = np.asarray([carried[int(node)] for node in nodes])
    if not damped:
        return strength * base[place]
    # A hub shares its activation out: every neighbour of a person with ten thousand facts is not near to everything.
    degrees = np.maximum(view.degree(nodes), 1)
    shared = 1.0 / (1.0 + np.log10(np.maximum(degrees / params.HUB_DEGREE, 1.0)))
    return strength * (base * shared)[place]


def _without_own_light(edges: Edges, carried: Mapping[int, float], lit_by: Mapping[int, Light]) -> NDArray[np.float64]:
    """The factor by which a fact's arrival shrinks because it lit the node itself; 1 for every other edge."""
    factor = np.ones(len(edges.source))
    for number, light in lit_by.items():
        own = (edges.source == number) & (edges.fact == light.fact)
        if own.any():
            factor[own] = light.without / carried[number] if carried[number] else 0.0
    return factor


def _take_facts(
    reached: Activation, view: GraphView, edges: Edges, score: NDArray[np.float64], keep: NDArray[np.bool_], hop: int
) -> None:
    """Remember each fact with its strongest arrival; its hop is that of its first."""
    held = (edges.kind == HOLDING_EDGE) & (edges.target % NODE_KINDS == FACT)
    for place in np.flatnonzero(keep & ((edges.kind == FACT_EDGE) | held)):
        fact = node_pk(int(edges.target[place])) if held[place] else int(edges.fact[place])
        activation = float(score[place])
        known = reached.facts.get(fact)
        if known is None or activation > known.activation:
            reached.facts[fact] = FactArrival(
                activation,
                hop if known is None else known.hops,
                int(edges.source[place]),
                view.relations[edges.relation[place]],
                bool(edges.reverse[place]),
            )


def _revisit(
    reached: Activation,
    view: GraphView,
    edges: Edges,
    score: NDArray[np.float64],
    keep: NDArray[np.bool_],
    hop: int,
    roots: Mapping[int, int],
) -> None:
    """Remember for each seed the strongest light that another seed sends it; its own comes back to it as well."""
    targets = np.asarray([number for number in reached.nodes if roots.get(number) == number], np.int64)
    for place in np.flatnonzero(keep & np.isin(edges.target, targets)):
        target, source = int(edges.target[place]), int(edges.source[place])
        known = reached.revisited.get(target)
        if roots[source] != target and (known is None or score[place] > known.activation):
            step = Step(view.relations[edges.relation[place]], target, bool(edges.reverse[place]))
            reached.revisited[target] = Arrival(float(score[place]), hop, source, step, int(edges.fact[place]))


def _best_new_nodes(
    reached: Activation,
    edges: Edges,
    raw: NDArray[np.float64],
    score: NDArray[np.float64],
    keep: NDArray[np.bool_],
) -> list[tuple[int, int]]:
    """The nodes first reached over these edges, best first, ties by node: (node, place of the best edge)."""
    best: dict[int, int] = {}
    for place in np.flatnonzero(keep & (edges.target != NO_NODE) & (edges.target % NODE_KINDS != FACT)):
        target = int(edges.target[place])
        if target in reached.nodes:
            continue
        held = best.get(target)
        if held is None or (raw[place], -edges.fact[place]) > (raw[held], -edges.fact[held]):
            best[target] = int(place)
    return sorted(best.items(), key=lambda pair: (-score[pair[1]], pair[0]))
