"""The channels of one question: names, meaning and words, each allowed to be missing."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.db import DatabaseError
from numpy import float32
from numpy.typing import NDArray

from graph.curation import names
from graph.documents import titles
from graph.models import User
from graph.projections import embed, keywords, pending, vectors
from graph.retrieval import params, seeds, within
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.types import Kind
from graph.statements import select

Ranked = Sequence[tuple[int, float]]


@dataclass(slots=True)
class Found:
    """What each channel returned, what was missing, and how long it took (milliseconds)."""

    question: NDArray[float32] | None = None
    named: dict[int, str] = field(default_factory=dict)
    titled: dict[int, float] = field(default_factory=dict)  # documents whose title the question has, and how surely
    me: int | None = None
    vector: dict[Kind, Ranked] = field(default_factory=dict)
    keyword: dict[Kind, Ranked] = field(default_factory=dict)
    worded: dict[int, float] = field(default_factory=dict)  # passages, far more than become seeds: 0..1 of the best
    runs: frozenset[str] = frozenset()  # of the question's words, normalised: a name of somebody is among them
    degraded: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)

    def timed(self, stage: str, started: float) -> None:
        self.timings[stage] = self.timings.get(stage, 0.0) + (time.perf_counter() - started) * 1000


def find(user: User, question: str, config: RetrievalConfig, allowed: within.Within = within.EVERYTHING) -> Found:
    """Ask every channel that the configuration uses; a channel that fails is named in `degraded` (C18)."""
    found = Found()
    _embed(found, user, question)
    wanted = _wanted(config)
    _by_meaning(found, user, wanted, allowed)
    if config.seed_keyword_weight > 0 or found.question is None:
        _by_name(found, user, question)
        _by_word(found, user, question, wanted, allowed)
    return found


def _wanted(config: RetrievalConfig) -> dict[Kind, int]:
    """How many of each kind to fetch: more than are kept, since filters and the floor take some away."""
    counts: dict[Kind, int] = {
        "entity": max(config.anchor_limit, 1) * config.overfetch,
        "fact": config.fact_seeds * config.overfetch,
        "chunk": config.seed_top_k * config.overfetch,
    }
    return {kind: count for kind, count in counts.items() if count}


def _embed(found: Found, user: User, question: str) -> None:
    started = time.perf_counter()
    try:
        found.question = embed.encode_query(question, vectors.serving(user.pk))
    except embed.ModelLoading:
        found.degraded += ["model_loading", "keyword_only"]
    except embed.ModelUnavailable:
        found.degraded.append("keyword_only")
    found.timed("embed", started)


def _by_meaning(found: Found, user: User, wanted: dict[Kind, int], allowed: within.Within) -> None:
    started = time.perf_counter()
    if found.question is not None:
        free = {kind: count for kind, count in wanted.items() if allowed.of(kind) is None}
        found.vector.update(vectors.nearest_of_each(user.pk, free, found.question))
        for kind in wanted.keys() - free.keys():
            search = partial(vectors.nearest, user.pk, kind, found.question)
            found.vector[kind] = within.nearest(search, wanted[kind], allowed.of(kind))
        if pending.count_pending(user.pk):
            found.degraded.append("vectors_pending")
            _measured_now(found, found.question, user, wanted, allowed)
    found.timed("vector", started)


def _measured_now(
    found: Found, question: NDArray[float32], user: User, wanted: Collection[Kind], allowed: within.Within
) -> None:
    """The newest facts and entities whose vectors are on their way, compared on the spot.

    What was said a moment ago is found by its meaning, and told from what it is near to, by the very next question.
    """
    for kind, texts in pending.newest_texts(user.pk, params.MEASURED_NOW).items():
        told = {pk: text for pk, text in texts.items() if kind in wanted and allowed.lets(kind, pk)}
        if told:
            near = embed.encode(list(told.values()), vectors.serving(user.pk)) @ question
            merged = dict(found.vector.get(kind, ())) | dict(zip(told, near.tolist(), strict=True))
            found.vector[kind] = sorted(merged.items(), key=lambda hit: (-hit[1], hit[0]))


def _by_name(found: Found, user: User, question: str) -> None:
    started = time.perf_counter()
    runs = seeds.names_in(question)
    found.runs = frozenset(runs)
    found.named = seeds.longest_matches(question, names.matches(user, runs))
    titled = seeds.longest_matches(question, titles.matches(user.pk, runs))
    found.titled = {pk: seeds.certainty(question, title) for pk, title in titled.items()}
    for (me,) in select("SELECT id FROM graph_entity WHERE user_id = %s AND is_self", user.pk):
        if me in found.named or seeds.mentions_self(question):
            found.me = me
            found.named.pop(me, None)
    found.timed("keyword", started)


def _by_word(found: Found, user: User, question: str, wanted: dict[Kind, int], allowed: within.Within) -> None:
    started = time.perf_counter()
    try:
        for kind, count in wanted.items():
            search = partial(keywords.search, user.pk, kind, question)
            depth = max(count, params.WORDED) if kind == "chunk" else count
            hits = within.nearest(search, depth, allowed.of(kind))
            found.keyword[kind] = hits[:count]
            if kind == "chunk":
                best = max((score for _, score in hits), default=0.0)
                found.worded = {pk: score / best for pk, score in hits if best > 0}
    except (keywords.NoFullText, DatabaseError):
        found.degraded.append("no_keywords")
    found.timed("keyword", started)


def fused(
    found: Found, kind: Kind, config: RetrievalConfig, limit: int, weight: float | None = None
) -> list[seeds.Seed]:
    """The seeds of one kind before the floor, best first; `weight` is that of the words, where not the configured."""
    weight = config.seed_keyword_weight if weight is None else weight
    weight = weight if found.question is not None else 1.0
    ranked = seeds.fuse(
        vector=found.vector.get(kind, ()), keyword=found.keyword.get(kind, ()), keyword_weight=weight, k=config.rrf_k
    )
    return ranked[: limit * config.overfetch]
