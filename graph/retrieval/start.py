"""Where a retrieval starts: the seeds and anchors that are about the question, and the light they give."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graph.models import User
from graph.predicates import Relation, relation
from graph.projections import phrases, vectors
from graph.retrieval import anchors as anchoring
from graph.retrieval import find, params, rows, seeds, words
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.result import Context
from graph.retrieval.spread import Light
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, FactRow, GraphView, Kind, node


def about(
    user: User, found: find.Found, kind: Kind, config: RetrievalConfig, asked: frozenset[str], limit: int
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


def anchors(
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


def lights(
    anchors_: list[anchoring.Anchor],
    facts: dict[int, FactRow],
    fact_seeds: dict[int, seeds.Seed],
    chunk_seeds: dict[int, seeds.Seed],
    context: Context,
) -> tuple[dict[int, float], dict[int, Light]]:
    """Where the spread begins: anchors, the ends of the best found facts, found passages, open documents.

    Returns the activation of each node, and for a node that a found fact lit, which one.
    """
    lit: dict[int, dict[int, float]] = {}

    def light(number: int, activation: float, fact: int = 0) -> None:
        by = lit.setdefault(number, {})
        by[fact] = max(by.get(fact, 0.0), min(max(activation, 0.0), 1.0))

    for anchor in anchors_:
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
    start = {number: max(by.values()) for number, by in lit.items()}
    lit_by = {}
    for number, by in lit.items():
        fact = max(by, key=lambda one: (by[one], -one))
        if fact:
            lit_by[number] = Light(fact, max((value for one, value in by.items() if one != fact), default=0.0))
    return start, lit_by


def likeness(
    view: GraphView, found: find.Found, user: User, relations: dict[str, Relation]
) -> NDArray[np.float64] | None:
    """For each relation of the graph, how much it resembles the question, 0..1; None when none does."""
    if found.question is None:
        return None
    spoken = [relation(relations, name).reads for name in view.relations]
    near = phrases.resemblance(spoken, found.question, vectors.serving(user.pk))
    best = float(np.nanmax(near)) if near.size and not np.isnan(near).all() else 0.0
    if best < params.LIKE_RELATION:
        return None
    share = np.clip(np.nan_to_num(near, nan=best) / best, 0.0, 1.0)
    return params.UNLIKE_RELATION + (1.0 - params.UNLIKE_RELATION) * share**2
