"""What flows over each edge of one hop: which edges are walked, and how much of the activation each takes on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.spreading.activation import SAME_NAME, Activation, Light
from graph.retrieval.types import (
    CHUNK_EDGE,
    CORRELATION_EDGE,
    DOCUMENT,
    FACT_EDGE,
    HOLDING_EDGE,
    MENTION_EDGE,
    REFERENCE_EDGE,
    RETRIEVAL,
    Edges,
    GraphView,
    Which,
    node_kind,
)

# How much relations (the first) resemble what is asked beyond what the relations walked before (the second; -1 for
# none) have explained of it: -1..1, NaN where it is not known.
Likeness = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float64]]

WALKED = frozenset({FACT_EDGE, MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE, CORRELATION_EDGE})
HELD = frozenset({HOLDING_EDGE})
SEQUENCE, NAMES = "sequence", "names"


def leaving(
    view: GraphView,
    frontier: list[int],
    config: RetrievalConfig,
    hop: int,
    now: dt.datetime,
    kinds: frozenset[int] | None,
    *,
    wide: bool,
) -> Edges:
    """The edges of a hop; `wide` reads many more of each node than will be kept, so that `kept` can choose."""
    per_hop = config.relations.per_hop
    include = per_hop[hop - 1] if hop <= len(per_hop) and per_hop[hop - 1] else config.relations.include
    which = Which(
        direction=config.direction,
        per_node=_width(config, len(frontier)) if wide else config.per_node_limit,
        kinds=WALKED if kinds is None else WALKED & kinds,
        include=frozenset(include) or None,
        exclude=frozenset(config.relations.exclude),
        min_weight=config.min_weight,
        confirmed_only=config.filters.statuses == ("confirmed",),
    )
    edges = view.expand(np.asarray(frontier, dtype=np.int64), which, now=now)
    holders = [number for number in frontier if node_kind(number) in (DOCUMENT, RETRIEVAL)]
    if not holders or (kinds is not None and HOLDING_EDGE not in kinds):
        return edges
    # What a document holds counts apart from what it points at, and is never walked back: a passage does not light all
    # of its document.
    contents = replace(which, direction="outgoing", kinds=HELD)
    return edges.joined(view.expand(np.asarray(holders, dtype=np.int64), contents, now=now))


def _width(config: RetrievalConfig, nodes: int) -> int:
    """How many edges of each of so many nodes are read where many more are than will be kept."""
    return max(config.per_node_limit, params.EDGES_READ // nodes)


@dataclass(frozen=True, slots=True)
class Hop:
    """The edges of one hop, and of which of the nodes that were walked from each is."""

    edges: Edges
    nodes: NDArray[np.int64]  # ascending
    owner: NDArray[np.int64]  # of each edge, the place of its source among the nodes

    @classmethod
    def of(cls, edges: Edges, frontier: Collection[int]) -> Hop:
        nodes = np.asarray(sorted(frontier), np.int64)
        return cls(edges, nodes, np.searchsorted(nodes, edges.source))


def strength(
    view: GraphView, hop: Hop, carried: Mapping[int, float], config: RetrievalConfig, damped: bool
) -> NDArray[np.float64]:
    """What arrives over each edge before the decay of the hop."""
    edges, nodes, place = hop.edges, hop.nodes, hop.owner
    match config.edge_strength:
        case "weight":
            strength = edges.weight.astype(np.float64)
        case "confidence":
            strength = edges.confidence.astype(np.float64)
        case _:
            strength = edges.weight.astype(np.float64) * edges.confidence
    strength = np.where(edges.kind == MENTION_EDGE, strength * params.MENTION_STRENGTH, strength)
    number = view.relations.numbers
    names = number.get(NAMES, -1)
    linked = (edges.kind == REFERENCE_EDGE) & (edges.relation != names)
    strength = np.where(linked, strength * params.REFERENCE_STRENGTH, strength)
    named_by = (edges.kind == REFERENCE_EDGE) & (edges.relation == names) & edges.reverse
    strength = np.where(named_by, strength * params.NAMED_BY_STRENGTH, strength)
    if damped and SEQUENCE in number:
        following = (edges.kind == CHUNK_EDGE) & (edges.relation == number[SEQUENCE])
        strength = np.where(following, strength * params.SEQUENCE_STRENGTH, strength)
    if config.path_mode == "last_edge":
        return strength
    base = np.asarray([carried[node] for node in nodes.tolist()])
    if not damped:
        return strength * base[place]
    # A hub shares its activation out: every neighbour of a person with ten thousand facts is not near to everything.
    degrees = np.maximum(view.degree(nodes), 1)
    shared = 1.0 / (1.0 + np.log10(np.maximum(degrees / params.HUB_DEGREE, 1.0)))
    read = np.bincount(place, minlength=len(nodes))
    beyond = np.where(read >= _width(config, len(nodes)), degrees / np.maximum(read, 1), 1.0)
    return strength * base[place] * np.where(edges.kind == FACT_EDGE, _telling(edges, beyond[place]), shared[place])


def _telling(edges: Edges, beyond: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each fact tells of its node: the more, the fewer there are of its relation and direction.

    (1 + ln least) / (1 + ln n) for one of n of the same relation and direction, at most `HUB_DEGREE` of them counted,
    where `least` is that of the relation with the fewest: the one country that a town is in tells more of it than one
    of the fifty people who were born there. Beyond `HUB_DEGREE` each has 1 / (1 + ln(n / HUB_DEGREE)) of that, least or
    not: the one employer of a person with ten thousand facts tells as much of them as that of any other. Of a node with
    more edges than are read, each that was stands for `beyond` of them. It is the fan effect (Anderson 1974), which
    ACT-R puts as the logarithm of the fan.
    """
    told = np.ones(len(edges.source))
    facts = np.flatnonzero(edges.kind == FACT_EDGE)
    if not len(facts):
        return told
    last = int(edges.relation.max()) + 1
    kinds = (edges.source[facts] * last + edges.relation[facts]) * 2 + edges.reverse[facts]
    alike, places, counts = np.unique(kinds, return_inverse=True, return_counts=True)
    fan = 1.0 + np.log(np.minimum(counts, params.HUB_DEGREE))
    nodes = alike // (2 * last)
    begins = np.flatnonzero(np.diff(nodes, prepend=nodes[0] - 1))
    least = np.repeat(np.minimum.reduceat(fan, begins), np.diff(begins, append=len(nodes)))
    crowd = np.maximum(counts[places] * beyond[facts] / params.HUB_DEGREE, 1.0)
    told[facts] = (least / fan)[places] / (1.0 + np.log(crowd))
    return told


def walked(reached: Activation, view: GraphView, hop: Hop, lit_by: Mapping[int, Light]) -> NDArray[np.int32]:
    """The relation over which each edge's source was reached, by number; -1 for what the question found by itself."""

    def over(source: int) -> str | None:
        arrival = reached.nodes[source]
        while arrival.step is not None and arrival.step.relation == SAME_NAME:
            source, arrival = arrival.parent, reached.nodes[arrival.parent]
        light = lit_by.get(source)
        if arrival.step is not None:
            return arrival.step.relation
        return light.relation if light else None

    number = view.relations.numbers
    return np.asarray([number.get(over(node) or "", -1) for node in hop.nodes.tolist()], np.int32)[hop.owner]


def resembling(hop: Hop, walked: NDArray[np.int32], likeness: Likeness) -> NDArray[np.float64]:
    """How much of the activation each edge takes on, by how its relation compares with others of the same node.

    What matters is which of a node's relations the question may mean: the most like one passes all on.
    """
    edges = hop.edges
    last = int(edges.relation.max(initial=0)) + 1  # a pair as one number: rows are made unique ten times as slowly
    pairs, places = np.unique((walked.astype(np.int64) + 1) * last + edges.relation, return_inverse=True)
    facts = edges.kind == FACT_EDGE
    near = likeness((pairs % last).astype(np.int32), (pairs // last - 1).astype(np.int32))[places]
    known = facts & ~np.isnan(near)
    if not known.any():
        return np.ones(len(edges.source))
    near = np.clip(np.where(known, near, 0.0), 0.0, 1.0)
    best = np.zeros(len(hop.nodes))
    np.maximum.at(best, hop.owner, near)
    top = np.maximum(best[hop.owner], 1e-6)
    share = np.where(known, near / top, 1.0)
    return np.where(facts, params.UNLIKE_RELATION + (1.0 - params.UNLIKE_RELATION) * share**2, 1.0)


def without_own_light(edges: Edges, carried: Mapping[int, float], lit_by: Mapping[int, Light]) -> NDArray[np.float64]:
    """The factor by which a fact's arrival shrinks because it lit the node itself; 1 for every other edge."""
    factor = np.ones(len(edges.source))
    for number, light in lit_by.items():
        own = (edges.source == number) & (edges.fact == light.fact)
        if own.any():
            factor[own] = light.without / carried[number] if carried[number] else 0.0
    return factor


def kept(hop: Hop, raw: NDArray[np.float64], seeds: Collection[int], limit: int) -> NDArray[np.bool_]:
    """Of each node, the `limit` edges that take on most, those to what the question found by itself first.

    Which of a hub's many mentions are kept would be chance: only those to what the question found are.
    """
    found = np.isin(hop.edges.target, np.fromiter(seeds, np.int64, len(seeds)))
    mention = hop.edges.kind == MENTION_EDGE
    mentions = np.bincount(hop.owner[mention], minlength=len(hop.nodes))
    crowded = mention & (mentions > limit)[hop.owner]
    order = np.lexsort((-raw, ~found, hop.owner))
    place = np.empty(len(order), np.int64)
    ascending = hop.owner[order]
    place[order] = np.arange(len(order)) - np.searchsorted(ascending, ascending)
    return (place < limit) & (found | ~crowded)
