"""One question to its evidence: embed, find, anchor, spread, score, write the narrative. Loads first, then computes."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db.models import Q

from graph import versions
from graph.models import User
from graph.naming import clean
from graph.predicates import registry, relation
from graph.projections import adjacency, texts, vectors
from graph.retrieval import anchors as anchoring
from graph.retrieval import (
    cache,
    feedback,
    find,
    gather,
    narrative,
    past,
    plugged,
    rerank,
    rows,
    seeds,
    start,
    told,
    words,
)
from graph.retrieval import score as scoring
from graph.retrieval import within as filtering
from graph.retrieval.config import RetrievalConfig, as_dict, override
from graph.retrieval.presets import preset as named_preset
from graph.retrieval.result import Context, Result, keep
from graph.retrieval.select import select
from graph.retrieval.spread import Activation, spread
from graph.retrieval.strategy import STRATEGIES
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, FactRow, GraphView, Item, Kind, node, node_kind, node_pk


def effective(user: User, preset: str, options: dict[str, Any] | None) -> RetrievalConfig:
    """The preset, the user's own settings (default preset only) and the call's options, laid over each other.

    Raises UnknownPreset or BadConfig.
    """
    config = named_preset(preset)
    _, kept = versions.standing(user.pk)
    own = {key: value for key, value in kept.items() if key in RetrievalConfig.__dataclass_fields__}
    if preset == "default" and own:
        config = override(config, own)
    if kept.get("indexed_types") and not config.filters.types:
        config = override(config, {"filters": {"types": kept["indexed_types"]}})
    config = override(config, options or {}, ceiling=int(kept.get("max_traversal_depth", 10)))
    rerank.check(config.reranker)
    return config


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
) -> Result:
    """Everything the user's graph has to say to `query`. Raises UnknownPreset or BadConfig.

    At most `limit` items of at least `min_score` (T29). With `store` the run is kept as a receipt. A repeated question
    is served from the cache, for `ttl` seconds or as long as the configuration says, until a write touches it.
    """
    started = time.perf_counter()
    with versions.held(user.pk):
        options = effective(user, preset, config)
        result = _answered(user, clean(query), preset, options, context or Context(), now, ttl)
        result = told.cut(result, options, now, limit=limit, min_score=min_score)
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
) -> Result:
    """From the cache, or by running the pipeline; a retriever that was put in its place is asked each time."""
    if settings.RETRIEVER != plugged.HYBRID:
        return plugged.answered(settings.RETRIEVER, question, plugged.Options(user, preset, options, context, now))
    entry = cache.lookup(user.pk, preset, options, question, context)
    if entry is not None:
        return replace(entry, cache_hit=True, timings={})
    result, touched, vector = _run(user, question, preset, options, context, now)
    cache.store(user.pk, preset, options, question, context, result, versions.current(user.pk), touched, vector, ttl)
    return result


def _run(
    user: User, question: str, preset: str, config: RetrievalConfig, context: Context, now: dt.datetime
) -> tuple[Result, frozenset[int], Any]:
    """The pipeline itself; returns also the entities the result rests on and the question's vector."""
    empty = Result("", question, preset, as_dict(config), stats=NOTHING)
    if not question:
        return empty, frozenset(), None
    allowed = filtering.allowed(user, config.filters)
    found = find.find(user, question, config, allowed)
    how = STRATEGIES[preset]
    asked = words.content_stems(question)

    fact_seeds, seed_facts = start.facts_about(user, found, config, asked)
    chunk_seeds, seed_chunks = start.chunks_about(user, found, config, asked)
    anchors = start.anchors(user, found, config, context, asked)
    if how.bounded and not _anything(anchors, fact_seeds, chunk_seeds, found, asked, context):
        nothing = replace(empty, degraded=tuple(dict.fromkeys(found.degraded)), timings=found.timings)
        return nothing, frozenset(), found.question

    started = time.perf_counter()
    view: GraphView = adjacency.of(user.pk)
    lit, lit_by = start.lights(anchors, seed_facts, fact_seeds, chunk_seeds, context, how)
    if how.remembering:
        view, past_light = past.remembered(user, asked, view)
        lit |= past_light
    relations = registry(user.pk)
    likeness = start.likeness(view, found, user, relations) if how.resembling else None
    activation = spread(view, lit, config, now, lit_by, likeness, damped=how.damped, kinds=how.kinds)
    activation = allowed.narrowed(activation)
    found.timed("spread", started)

    started = time.perf_counter()
    reached = [pk for pk in gather.candidate_facts(activation, config) if pk not in seed_facts]
    near = _similarities(user, found, "fact", [*seed_facts, *reached])
    if how.relative:
        reached = gather.promising(reached, activation, near, config)
    facts = seed_facts | rows.facts_by_id(user.pk, reached)
    exclusive = frozenset(name for name, one in relations.items() if one.functional)
    rivals = _rivals(user, facts, exclusive) if how.bounded else {}
    facts |= {pk: row for pk, row in rivals.items() if allowed.lets("fact", pk)}
    reached_chunks = [pk for pk in gather.reached_chunks(activation) if allowed.lets("chunk", pk)]
    reached_chunks = reached_chunks if config.seed_top_k else []
    chunks = seed_chunks | rows.chunks(user.pk, [pk for pk in reached_chunks if pk not in seed_chunks])
    facts, chunks = feedback.aged(user.pk, facts, chunks, config.feedback_decay, now)
    material = gather.Material(
        facts=facts,
        chunks=chunks,
        entities=_entities(user, anchors, activation, facts),
        fact_seeds=fact_seeds,
        chunk_seeds=chunk_seeds,
        similarity={
            **{("fact", pk): value for pk, value in near.items()},
            **{("chunk", pk): value for pk, value in _similarities(user, found, "chunk", chunks).items()},
        },
        activation=activation,
        sentence=lambda fact: sentence(fact, relation(relations, fact.predicate).reads),
        exclusive=exclusive,
        anchors=[anchor.pk for anchor in anchors],
        directions=_directions(user, facts, chunks) if config.mmr.enabled else {},
    )
    items, left_out = select(material, config, how, measured=found.question is not None, now=now)
    if config.reranker:
        items, failed = rerank.reranked(config.reranker, question, items)
        items = scoring.truth_first(items, gather.contradicts(material)) if how.bounded else items
        found.degraded += ["reranker_failed"] if failed else []
    found.timed("score", started)

    started = time.perf_counter()
    order = {pk: _activation_of(activation, pk) for pk in material.entities} if preset == "jacq" else {}
    told = narrative.compose(items, material.entities, order, config, now)
    used = {(item.kind, item.pk) for item in told.used}
    left_out += [(item, "No room was left") for item in items if (item.kind, item.pk) not in used]
    items = [item for item in items if (item.kind, item.pk) in used]
    found.timed("narrative", started)

    result = replace(
        empty,
        anchors=tuple(anchors),
        items=tuple(items),
        left_out=tuple(left_out[:LEFT_OUT_SHOWN]),
        narrative=told.text,
        tokens=told.tokens,
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
        names=_names(user, items, material),
        reads={fact.predicate: relation(relations, fact.predicate).reads for fact in facts.values()},
    )
    return result, frozenset(material.entities), found.question


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
    return bool(others or fact_seeds or chunk_seeds or about_me or context.documents or context.entities)


NOTHING = {"seeds": 0, "expanded": 0, "visited": 0, "max_depth_reached": 0, "truncated": False}
LEFT_OUT_SHOWN = 15  # what was nearly returned; more than a page of it helps nobody


def sentence(fact: FactRow, reads: str) -> str:
    """The fact in words."""
    return texts.fact_text(fact.subject_name, reads, fact.object_name or fact.value)


def _rivals(user: User, facts: dict[int, FactRow], exclusive: frozenset[str]) -> dict[int, FactRow]:
    """The confirmed facts that an unconfirmed one among `facts` contradicts, so that they are never missing."""
    doubtful = [fact for fact in facts.values() if fact.status != "confirmed" and fact.predicate in exclusive]
    if not doubtful:
        return {}
    subjects = {fact.subject for fact in doubtful}
    predicates = {fact.predicate for fact in doubtful}
    return rows.facts(user.pk, Q(status="confirmed", subject__in=subjects, predicate__in=predicates))


def _entities(
    user: User, anchors: list[anchoring.Anchor], activation: Activation, facts: dict[int, FactRow]
) -> dict[int, Any]:
    wanted = {anchor.pk for anchor in anchors}
    wanted |= {node_pk(number) for number in activation.nodes if node_kind(number) == ENTITY}
    wanted |= {fact.subject for fact in facts.values()}
    return rows.entities(user.pk, sorted(wanted))


def _similarities(user: User, found: find.Found, kind: Kind, ids: Iterable[int]) -> dict[int, float]:
    """How near rows are to the question: as the vector channel found them, and measured for the others."""
    if found.question is None:
        return {}
    near = dict(found.vector.get(kind, ()))
    rest = [pk for pk in ids if pk not in near]
    return near | vectors.similarities(user.pk, kind, rest, found.question) if rest else near


def _directions(user: User, facts: Iterable[int], chunks: Iterable[int]) -> dict[tuple[str, int], Any]:
    """The vectors of the candidates, for comparing them with each other."""
    kinds: tuple[tuple[Kind, Iterable[int]], ...] = (("fact", facts), ("chunk", chunks))
    return {(kind, pk): one for kind, ids in kinds for pk, one in vectors.directions(user.pk, kind, list(ids)).items()}


def _activation_of(activation: Activation, pk: int) -> float:
    arrival = activation.nodes.get(node(ENTITY, pk))
    return arrival.activation if arrival else 0.0


def _names(user: User, items: list[Item], material: gather.Material) -> dict[int, str]:
    """The names of every node on the items' paths."""
    numbers = {step.node for item in items for step in item.path}
    names = {number: material.entities[node_pk(number)].name for number in numbers if _known(number, material)}
    documents = rows.titles(user.pk, [node_pk(number) for number in numbers if node_kind(number) == DOCUMENT])
    names |= {node(DOCUMENT, pk): title for pk, title in documents.items()}
    names |= past.queries(user, numbers)
    chunks = [node_pk(number) for number in numbers if node_kind(number) == CHUNK]
    missing = [pk for pk in chunks if pk not in material.chunks]
    held = {**material.chunks, **(rows.chunks(user.pk, missing) if missing else {})}
    return names | {node(CHUNK, pk): held[pk].document_title for pk in chunks if pk in held}


def _known(number: int, material: gather.Material) -> bool:
    return node_kind(number) == ENTITY and node_pk(number) in material.entities


def hybrid(query: str, options: plugged.Options) -> tuple[Item, ...]:
    """The items that this pipeline finds, neither cached nor kept (T52)."""
    with versions.held(options.user.pk):
        made, _, _ = _run(options.user, clean(query), options.preset, options.config, options.context, options.now)
    return made.items
