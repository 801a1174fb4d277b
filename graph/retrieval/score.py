"""The score of an item and all its parts; nothing here knows a database or a clock."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from graph.retrieval import params
from graph.retrieval.config import Relevance, RetrievalConfig
from graph.retrieval.types import ChunkRow, FactRow, Item, Parts

WEEK = dt.timedelta(weeks=1)


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


def feedback(helpful: int, judged: int) -> float | None:
    """(helpful + prior x weight) / (judged + weight), prior 0.5, weight 2 (T26); None when nobody judged (C11)."""
    if not judged:
        return None
    return (helpful + params.PRIOR * params.PRIOR_WEIGHT) / (judged + params.PRIOR_WEIGHT)


def recency(moment: dt.datetime, now: dt.datetime) -> float:
    """1 now, one half after `RECENCY_DAYS` days."""
    return 0.5 ** (age_weeks(moment, now) * 7 / params.RECENCY_DAYS)


def fact_parts(fact: FactRow, found: Parts, config: RetrievalConfig, *, bounded: bool, now: dt.datetime) -> Parts:
    """The parts of a fact's score; `bounded` keeps usage and age within the product's limits (not in jacq)."""
    relevance = config.relevance
    floor = 0.0
    if bounded:
        floor = params.DECAY_FLOOR_CONFIRMED if fact.status == "confirmed" else params.DECAY_FLOOR_STAGED
    ended = bounded and fact.valid_until is not None and fact.valid_until <= now
    return replace(
        found,
        confidence=fact.confidence,
        source=relevance.source_weights.get(fact.source, 1.0),
        decay=decay(age_weeks(last_touched(fact), now), relevance, floor),
        usage=usage_boost(fact.used_count, relevance.usage_factor, params.USAGE_CAP if bounded else math.inf),
        status=relevance.status_weights.get(fact.status, 1.0) * (params.ENDED_WEIGHT if ended else 1.0),
        feedback=_feedback(fact.helpful, fact.judged, config),
        recency=recency(last_touched(fact), now),
    )


def chunk_parts(chunk: ChunkRow, found: Parts, config: RetrievalConfig, *, now: dt.datetime) -> Parts:
    """The parts of a passage's score: it has no confidence, source weight or status of its own."""
    return replace(
        found,
        confidence=1.0,
        source=1.0,
        decay=1.0,
        usage=1.0,
        status=params.PASSAGE_WEIGHT,
        feedback=_feedback(chunk.helpful, chunk.judged, config),
        recency=recency(chunk.created_at, now),
    )


def _feedback(helpful: int, judged: int, config: RetrievalConfig) -> float:
    """weight x (score - 0.5): none is 0, bad is below (C11)."""
    score = feedback(helpful, judged)
    return 0.0 if score is None else config.feedback_weight * (score - params.PRIOR)


def total(parts: Parts, config: RetrievalConfig) -> float:
    """(relevance + feedback) x confidence x source x decay x usage x status.

    relevance is the weighted sum of what found the item; with no weights at all it is 1, and the score that of J27.
    """
    weights = (
        (config.vector_weight, max(parts.vector, 0.0)),
        (config.text_weight, parts.keyword),
        (config.graph_weight, parts.activation),
        (config.recency_weight, parts.recency),
        (config.frequency_weight, max(parts.usage - 1.0, 0.0)),
    )
    summed = sum(weight * part for weight, part in weights)
    relevance = summed if any(weight for weight, _ in weights) else 1.0
    boosted = max(relevance + parts.feedback, 0.0)
    return boosted * parts.confidence * parts.source * parts.decay * parts.usage * parts.status


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
