"""Which scored items are returned, and why others are not."""

from __future__ import annotations

import datetime as dt

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.ranking import diversify, gather, score
from graph.retrieval.strategy import Strategy
from graph.retrieval.types import DOCUMENT, RETRIEVAL, Item, node_kind


def select(
    material: gather.Material, config: RetrievalConfig, how: Strategy, *, measured: bool, now: dt.datetime
) -> tuple[list[Item], list[tuple[Item, str]]]:
    """The items that are returned, best first, and those that were nearly; `measured` when meaning was compared."""
    facts = gather.facts(material, config, how, now)
    chunks = gather.passages(material, config, how, now) if config.seed_top_k else []
    left_out: list[tuple[Item, str]] = []
    if how.relative and measured:
        strongest = max((item.parts.activation for item in facts), default=0.0)
        facts, far = _near_enough(facts, strongest, material, config)
        chunks, far_chunks = _near_enough(chunks, 1.0, material, config)
        left_out += [(item, "Too far from the question") for item in [*far, *far_chunks]]
    if how.bounded:
        facts = score.truth_first(facts, gather.contradicts(material))
    # Of our own passages only as many as were sought; the designs with expansion return what it found beside the seeds.
    room = config.seed_top_k if how.relative else config.seed_top_k + config.max_nodes
    if config.mmr.enabled:
        return _diversified(material, config, how, facts, chunks, room, left_out)
    left_out += [(item, "Others were nearer") for item in [*facts[config.max_facts :], *chunks[room:]]]
    kept = [*gather.described(material, config, how), *facts[: config.max_facts], *chunks[:room]]
    ordered = score.ranked(kept)
    if how.bounded:
        ordered = score.truth_first(ordered, gather.contradicts(material))
    return ordered, sorted(left_out, key=lambda pair: -pair[0].score)


def _diversified(
    material: gather.Material,
    config: RetrievalConfig,
    how: Strategy,
    facts: list[Item],
    chunks: list[Item],
    room: int,
    left_out: list[tuple[Item, str]],
) -> tuple[list[Item], list[tuple[Item, str]]]:
    """As `select` ends when near-copies are to make way: the cut itself is made by what each item adds (T40)."""
    items = score.ranked([*gather.described(material, config, how), *facts, *chunks])
    rooms = {"fact": config.max_facts, "chunk": room}
    contradicts = gather.contradicts(material) if how.bounded else None
    kept = diversify.diversified(items, material.directions, config.mmr, rooms, contradicts)
    chosen = {(item.kind, item.pk) for item in kept}
    left_out += [(item, "Others added more") for item in items if (item.kind, item.pk) not in chosen]
    return kept, sorted(left_out, key=lambda pair: -pair[0].score)


def _near_enough(
    items: list[Item], strongest: float, material: gather.Material, config: RetrievalConfig
) -> tuple[list[Item], list[Item]]:
    """What was found, or was reached and has something of the question or a strong arrival; the rest is far.

    What has no vector yet cannot be called far where it hangs on what the question found by itself; "I" is in too many
    questions to count as that.
    """
    near: list[Item] = []
    far: list[Item] = []
    for item in items:
        parts = item.parts
        reached = parts.activation >= params.STRONG_ARRIVAL * strongest > 0
        close = parts.rrf > 0 or parts.vector >= config.min_similarity / 2 or reached
        # Reached from what lies open (T20 to T22), or helpful with a question like this (T3).
        opened = bool(item.path) and node_kind(item.path[0].node) in (DOCUMENT, RETRIEVAL)
        of_another = item.fact is not None and not item.fact.subject_is_self
        unmeasured = of_another and item.hops == 1 and ("fact", item.pk) not in material.similarity
        (near if close or opened or unmeasured else far).append(item)
    return near, far
