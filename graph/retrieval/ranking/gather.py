"""From channels and activation to scored items: pure, over rows that were loaded before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.ranking import score
from graph.retrieval.ranking.diversify import Directions
from graph.retrieval.ranking.end import End
from graph.retrieval.ranking.ends import first
from graph.retrieval.seeding.seeds import Seed
from graph.retrieval.spreading.activation import Activation, Arrival
from graph.retrieval.strategy import Strategy
from graph.retrieval.types import CHUNK, ENTITY, ChunkRow, EntityRow, FactRow, Item, Parts, node, node_kind, node_pk


@dataclass(frozen=True, slots=True)
class Material:
    """All that scoring needs: the rows, how each was found, and how near each reached one is to the question."""

    facts: Mapping[int, FactRow]
    chunks: Mapping[int, ChunkRow]
    entities: Mapping[int, EntityRow]
    fact_seeds: Mapping[int, Seed]
    chunk_seeds: Mapping[int, Seed]
    similarity: Mapping[tuple[str, int], float]  # (kind, pk) -> cosine with the question
    activation: Activation
    sentence: Callable[[FactRow], str]
    wanted: Wanted
    exclusive: frozenset[str] = frozenset()  # functional predicates
    anchors: Sequence[int] = field(default=())
    together: Mapping[tuple[str, int], float] = field(default_factory=dict)  # the cosine of its whole chain
    wording: Mapping[tuple[str, int], float] = field(default_factory=dict)  # what its whole chain has of the words
    worded: Mapping[int, float] = field(default_factory=dict)  # passages beside the seeds -> keyword score, 0..1
    asked_of: Collection[str] = ()  # the names in the question, normalised
    of_others: frozenset[int] = frozenset()  # facts about those who are not meant
    ends: Mapping[int, End] = field(default_factory=dict)  # facts that are asked for, beyond the way there
    directions: Directions = field(default_factory=dict)  # vectors, loaded only where near-copies are to make way


def facts(material: Material, config: RetrievalConfig, how: Strategy, now: dt.datetime) -> list[Item]:
    """Every fact found or reached, scored, best first.

    Where the strategy says so, activation is relative to what one step from a sure beginning brings, or to the
    strongest arrival if that is more: what "I" alone, a hub or a passage sends is little beside what a name does, and
    stays little where nothing else was reached. Passages are measured by the same.
    """
    items = []
    arrivals = [arrival.activation for pk, arrival in material.activation.facts.items() if pk in material.facts]
    unit = max([config.decay_at(1), *arrivals]) if how.relative else 1.0
    top = _best_rank(material.fact_seeds, how)
    for pk, fact in material.facts.items():
        if not _allowed(fact, config):
            continue
        seed = material.fact_seeds.get(pk)
        arrival = material.activation.facts.get(pk)
        meant = params.NOT_MEANT if pk in material.of_others else 1.0
        near = max(material.similarity.get(("fact", pk), 0.0), material.together.get(("fact", pk), -1.0))
        found = Parts(
            vector=meant * near,
            keyword=meant * max(seed.keyword if seed else 0.0, _by_chain(material, "fact", pk)),
            rrf=seed.rrf / top if seed else 0.0,
            activation=arrival.activation / unit if arrival else 0.0,
        )
        parts = score.fact_parts(fact, found, config, how, now)
        items.append(
            Item(
                kind="fact",
                pk=pk,
                text=material.sentence(fact),
                score=score.total(parts, config, how),
                parts=parts,
                hops=arrival.hops if arrival and not seed else 0,
                path=material.activation.path(arrival.node) if arrival else (),
                source_edge=arrival.relation if arrival and not seed else None,
                section=fact.subject,
                fact=fact,
                feedback_score=score.feedback(fact.helpful, fact.judged),
            )
        )
    return score.ranked(first(items, material.ends, material.wanted, material.of_others))


def passages(material: Material, config: RetrievalConfig, how: Strategy, now: dt.datetime) -> list[Item]:
    """Every passage found or reached, scored, best first."""
    items = []
    top = _best_rank(material.chunk_seeds, how)
    arrivals = {pk: _arrival(material.activation, node(CHUNK, pk), how) for pk in material.chunks}
    sent = [arrival.activation for arrival in arrivals.values() if arrival and arrival.step]
    unit = max([config.decay_at(1), *sent]) if how.relative else 1.0
    for pk, chunk in material.chunks.items():
        seed = material.chunk_seeds.get(pk)
        number = node(CHUNK, pk)
        arrival = arrivals.get(pk)
        reached = arrival is not None and arrival.step is not None
        found = Parts(
            vector=max(material.similarity.get(("chunk", pk), 0.0), material.together.get(("chunk", pk), -1.0)),
            keyword=max(seed.keyword if seed else material.worded.get(pk, 0.0), _by_chain(material, "chunk", pk)),
            rrf=seed.rrf / top if seed else 0.0,
            activation=arrival.activation / unit if arrival and reached else 0.0,
        )
        parts = score.chunk_parts(chunk, found, config, how, now, material.asked_of)
        items.append(
            Item(
                kind="chunk",
                pk=pk,
                text=chunk.text,
                score=score.total(parts, config, how),
                parts=parts,
                hops=arrival.hops if arrival and reached and not seed else 0,
                path=material.activation.path(number) if reached else (),
                source_edge=arrival.step.relation if arrival and arrival.step and not seed else None,
                chunk=chunk,
                feedback_score=score.feedback(chunk.helpful, chunk.judged),
            )
        )
    return score.ranked(items)


def _by_chain(material: Material, kind: str, pk: int) -> float:
    """The match of words that a row has by the chain that leads to it."""
    return params.CHAIN_WORDS * material.wording.get((kind, pk), 0.0)


def _arrival(activation: Activation, number: int, how: Strategy) -> Arrival | None:
    """How a node was reached; a seed, where the strategy says so, as another seed's light reached it."""
    arrival = activation.nodes.get(number)
    return activation.revisited.get(number, arrival) if how.relative else arrival


def described(material: Material, config: RetrievalConfig, how: Strategy) -> list[Item]:
    """The descriptions of the anchors that have one; they stand in no document."""
    if not config.narrative.include_properties or config.filters.documents:
        return []
    items = []
    for pk in material.anchors:
        row = material.entities[pk]
        arrival = material.activation.nodes.get(node(ENTITY, pk))
        if row.description and arrival:
            parts = Parts(activation=arrival.activation, confidence=1.0, source=1.0, decay=1.0, usage=1.0, status=1.0)
            items.append(
                Item("entity", pk, row.description, score.total(parts, config, how), parts, section=pk, entity=row)
            )
    return items


def _best_rank(found: Mapping[int, Seed], how: Strategy) -> float:
    """What fused ranks are divided by, so that the best is 1.0 where seeds count by rank (T19)."""
    best = max((seed.rrf for seed in found.values()), default=0.0)
    return best if how.by_rank and best > 0 else 1.0


def contradicts(material: Material) -> Callable[[Item, Item], bool]:
    """Whether an unconfirmed fact denies a confirmed one: another value of a predicate that has one at a time."""

    def check(item: Item, other: Item) -> bool:
        one, two = item.fact, other.fact
        return (
            one is not None
            and two is not None
            and two.status == "confirmed"
            and one.predicate in material.exclusive
            and (one.subject, one.predicate) == (two.subject, two.predicate)
            and (one.object, one.value) != (two.object, two.value)
        )

    return check


def _allowed(fact: FactRow, config: RetrievalConfig) -> bool:
    filters = config.filters
    return fact.status in filters.statuses and (not filters.sources or fact.source in filters.sources)


def candidate_facts(activation: Activation, config: RetrievalConfig) -> list[int]:
    """The reached facts worth loading: the most activated ones, ties by id."""
    limit = max(config.max_facts, 1) * params.CANDIDATE_FACTS
    ordered = sorted(activation.facts.items(), key=lambda pair: (-pair[1].activation, pair[1].hops, pair[0]))
    return [pk for pk, _ in ordered[:limit]]


def promising(
    reached: Sequence[int], activation: Activation, near: Mapping[int, float], config: RetrievalConfig
) -> list[int]:
    """Those of the reached facts that can still be among the best, by meaning and connection alone, ties by id.

    Loading a row costs ten times what looking at its two numbers does.
    """
    limit = int(config.max_facts * params.PROMISING)
    strongest = max((activation.facts[pk].activation for pk in reached), default=1.0) or 1.0

    def promise(pk: int) -> float:
        share = activation.facts[pk].activation / strongest
        return config.vector_weight * max(near.get(pk, 0.0), 0.0) + config.graph_weight * share

    return sorted(reached, key=lambda pk: (-promise(pk), pk))[:limit]


def reached_chunks(activation: Activation) -> list[int]:
    """The passages that the spread reached."""
    return [node_pk(number) for number in activation.nodes if node_kind(number) == CHUNK]
