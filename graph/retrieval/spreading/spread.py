"""Spreading activation: breadth first over the graph index, level by level, the best path to each item kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.config import RetrievalConfig
from graph.retrieval.seeding.opening import opened
from graph.retrieval.spreading import flow
from graph.retrieval.spreading.activation import Activation, Arrival, FactArrival, Light
from graph.retrieval.types import (
    FACT,
    FACT_EDGE,
    HOLDING_EDGE,
    NO_NODE,
    NODE_KINDS,
    Edges,
    GraphView,
    Step,
    node_pk,
)


def spread(
    view: GraphView,
    seeds: Mapping[int, float],
    config: RetrievalConfig,
    now: dt.datetime,
    lit_by: Mapping[int, Light] | None = None,
    likeness: flow.Likeness | None = None,
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
    frontier = opened(reached, view, carried, roots, frontier, now) if leading else frontier
    room = config.max_nodes
    for hop in range(1, config.max_hops + 1):
        if not frontier:
            break
        if room <= 0:
            reached.truncated = True
            break
        if config.max_frontier and len(frontier) > config.max_frontier:
            frontier, reached.truncated = frontier[: config.max_frontier], True
        edges = flow.leaving(view, frontier, config, hop, now, kinds, wide=leading)
        if not len(edges.source):
            break
        along = flow.Hop.of(edges, frontier)
        raw = flow.strength(view, along, carried, config, damped)
        if likeness is not None:
            raw = raw * flow.resembling(along, flow.walked(reached, view, along, lit_by or {}), likeness)
        if hop == 1 and lit_by:
            own = {number: light for number, light in lit_by.items() if roots.get(number) == number}
            raw = raw * flow.without_own_light(edges, carried, own)
        if leading and config.per_node_limit:
            chosen = flow.kept(along, raw, seeds, config.per_node_limit)
            edges, raw = Edges._make(array[chosen] for array in edges), raw[chosen]
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
        frontier = opened(reached, view, carried, roots, frontier, now) if leading else frontier
    return reached


def _seeded(node: int, score: float, light: Light | None) -> Arrival:
    """A seed; one that a found fact connects with an anchor keeps that step, so that its path begins there."""
    if light is None or light.step is None:
        return Arrival(score, 0, NO_NODE, None)
    return Arrival(score, 0, light.parent, light.step, light.fact)


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
                NO_NODE if held[place] else int(edges.target[place]),
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
