"""One question to its evidence: embed, find, anchor, spread, score, write the narrative. Loads first, then computes."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import replace
from typing import Any

import numpy as np
from django.db.models import Q

from graph import versions
from graph.models import User, UserSettings
from graph.naming import clean
from graph.predicates import Relation, registry, relation
from graph.projections import adjacency, phrases, texts, vectors
from graph.retrieval import anchors as anchoring
from graph.retrieval import cache, find, gather, narrative, params, rows, score, seeds, words
from graph.retrieval.config import RetrievalConfig, as_dict, override
from graph.retrieval.presets import preset as named_preset
from graph.retrieval.result import Context, Result, keep
from graph.retrieval.spread import Activation, Light, spread
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, FactRow, Item, node, node_kind, node_pk


def effective(user: User, preset: str, options: dict[str, Any] | None) -> RetrievalConfig:
    """The preset, the user's own settings (default preset only) and the call's options, laid over each other.

    Raises UnknownPreset or BadConfig.
    """
    config = named_preset(preset)
    kept = UserSettings.objects.filter(user=user).values_list("retrieval", flat=True).first() or {}
    own = {key: value for key, value in kept.items() if key in RetrievalConfig.__dataclass_fields__}
    if preset == "default" and own:
        config = override(config, own)
    return override(config, options or {}, ceiling=int(kept.get("max_traversal_depth", 10)))


def retrieve(
    *,
    user: User,
    query: str,
    preset: str = "default",
    config: dict[str, Any] | None = None,
    context: Context | None = None,
    explain: bool = True,
    now: dt.datetime,
    store: bool = True,
) -> Result:
    """Everything the user's graph has to say to `query`. Raises UnknownPreset or BadConfig.

    With `store` the run is kept as a receipt. A repeated question is served from the cache until a write touches it.
    """
    started = time.perf_counter()
    options = effective(user, preset, config)
    question, context = clean(query), context or Context()
    entry = cache.lookup(user.pk, preset, options, question, context)
    if entry is not None:
        result = replace(entry, cache_hit=True, timings={"total": _since(started)})
    else:
        version = versions.current(user.pk)
        result, touched, vector = _run(user, question, preset, options, context, now)
        result = replace(result, timings={**result.timings, "total": _since(started)})
        cache.store(user.pk, preset, options, question, context, result, version, touched, vector)
    return replace(result, id=keep(user, result, now)) if store else result


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _run(
    user: User, question: str, preset: str, config: RetrievalConfig, context: Context, now: dt.datetime
) -> tuple[Result, frozenset[int], Any]:
    """The pipeline itself; returns also the entities the result rests on and the question's vector."""
    empty = Result("", question, preset, as_dict(config), stats=NOTHING)
    if not question:
        return empty, frozenset(), None
    found = find.find(user, question, config)
    bounded = preset != "jacq"
    asked = words.content_stems(question)

    fact_seeds = _seeds(user, found, "fact", config, asked, config.fact_seeds)
    chunk_seeds = _seeds(user, found, "chunk", config, asked, config.seed_top_k)
    anchors = _anchors(user, found, config, context, asked)
    if bounded and not _anything(anchors, fact_seeds, chunk_seeds, found, asked, context):
        return replace(empty, degraded=tuple(dict.fromkeys(found.degraded)), timings=found.timings), frozenset(), None

    started = time.perf_counter()
    view = adjacency.of(user.pk)
    seed_facts = rows.facts_by_id(user.pk, fact_seeds)
    start, lit_by = _starting(anchors, seed_facts, fact_seeds, chunk_seeds, context)
    relations = registry(user.pk)
    likeness = _likeness(view, found, user, relations) if preset == "default" else None
    activation = spread(view, start, config, now, lit_by, likeness)
    found.timed("spread", started)

    started = time.perf_counter()
    reached = [pk for pk in gather.candidate_facts(activation, config) if pk not in seed_facts]
    facts = seed_facts | rows.facts_by_id(user.pk, reached)
    exclusive = frozenset(name for name, one in relations.items() if one.functional)
    facts |= _rivals(user, facts, exclusive) if bounded else {}
    chunk_ids = dict.fromkeys([*chunk_seeds, *(gather.reached_chunks(activation) if config.seed_top_k else ())])
    material = gather.Material(
        facts=facts,
        chunks=rows.chunks(user.pk, chunk_ids),
        entities=_entities(user, anchors, activation, facts),
        fact_seeds=fact_seeds,
        chunk_seeds=chunk_seeds,
        similarity=_similarities(user, found, facts, chunk_ids),
        activation=activation,
        sentence=lambda fact: sentence(fact, relation(relations, fact.predicate).reads),
        exclusive=exclusive,
        anchors=[anchor.pk for anchor in anchors],
    )
    items, left_out = _select(material, config, found, bounded, now)
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


def _seeds(
    user: User, found: find.Found, kind: Any, config: RetrievalConfig, asked: frozenset[str], limit: int
) -> dict[int, seeds.Seed]:
    """The items of a kind that are about the question, at most `limit`, best first."""
    if not limit:
        return {}
    ranked = find.fused(found, kind, config, limit)
    unsure = [seed.pk for seed in ranked if seed.vector < config.min_similarity and seed.keyword > 0]
    held = _texts(user, kind, unsure)
    missing = [seed.pk for seed in ranked if not seed.vector]
    near = vectors.similarities(user.pk, kind, missing, found.question) if found.question is not None else {}
    kept: dict[int, seeds.Seed] = {}
    for seed in ranked:
        seed = replace(seed, vector=seed.vector or near.get(seed.pk, 0.0))
        covered = words.coverage(asked, held[seed.pk]) if seed.pk in held else 0.0
        if seeds.admitted(
            seed,
            min_similarity=config.min_similarity,
            coverage=covered,
            has_vectors=found.question is not None and bool(seed.vector),
        ):
            kept[seed.pk] = seed
        if len(kept) == limit:
            break
    return kept


def _texts(user: User, kind: str, ids: list[int]) -> dict[int, str]:
    if not ids:
        return {}
    if kind == "chunk":
        return {pk: row.text for pk, row in rows.chunks(user.pk, ids).items()}
    facts = rows.facts_by_id(user.pk, ids)
    return {pk: f"{fact.subject_name} {fact.predicate} {fact.object_name or fact.value}" for pk, fact in facts.items()}


def _anchors(
    user: User, found: find.Found, config: RetrievalConfig, context: Context, asked: frozenset[str]
) -> list[anchoring.Anchor]:
    wanted = [*found.named, *(pk for ranked in (found.vector, found.keyword) for pk, _ in ranked.get("entity", ()))]
    if found.me is not None:
        wanted.append(found.me)
    loaded = rows.entities(user.pk, [*wanted, *context.entities])
    # A word of the question that is only a small part of a name does not name it.
    keyword = [
        (pk, hit)
        for pk, hit in found.keyword.get("entity", ())
        if pk in loaded and words.coverage(words.content_stems(loaded[pk].name), " ".join(asked)) >= 0.5
    ]
    return anchoring.choose(
        named=found.named,
        vector=found.vector.get("entity", ()),
        keyword=keyword,
        self_pk=found.me,
        opened=context.entities,
        rows=loaded,
        config=config,
    )


def _starting(
    anchors: list[anchoring.Anchor],
    facts: dict[int, FactRow],
    fact_seeds: dict[int, seeds.Seed],
    chunk_seeds: dict[int, seeds.Seed],
    context: Context,
) -> tuple[dict[int, float], dict[int, Light]]:
    """Where the spread begins: anchors, the ends of the best found facts, found passages, open documents.

    Returns the activation of each node, and for a node that a found fact lit, which one.
    """
    lights: dict[int, dict[int, float]] = {}

    def light(number: int, activation: float, fact: int = 0) -> None:
        by = lights.setdefault(number, {})
        by[fact] = max(by.get(fact, 0.0), min(max(activation, 0.0), 1.0))

    for anchor in anchors:
        light(node(ENTITY, anchor.pk), anchor.score)
    best = max((max(seed.vector, 0.0) for seed in fact_seeds.values()), default=0.0)
    for pk, seed in list(fact_seeds.items())[: params.SPREADING_SEEDS]:
        strength = seed.vector * seed.vector / best if best else seed.rrf
        for end in (facts[pk].subject, facts[pk].object) if pk in facts else ():
            if end is not None and not (end == facts[pk].subject and facts[pk].subject_is_self):
                light(node(ENTITY, end), strength, pk)
    for pk, seed in chunk_seeds.items():
        light(node(CHUNK, pk), max(seed.vector, seed.rrf * 0.5))
    for pk in context.documents:
        light(node(DOCUMENT, pk), 1.0)
    start = {number: max(by.values()) for number, by in lights.items()}
    lit_by = {}
    for number, by in lights.items():
        fact = max(by, key=lambda one: (by[one], -one))
        if fact:
            lit_by[number] = Light(fact, max((value for one, value in by.items() if one != fact), default=0.0))
    return start, lit_by


def _likeness(view: Any, found: find.Found, user: User, relations: dict[str, Relation]) -> Any:
    """For each relation of the graph, how much it resembles the question, 0..1; None when none does."""
    if found.question is None:
        return None
    phrases_ = [relation(relations, name).reads for name in view.relations]
    near = phrases.resemblance(phrases_, found.question, vectors.serving(user.pk))
    best = float(np.nanmax(near)) if near.size and not np.isnan(near).all() else 0.0
    if best < params.LIKE_RELATION:
        return None
    share = np.clip(np.nan_to_num(near, nan=best) / best, 0.0, 1.0)
    return params.UNLIKE_RELATION + (1.0 - params.UNLIKE_RELATION) * share**2


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


def _similarities(
    user: User, found: find.Found, facts: dict[int, FactRow], chunk_ids: dict[int, None]
) -> dict[tuple[str, int], float]:
    if found.question is None:
        return {}
    near: dict[tuple[str, int], float] = {}
    for kind, ids in (("fact", facts), ("chunk", chunk_ids)):
        known = dict(found.vector.get(kind, ()))
        near |= {(kind, pk): value for pk, value in known.items()}
        rest = [pk for pk in ids if pk not in known]
        if rest:
            measured = vectors.similarities(user.pk, kind, rest, found.question)  # type: ignore[arg-type]
            near |= {(kind, pk): value for pk, value in measured.items()}
    return near


def _select(
    material: gather.Material, config: RetrievalConfig, found: find.Found, bounded: bool, now: dt.datetime
) -> tuple[list[Item], list[tuple[Item, str]]]:
    """The items that are returned, best first, and those that were nearly."""
    facts = gather.facts(material, config, bounded=bounded, now=now)
    chunks = gather.passages(material, config, now=now) if config.seed_top_k else []
    left_out: list[tuple[Item, str]] = []
    if bounded and found.question is not None:
        strongest = max((item.parts.activation for item in facts), default=0.0)
        facts, far = _near_enough(facts, strongest, config)
        chunks, far_chunks = _near_enough(chunks, 1.0, config)
        left_out += [(item, "Too far from the question") for item in [*far, *far_chunks]]
    if bounded:
        facts = score.truth_first(facts, gather.contradicts(material))
    left_out += [(item, "Others were nearer") for item in [*facts[config.max_facts :], *chunks[config.seed_top_k :]]]
    kept = [*gather.described(material, config), *facts[: config.max_facts], *chunks[: config.seed_top_k]]
    ordered = score.ranked(kept)
    if bounded:
        ordered = score.truth_first(ordered, gather.contradicts(material))
    return ordered, sorted(left_out, key=lambda pair: -pair[0].score)


def _near_enough(items: list[Item], strongest: float, config: RetrievalConfig) -> tuple[list[Item], list[Item]]:
    """What was found, or was reached and has something of the question or a strong arrival; the rest is far."""
    near, far = [], []
    for item in items:
        parts = item.parts
        reached = parts.activation >= params.STRONG_ARRIVAL * strongest > 0
        close = parts.rrf > 0 or parts.vector >= config.min_similarity / 2 or reached
        (near if close else far).append(item)
    return near, far


def _activation_of(activation: Activation, pk: int) -> float:
    arrival = activation.nodes.get(node(ENTITY, pk))
    return arrival.activation if arrival else 0.0


def _names(user: User, items: list[Item], material: gather.Material) -> dict[int, str]:
    """The names of every node on the items' paths."""
    numbers = {step.node for item in items for step in item.path}
    names = {number: material.entities[node_pk(number)].name for number in numbers if _known(number, material)}
    documents = rows.titles(user.pk, [node_pk(number) for number in numbers if node_kind(number) == DOCUMENT])
    names |= {node(DOCUMENT, pk): title for pk, title in documents.items()}
    chunks = [node_pk(number) for number in numbers if node_kind(number) == CHUNK]
    missing = [pk for pk in chunks if pk not in material.chunks]
    held = {**material.chunks, **(rows.chunks(user.pk, missing) if missing else {})}
    return names | {node(CHUNK, pk): held[pk].document_title for pk in chunks if pk in held}


def _known(number: int, material: gather.Material) -> bool:
    return node_kind(number) == ENTITY and node_pk(number) in material.entities
