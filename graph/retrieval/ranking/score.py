"""The score of an item and all its parts; nothing here knows a database or a clock."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from graph.retrieval import params
from graph.retrieval.config import Relevance, RetrievalConfig
from graph.retrieval.ranking import spoken
from graph.retrieval.strategy import Strategy
from graph.retrieval.types import ChunkRow, FactRow, Item, Parts

WEEK = dt.timedelta(weeks=1)
TALK = "conversation"  # the kind of document whose passages are messages, each with what was said before it


def age_weeks(moment: dt.datetime, now: dt.datetime) -> float:
    """Fractional weeks from `moment` to `now` (J32); a moment in the future is no age."""
    return max((now - moment) / WEEK, 0.0)


def decay(weeks: float, relevance: Relevance, floor: float = 0.0) -> float:
    """decay_rate ^ (weeks - grace) after the grace period, else 1 (J30, J31); never below `floor`."""
    if weeks <= relevance.grace_weeks:
        return 1.0
    return max(relevance.decay_rate ** (weeks - relevance.grace_weeks), floor)


def usage_boost(count: int, factor: float, cap: float = math.inf) -> float:
    """1 + log10(count + 1) x factor (J33), at most `cap`."""
    return min(1.0 + math.log10(count + 1) * factor, cap)


def last_touched(fact: FactRow) -> dt.datetime:
    """When a fact was last used, else confirmed, else written (C21)."""
    return fact.last_used or fact.confirmed_at or fact.created_at


def feedback(helpful: float, judged: float) -> float | None:
    """(helpful + prior x weight) / (judged + weight), prior 0.5, weight 2 (T26); None when nobody judged (C11)."""
    if not judged:
        return None
    return (helpful + params.PRIOR * params.PRIOR_WEIGHT) / (judged + params.PRIOR_WEIGHT)


def recency(moment: dt.datetime, now: dt.datetime, half_life_days: float) -> float:
    """1 now, one half after `half_life_days`."""
    return 0.5 ** (age_weeks(moment, now) * 7 / half_life_days)


def frequency(count: int) -> float:
    """ln(1 + n) / ln(1001): 0 for never, 1 for a thousand times, at most 1."""
    return min(math.log1p(count) / math.log(1001), 1.0)


def fact_parts(fact: FactRow, found: Parts, config: RetrievalConfig, how: Strategy, now: dt.datetime) -> Parts:
    """The parts of a fact's score; within bounds, usage and age have limits."""
    relevance, bounded = config.relevance, how.bounded
    floor = 0.0
    if bounded:
        floor = params.DECAY_FLOOR_CONFIRMED if fact.status == "confirmed" else params.DECAY_FLOOR_STAGED
    ended = bounded and fact.valid_until is not None and fact.valid_until <= now
    touched = last_touched(fact)
    return Parts(
        vector=found.vector,
        keyword=found.keyword,
        rrf=found.rrf,
        activation=found.activation,
        confidence=fact.confidence,
        source=relevance.source_weights.get(fact.source, 1.0),
        decay=decay(age_weeks(touched, now), relevance, floor),
        usage=frequency(fact.used_count)
        if how.frequency_log
        else usage_boost(fact.used_count, relevance.usage_factor, params.USAGE_CAP if bounded else math.inf),
        status=relevance.status_weights.get(fact.status, 1.0) * (params.ENDED_WEIGHT if ended else 1.0),
        feedback=_feedback(fact.helpful, fact.judged, config),
        recency=recency(touched, now, how.recency_days),
    )


def chunk_parts(
    chunk: ChunkRow,
    found: Parts,
    config: RetrievalConfig,
    how: Strategy,
    now: dt.datetime,
    asked_of: Collection[str] = (),
) -> Parts:
    """The parts of a passage's score: it has no confidence of its own; its source is who says it, its status what.

    `asked_of` are the names in the question, normalised: who is asked about says "I" of themself.
    """
    return replace(
        found,
        confidence=1.0,
        source=params.OWN_WORDS if spoken.by_one_of(chunk.text, asked_of) else 1.0,
        decay=1.0,
        usage=0.0 if how.frequency_log else 1.0,
        status=_stated(chunk) if how.relative else 1.0,
        feedback=_feedback(chunk.helpful, chunk.judged, config),
        recency=recency(chunk.created_at, now, how.recency_days),
    )


def _stated(chunk: ChunkRow) -> float:
    """How much of what a passage is found by it says itself: less where it asks, or goes on from others' words."""
    told = 1.0 - params.ASKING_LESS * spoken.asking(chunk.text)
    if chunk.document_kind == TALK:
        told *= 1.0 - params.BEFORE_LESS * spoken.before(chunk.text, chunk.prefix)
    return params.PASSAGE_WEIGHT * told


def _feedback(helpful: float, judged: float, config: RetrievalConfig) -> float:
    """weight x (score - 0.5): none is 0, bad is below (C11)."""
    score = feedback(helpful, judged)
    return 0.0 if score is None else config.feedback_weight * (score - params.PRIOR)


def total(parts: Parts, config: RetrievalConfig, how: Strategy) -> float:
    """One number from the parts, by the strategy's formula; never below 0.

    product: confidence x source x decay x usage x status (J27).
    weighted: (sum of weight x part + feedback) x that product, each part 0..1; as a plain sum where use is a frequency.
    fusion: the better of the fused rank and the activation, + feedback (T1, T16, T19).
    blended: a seed is vector_weight x vector + graph_weight x seed_graph_bonus (O48), what was reached is
    graph_weight x activation (O49); the better of the two (O56).
    """
    prior = parts.confidence * parts.source * parts.decay * parts.status
    match how.formula:
        case "product":
            return prior * parts.usage
        case "fusion":
            return max(max(parts.rrf, parts.activation) + parts.feedback, 0.0)
        case "blended":
            direct = config.vector_weight * max(parts.vector, 0.0) + config.graph_weight * config.seed_graph_bonus
            reached = config.graph_weight * parts.activation
            return max(direct if parts.rrf > 0 else 0.0, reached)
    usage = parts.usage if how.frequency_log else max(parts.usage - 1.0, 0.0)
    summed = (
        config.vector_weight * max(parts.vector, 0.0)
        + config.text_weight * parts.keyword
        + config.graph_weight * parts.activation
        + config.recency_weight * parts.recency
        + config.frequency_weight * usage
    )
    boosted = max(summed + parts.feedback, 0.0)
    return boosted if how.frequency_log else boosted * prior * parts.usage


def ranked(items: Iterable[Item]) -> list[Item]:
    """Best first; ties by age of the row, then by id."""
    return sorted(items, key=lambda item: (-item.score, item.kind, item.pk))


def truth_first(items: list[Item], contradicts: Callable[[Item, Item], bool]) -> list[Item]:
    """No unconfirmed fact before a confirmed one that it contradicts (C34); the order is otherwise kept.

    The unconfirmed one takes the place, and at most the score, just behind the confirmed one.
    """
    ordered = list(items)
    for item in items:
        if item.fact is None or item.fact.status == "confirmed":
            continue
        rivals = [other for other in ordered if contradicts(item, other)]
        if not rivals:
            continue
        here = ordered.index(item)
        last = max(rivals, key=ordered.index)
        there = ordered.index(last)
        if there > here:
            ordered.insert(there + 1, replace(item, score=min(item.score, last.score)))
            ordered.pop(here)
    return ordered
