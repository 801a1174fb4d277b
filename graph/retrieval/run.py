"""One run, step by step: find, begin, spread, gather, choose, tell. Each step loads first, then computes."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from graph.models import User
from graph.predicates import Relation, registry, relation
from graph.projections import adjacency, texts
from graph.retrieval import (
    bygone,
    feedback,
    find,
    gather,
    history,
    joint,
    lined,
    linked,
    load,
    narrative,
    of_types,
    past,
    rerank,
    rows,
    seeds,
    sources,
    start,
    words,
)
from graph.retrieval import score as scoring
from graph.retrieval import within as filtering
from graph.retrieval.activation import Activation, Light
from graph.retrieval.anchors import Anchor
from graph.retrieval.config import RetrievalConfig, as_dict
from graph.retrieval.result import Context, Result
from graph.retrieval.select import select
from graph.retrieval.spread import spread
from graph.retrieval.strategy import STRATEGIES, Strategy
from graph.retrieval.types import ENTITY, ChunkRow, FactRow, GraphView, Item, node

NOTHING = {"seeds": 0, "expanded": 0, "visited": 0, "max_depth_reached": 0, "truncated": False}
LEFT_OUT_SHOWN = 15  # what was nearly returned; more than a page of it helps nobody


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, whose graph it is put to, and by which rules; with `stood` the graph as it was at `now`."""

    user: User
    question: str
    preset: str
    config: RetrievalConfig
    context: Context
    now: dt.datetime
    stood: history.Held | None = None

    @property
    def how(self) -> Strategy:
        return STRATEGIES[self.preset]


@dataclass(frozen=True, slots=True)
class Ran:
    """The result, the entities it rests on, and the question's vector (None where no model was there)."""

    result: Result
    touched: frozenset[int] = frozenset()
    vector: Any = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was found directly: the seeds with their rows, the anchors shown, and those that the walk begins at."""

    stems: frozenset[str]  # the question's content words
    fact_seeds: Mapping[int, seeds.Seed]
    facts: Mapping[int, FactRow]
    chunk_seeds: Mapping[int, seeds.Seed]
    chunks: Mapping[int, ChunkRow]
    anchors: list[Anchor]
    walked_from: list[Anchor]
    bygone: Mapping[int, FactRow]  # facts that held at the moment asked about and are history since


def run(asked: Asked) -> Ran:
    """Everything that the graph has to say to the question."""
    empty = Result("", asked.question, asked.preset, as_dict(asked.config), stats=NOTHING)
    if not asked.question:
        return Ran(empty)
    allowed = filtering.allowed(asked.user, asked.config.filters, asked.stood)
    found = find.find(asked.user, asked.question, asked.config, allowed)
    begun = _begin(asked, found, allowed)
    if asked.how.bounded and not _anything(asked, found, begun):
        nothing = replace(empty, degraded=tuple(dict.fromkeys(found.degraded)), timings=found.timings)
        return Ran(nothing, vector=found.question)

    relations = registry(asked.user.pk)
    activation, lit_by = _spread(asked, found, begun, relations, allowed)

    started = time.perf_counter()
    material = _gather(asked, found, begun, relations, allowed, activation, lit_by)
    items, left_out = _choose(asked, found, material)
    found.timed("score", started)

    started = time.perf_counter()
    told = _tell(asked, begun, material, items)
    found.timed("narrative", started)

    used = {(item.kind, item.pk) for item in told.used}
    left_out += [(item, "No room was left") for item in items if (item.kind, item.pk) not in used]
    items = [item for item in items if (item.kind, item.pk) in used]
    result = replace(
        empty,
        anchors=tuple(begun.anchors),
        items=tuple(items),
        left_out=tuple(left_out[:LEFT_OUT_SHOWN]),
        narrative=told.text,
        tokens=told.tokens,
        degraded=tuple(dict.fromkeys(found.degraded)),
        timings=found.timings,
        stats={
            "seeds": len(begun.fact_seeds) + len(begun.chunk_seeds) + len(begun.anchors),
            "expanded": activation.expanded,
            "visited": len(activation.nodes),
            "max_depth_reached": activation.max_depth,
            "truncated": activation.truncated or bool(left_out),
        },
        evidence=rows.evidence(asked.user.pk, [item.pk for item in items if item.fact]),
        names=load.names(asked.user, items, material),
        reads={fact.predicate: relation(relations, fact.predicate).reads for fact in material.facts.values()},
    )
    return Ran(result, frozenset(material.entities), found.question)


def _begin(asked: Asked, found: find.Found, allowed: filtering.Within) -> Beginning:
    """The seeds above the floor and the anchors; of an earlier day also the facts that are history."""
    user, config, stems = asked.user, asked.config, words.content_stems(asked.question)
    over = {}
    if asked.stood is not None:
        over = {pk: row for pk, row in asked.stood.bygone.items() if allowed.lets("fact", pk)}
    if over:
        bygone.join(user, found, stems, over)
    fact_seeds, facts = start.facts_about(user, found, config, stems, over, asked.now)
    chunk_seeds, chunks = start.chunks_about(user, found, config, stems, trusting=asked.how.relative)
    anchors, walked_from = of_types.anchors(user, found, config, asked.context, stems)
    return Beginning(stems, fact_seeds, facts, chunk_seeds, chunks, anchors, walked_from, over)


def _anything(asked: Asked, found: find.Found, begun: Beginning) -> bool:
    """Whether the question is about something known (C32): "I" alone is not, unless nothing else is asked."""
    others = [anchor for anchor in begun.walked_from if anchor.pk != found.me]
    about_me = found.me is not None and begun.stems <= words.OPEN_QUESTION
    named = others or found.titled or asked.context.documents or asked.context.entities
    return bool(named or begun.fact_seeds or begun.chunk_seeds or about_me)


def _spread(
    asked: Asked, found: find.Found, begun: Beginning, relations: dict[str, Relation], allowed: filtering.Within
) -> tuple[Activation, dict[int, Light]]:
    """What activation reaches from the beginning, and which found fact lit a node; the seeds alone if it fails."""
    started = time.perf_counter()
    how, user = asked.how, asked.user
    lit, lit_by = start.lights(
        begun.walked_from, begun.facts, begun.fact_seeds, begun.chunk_seeds, found.titled, asked.context, how
    )

    def walk() -> Activation:
        view: GraphView = adjacency.of(user.pk)
        if asked.stood is not None:
            view = history.view(view, asked.stood)
        if how.remembering:  # past questions that are like this one are nodes of the graph too
            view, past_light = past.remembered(user, begun.stems, view)
            lit.update(past_light)
        likeness = start.likeness(view, found, user, relations) if how.resembling else None
        return spread(
            view, lit, asked.config, asked.now, lit_by, likeness,
            damped=how.damped, leading=how.relative, kinds=how.kinds,
        )  # fmt: skip

    activation = allowed.narrowed(linked.or_seeds_alone(walk, lit, found.degraded))
    found.timed("spread", started)
    return activation, lit_by


def _gather(
    asked: Asked,
    found: find.Found,
    begun: Beginning,
    relations: dict[str, Relation],
    allowed: filtering.Within,
    activation: Activation,
    lit_by: Mapping[int, Light],
) -> gather.Material:
    """The rows that were found or reached, and how near each is to the question."""
    user, config, how = asked.user, asked.config, asked.how
    reached = [pk for pk in gather.candidate_facts(activation, config) if pk not in begun.facts]
    near = load.similarities(user, found, "fact", [*begun.facts, *reached])
    if how.relative:
        reached = gather.promising(reached, activation, near, config)
    history_reached = {pk: begun.bygone[pk] for pk in reached if pk in begun.bygone}
    facts = {**begun.facts, **rows.facts_by_id(user.pk, reached, asked.now), **history_reached}
    exclusive = frozenset(name for name, one in relations.items() if one.functional)
    rivals = load.rivals(user, facts, exclusive, asked.now) if how.bounded else {}
    facts |= {pk: row for pk, row in rivals.items() if allowed.lets("fact", pk)}
    if how.relative and config.seed_top_k:
        strengths = {pk: max(seed.vector, 0.0) for pk, seed in begun.fact_seeds.items()}
        sources.reach(activation, facts, strengths, rows.stated(user.pk, facts))
    reached_chunks = gather.reached_chunks(activation) if config.seed_top_k else []
    farther = [pk for pk in reached_chunks if pk not in begun.chunks and allowed.lets("chunk", pk)]
    chunks = {**begun.chunks, **linked.passages(user.pk, farther, found.degraded)}
    facts, chunks = feedback.aged(user.pk, facts, chunks, config.feedback_decay, asked.now)
    chunks_near = load.similarities(user, found, "chunk", chunks)
    chunks_near = lined.nearer(user, found, chunks_near) if how.relative else chunks_near

    # A row may go while its question is answered, and what is told of it goes along.
    entities = load.entities(user, begun.anchors, activation, facts)
    facts = {pk: fact for pk, fact in facts.items() if fact.subject in entities}

    rows_of = [*(("fact", pk) for pk in facts), *(("chunk", pk) for pk in chunks)]

    def sentence(fact: FactRow) -> str:
        reads = relation(relations, fact.predicate).reads
        return texts.fact_text(fact.subject_name, reads, fact.object_name or fact.value)

    chains = joint.chains(activation, lit_by, facts, chunks) if how.relative else {}
    told = {("fact", pk): sentence(fact) for pk, fact in facts.items()} if chains else {}
    told |= {("chunk", pk): f"{chunk.prefix}\n{chunk.text}" for pk, chunk in chunks.items()} if chains else {}
    said = {link: words.held(begun.stems, text) for link, text in told.items()}

    return gather.Material(
        facts=facts,
        chunks=chunks,
        entities=entities,
        fact_seeds=begun.fact_seeds,
        chunk_seeds=begun.chunk_seeds,
        similarity={
            **{("fact", pk): value for pk, value in near.items()},
            **{("chunk", pk): value for pk, value in chunks_near.items()},
        },
        activation=activation,
        together=load.together(user, found, chains),
        wording=joint.wording(chains, said, begun.stems),
        sentence=sentence,
        exclusive=exclusive,
        anchors=[anchor.pk for anchor in begun.anchors if anchor.pk in entities],
        worded=found.worded if how.relative else {},
        asked_of=found.runs if how.relative else (),
        directions=load.directions(user, found, rows_of) if config.mmr.enabled else {},
    )


def _choose(asked: Asked, found: find.Found, material: gather.Material) -> tuple[list[Item], list[tuple[Item, str]]]:
    """The best of it, reranked where that is wished for, and what was nearly taken, with the reason."""
    config, how = asked.config, asked.how
    items, left_out = select(material, config, how, measured=found.question is not None, now=asked.now)
    items = linked.with_context(asked.user.pk, items, material.activation)
    if config.reranker:
        items, failed = rerank.reranked(config.reranker, asked.question, items)
        items = scoring.truth_first(items, gather.contradicts(material)) if how.bounded else items
        found.degraded += ["reranker_failed"] if failed else []
    return items, left_out


def _tell(asked: Asked, begun: Beginning, material: gather.Material, items: list[Item]) -> narrative.Narrative:
    order = {}
    if asked.preset == "jacq":
        arrivals = {pk: material.activation.nodes.get(node(ENTITY, pk)) for pk in material.entities}
        order = {pk: arrival.activation if arrival else 0.0 for pk, arrival in arrivals.items()}
    return narrative.compose(items, material.entities, order, asked.config, asked.now, asked.how.graph_slots)
