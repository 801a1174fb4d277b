"""One question to its evidence: embed, find, anchor, spread, score, write the narrative. Loads first, then computes."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import replace
from typing import Any

from django.conf import settings

from graph import telemetry, versions
from graph.models import User
from graph.naming import clean
from graph.predicates import Relation, registry, relation
from graph.projections import adjacency, texts
from graph.retrieval import anchors as anchoring
from graph.retrieval import (
    bygone,
    cache,
    feedback,
    find,
    gather,
    history,
    linked,
    load,
    narrative,
    of_types,
    past,
    plugged,
    rerank,
    rows,
    seeds,
    sources,
    start,
    told,
    words,
)
from graph.retrieval import score as scoring
from graph.retrieval import within as filtering
from graph.retrieval.activation import Activation, Light
from graph.retrieval.config import RetrievalConfig, as_dict, override
from graph.retrieval.presets import preset as named_preset
from graph.retrieval.result import Context, Result, keep
from graph.retrieval.select import select
from graph.retrieval.spread import spread
from graph.retrieval.strategy import STRATEGIES, Strategy
from graph.retrieval.types import ENTITY, FactRow, GraphView, Item, node


def effective(user: User, preset: str, options: dict[str, Any] | None) -> RetrievalConfig:
    """The preset, the user's own settings (default preset only) and the call's options, laid over each other.

    Raises UnknownPreset or BadConfig.
    """
    config = named_preset(preset)
    _, kept = versions.standing(user.pk)
    own = {key: value for key, value in kept.items() if key in RetrievalConfig.__dataclass_fields__}
    if preset == "default" and own:
        config = override(config, own)
    config = override(config, options or {}, ceiling=int(kept.get("max_traversal_depth", 10)))
    rerank.check(config.reranker)
    return config


@telemetry.retrieving
def retrieve(
    *,
    user: User,
    query: str,
    preset: str = "default",
    config: dict[str, Any] | None = None,
    context: Context | None = None,
    limit: int | None = None,
    min_score: float = 0.0,
    now: dt.datetime,
    store: bool = True,
    ttl: int | None = None,
    as_of: dt.datetime | None = None,
) -> Result:
    """Everything the user's graph has to say to `query`. Raises UnknownPreset or BadConfig.

    At most `limit` items of at least `min_score` (T29). With `store` the run is kept as a receipt. A repeated question
    is served from the cache, for `ttl` seconds or as long as the configuration says, until a write touches it.
    With `as_of` it stands on what was held true at that moment, which counts as the present; this is never cached.
    """
    started = time.perf_counter()
    with versions.held(user.pk):
        options = effective(user, preset, config)
        if as_of is not None:  # descriptions have no date, so nothing says whether they stood then
            options = replace(options, narrative=replace(options.narrative, include_properties=False))
        result = _answered(user, clean(query), preset, options, context or Context(), as_of or now, ttl, as_of)
        slots = STRATEGIES[preset].graph_slots
        result = told.cut(result, options, as_of or now, limit=limit, min_score=min_score, slots=slots)
        result = replace(result, as_of=as_of)
    result = replace(result, timings={**result.timings, "total": (time.perf_counter() - started) * 1000})
    return replace(result, id=keep(user, result, now)) if store else result


def _answered(
    user: User,
    question: str,
    preset: str,
    options: RetrievalConfig,
    context: Context,
    now: dt.datetime,
    ttl: int | None,
    as_of: dt.datetime | None,
) -> Result:
    """From the cache, or by running the pipeline; a retriever that was put in its place is asked each time."""
    if settings.RETRIEVER != plugged.HYBRID:
        return plugged.answered(settings.RETRIEVER, question, plugged.Options(user, preset, options, context, now))
    if as_of is not None:
        return _run(user, question, preset, options, context, now, history.held(user, as_of))[0]
    entry = cache.lookup(user.pk, preset, options, question, context)
    if entry is not None:
        return replace(entry, cache_hit=True, timings={})
    result, touched, vector = _run(user, question, preset, options, context, now)
    cache.store(user.pk, preset, options, question, context, result, versions.current(user.pk), touched, vector, ttl)
    return result


def _run(
    user: User,
    question: str,
    preset: str,
    config: RetrievalConfig,
    context: Context,
    now: dt.datetime,
    stood: history.Held | None = None,
) -> tuple[Result, frozenset[int], Any]:
    """The pipeline itself, over what `stood` at `now`, if that is not the present.

    Returns also the entities the result rests on and the question's vector.
    """
    empty = Result("", question, preset, as_dict(config), stats=NOTHING)
    if not question:
        return empty, frozenset(), None
    allowed = filtering.allowed(user, config.filters, stood)
    found = find.find(user, question, config, allowed)
    how = STRATEGIES[preset]
    asked = words.content_stems(question)
    over = {pk: row for pk, row in stood.bygone.items() if allowed.lets("fact", pk)} if stood else {}
    if over:
        bygone.join(user, found, asked, over)

    fact_seeds, seed_facts = start.facts_about(user, found, config, asked, over)
    chunk_seeds, seed_chunks = start.chunks_about(user, found, config, asked, trusting=how.relative)
    anchors, beginning = of_types.anchors(user, found, config, context, asked)
    if how.bounded and not _anything(beginning, fact_seeds, chunk_seeds, found, asked, context):
        nothing = replace(empty, degraded=tuple(dict.fromkeys(found.degraded)), timings=found.timings)
        return nothing, frozenset(), found.question

    started = time.perf_counter()
    relations = registry(user.pk)
    lit, lit_by = start.lights(beginning, seed_facts, fact_seeds, chunk_seeds, found.titled, context, how)
    activation = linked.or_seeds_alone(
        lambda: _walk(user, found, config, how, asked, relations, lit, lit_by, now, stood), lit, found.degraded
    )
    activation = allowed.narrowed(activation)
    found.timed("spread", started)

    started = time.perf_counter()
    reached = [pk for pk in gather.candidate_facts(activation, config) if pk not in seed_facts]
    near = load.similarities(user, found, "fact", [*seed_facts, *reached])
    if how.relative:
        reached = gather.promising(reached, activation, near, config)
    facts = seed_facts | rows.facts_by_id(user.pk, reached) | {pk: over[pk] for pk in reached if pk in over}
    exclusive = frozenset(name for name, one in relations.items() if one.functional)
    rivals = load.rivals(user, facts, exclusive) if how.bounded else {}
    facts |= {pk: row for pk, row in rivals.items() if allowed.lets("fact", pk)}
    if how.relative and config.seed_top_k:
        strengths = {pk: max(seed.vector, 0.0) for pk, seed in fact_seeds.items()}
        sources.reach(activation, facts, strengths, rows.stated(user.pk, facts))
    reached_chunks = gather.reached_chunks(activation) if config.seed_top_k else []
    farther = [pk for pk in reached_chunks if pk not in seed_chunks and allowed.lets("chunk", pk)]
    chunks = seed_chunks | linked.passages(user.pk, farther, found.degraded)
    facts, chunks = feedback.aged(user.pk, facts, chunks, config.feedback_decay, now)
    material = gather.Material(
        facts=facts,
        chunks=chunks,
        entities=load.entities(user, anchors, activation, facts),
        fact_seeds=fact_seeds,
        chunk_seeds=chunk_seeds,
        similarity={
            **{("fact", pk): value for pk, value in near.items()},
            **{("chunk", pk): value for pk, value in load.similarities(user, found, "chunk", chunks).items()},
        },
        activation=activation,
        together=load.together(user, found, activation, lit_by, facts, chunks) if how.relative else {},
        sentence=lambda fact: sentence(fact, relation(relations, fact.predicate).reads),
        exclusive=exclusive,
        anchors=[anchor.pk for anchor in anchors],
        worded=found.worded if how.relative else {},
        asked_of=found.runs if how.relative else (),
        directions=load.directions(user, list(facts), list(chunks)) if config.mmr.enabled else {},
    )
    items, left_out = select(material, config, how, measured=found.question is not None, now=now)
    items = linked.with_context(user.pk, items, activation)
    if config.reranker:
        items, failed = rerank.reranked(config.reranker, question, items)
        items = scoring.truth_first(items, gather.contradicts(material)) if how.bounded else items
        found.degraded += ["reranker_failed"] if failed else []
    found.timed("score", started)

    started = time.perf_counter()
    order = {pk: _activation_of(activation, pk) for pk in material.entities} if preset == "jacq" else {}
    written = narrative.compose(items, material.entities, order, config, now, how.graph_slots)
    used = {(item.kind, item.pk) for item in written.used}
    left_out += [(item, "No room was left") for item in items if (item.kind, item.pk) not in used]
    items = [item for item in items if (item.kind, item.pk) in used]
    found.timed("narrative", started)

    result = replace(
        empty,
        anchors=tuple(anchors),
        items=tuple(items),
        left_out=tuple(left_out[:LEFT_OUT_SHOWN]),
        narrative=written.text,
        tokens=written.tokens,
        degraded=tuple(dict.fromkeys(found.degraded)),
        timings=found.timings,
        stats={
            "seeds": len(fact_seeds) + len(chunk_seeds) + len(anchors),
            "expanded": activation.expanded,
            "visited": len(activation.nodes),
            "max_depth_reached": activation.max_depth,
            "truncated": activation.truncated or bool(left_out),
        },
        evidence=rows.evidence(user.pk, [item.pk for item in items if item.fact]),
        names=load.names(user, items, material),
        reads={fact.predicate: relation(relations, fact.predicate).reads for fact in facts.values()},
    )
    return result, frozenset(material.entities), found.question


def _walk(
    user: User,
    found: find.Found,
    config: RetrievalConfig,
    how: Strategy,
    asked: frozenset[str],
    relations: dict[str, Relation],
    lit: dict[int, float],
    lit_by: dict[int, Light],
    now: dt.datetime,
    stood: history.Held | None,
) -> Activation:
    """Spread over the graph as it stands, past questions that are like this one among it; `lit` gets their light."""
    view: GraphView = adjacency.of(user.pk)
    if stood is not None:
        view = history.view(view, stood)
    if how.remembering:
        view, past_light = past.remembered(user, asked, view)
        lit |= past_light
    likeness = start.likeness(view, found, user, relations) if how.resembling else None
    return spread(view, lit, config, now, lit_by, likeness, damped=how.damped, leading=how.relative, kinds=how.kinds)


def _anything(
    anchors: list[anchoring.Anchor],
    fact_seeds: dict[int, seeds.Seed],
    chunk_seeds: dict[int, seeds.Seed],
    found: find.Found,
    asked: frozenset[str],
    context: Context,
) -> bool:
    """Whether the question is about something known (C32): "I" alone is not, unless nothing else is asked."""
    others = [anchor for anchor in anchors if anchor.pk != found.me]
    about_me = found.me is not None and asked <= words.OPEN_QUESTION
    named = others or found.titled or context.documents or context.entities
    return bool(named or fact_seeds or chunk_seeds or about_me)


NOTHING = {"seeds": 0, "expanded": 0, "visited": 0, "max_depth_reached": 0, "truncated": False}
LEFT_OUT_SHOWN = 15  # what was nearly returned; more than a page of it helps nobody


def sentence(fact: FactRow, reads: str) -> str:
    """The fact in words."""
    return texts.fact_text(fact.subject_name, reads, fact.object_name or fact.value)


def _activation_of(activation: Activation, pk: int) -> float:
    arrival = activation.nodes.get(node(ENTITY, pk))
    return arrival.activation if arrival else 0.0


def hybrid(query: str, options: plugged.Options) -> tuple[Item, ...]:
    """The items that this pipeline finds, neither cached nor kept (T52)."""
    with versions.held(options.user.pk):
        made, _, _ = _run(options.user, clean(query), options.preset, options.config, options.context, options.now)
    return made.items
