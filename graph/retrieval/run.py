"""One run, step by step: find, begin, spread, collect, choose, tell. Each step loads first, then computes."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from graph.predicates import Reads, registry, relation
from graph.projections import adjacency
from graph.retrieval import begin, collect, history, lights, linked, load, narrative, rerank, rows
from graph.retrieval.begin import Asked, Beginning
from graph.retrieval.channels import find, lined, misspelt, past
from graph.retrieval.channels import within as filtering
from graph.retrieval.channels.likeness import likeness
from graph.retrieval.config import as_dict
from graph.retrieval.question import reading
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.ranking import ends, gather
from graph.retrieval.ranking import score as scoring
from graph.retrieval.ranking.select import select
from graph.retrieval.result import Result
from graph.retrieval.spreading.activation import Activation, Light
from graph.retrieval.spreading.spread import spread
from graph.retrieval.types import ENTITY, GraphView, Item, node

NOTHING = {"seeds": 0, "expanded": 0, "visited": 0, "max_depth_reached": 0, "truncated": False}
LEFT_OUT_SHOWN = 15  # what was nearly returned; more than a page of it helps nobody


@dataclass(frozen=True, slots=True)
class Ran:
    """The result, the entities it rests on, and the question's vector (None where no model was there)."""

    result: Result
    touched: frozenset[int] = frozenset()
    vector: Any = None


def run(asked: Asked) -> Ran:
    """Everything that the graph has to say to the question."""
    empty = Result("", asked.question, asked.preset, as_dict(asked.config), stats=NOTHING)
    if not asked.question:
        return Ran(empty)
    allowed = filtering.allowed(asked.user, asked.config.filters, asked.stood)
    found = find.find(asked.user, asked.question, asked.config, allowed)
    if asked.how.relative:
        named = {word for run in found.named.values() for word in run.split()}
        spelled = misspelt.mended(asked.user, asked.question, named)
        if spelled != asked.question:
            asked, empty = replace(asked, question=spelled), replace(empty, searched=spelled)
            found = find.find(asked.user, spelled, asked.config, allowed)
    empty = replace(empty, me=found.me)
    begun = begin.begin(asked, found, allowed)
    if asked.how.bounded and not begin.anything(asked, found, begun):
        nothing = replace(empty, degraded=tuple(dict.fromkeys(found.degraded)), timings=found.timings)
        return Ran(nothing, vector=found.question)

    relations = registry(asked.user.pk)
    reads = Reads(relations)
    wanted = reading.wanted(asked.question, found.named, found.me, lambda name: relation(relations, name))
    activation, lit_by = _spread(asked, found, begun, reads, wanted, allowed)

    started = time.perf_counter()
    material = collect.material(asked, found, begun, relations, reads, wanted, allowed, activation, lit_by)
    items, left_out = _choose(asked, found, material)
    found.timed("score", started)

    evidence = rows.evidence(asked.user.pk, [item.pk for item in items if item.fact])
    started = time.perf_counter()
    told = _tell(asked, material, items, rows.first_said(evidence))
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
        evidence={item.pk: evidence[item.pk] for item in items if item.fact and item.pk in evidence},
        names=load.names(asked.user, items, material),
        lines=lined.told(found, items, asked.config) if asked.how.relative else {},
        reads={fact.predicate: reads[fact.predicate] for fact in material.facts.values()},
    )
    return Ran(result, frozenset(material.entities), found.question)


def _spread(
    asked: Asked,
    found: find.Found,
    begun: Beginning,
    reads: Reads,
    wanted: Wanted,
    allowed: filtering.Within,
) -> tuple[Activation, dict[int, Light]]:
    """What activation reaches from the beginning, and which found fact lit a node; the seeds alone if it fails."""
    started = time.perf_counter()
    how, user = asked.how, asked.user
    lit, lit_by = lights.lights(
        begun.walked_from, begun.facts, begun.fact_seeds, begun.chunk_seeds, found.titled, asked.context, how,
        begun.apart,
    )  # fmt: skip

    def walk() -> Activation:
        view: GraphView = adjacency.of(user.pk)
        if asked.stood is not None:
            view = history.view(view, asked.stood)
        if how.resembling:
            ends.begun(view, lit, lit_by, wanted, asked.config, asked.now)
        if how.remembering:  # past questions that are like this one are nodes of the graph too
            view, past_light = past.remembered(user, begun.stems, view)
            lit.update(past_light)
        like = likeness(view, found, user, reads, wanted) if how.resembling else None
        return spread(
            view, lit, asked.config, asked.now, lit_by, like,
            damped=how.damped, leading=how.relative, kinds=how.kinds,
        )  # fmt: skip

    activation = allowed.narrowed(linked.or_seeds_alone(walk, lit, found.degraded))
    found.timed("spread", started)
    return activation, lit_by


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


def _tell(
    asked: Asked, material: gather.Material, items: list[Item], said: Mapping[int, dt.datetime]
) -> narrative.Narrative:
    order = {}
    if asked.preset == "jacq":
        arrivals = {pk: material.activation.nodes.get(node(ENTITY, pk)) for pk in material.entities}
        order = {pk: arrival.activation if arrival else 0.0 for pk, arrival in arrivals.items()}
    return narrative.compose(
        items, material.entities, order, asked.config, asked.user.local(asked.now), said, asked.how.graph_slots
    )
