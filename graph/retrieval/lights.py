"""The light that what was found gives: at which nodes the spread begins, and how strongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.retrieval import params
from graph.retrieval.question.not_meant import Others
from graph.retrieval.result import Context
from graph.retrieval.seeding import anchors as anchoring
from graph.retrieval.seeding import seeds
from graph.retrieval.spreading.activation import Light
from graph.retrieval.strategy import Strategy
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, FactRow, Step, node


def lights(
    anchors_: Sequence[anchoring.Anchor],
    facts: Mapping[int, FactRow],
    fact_seeds: Mapping[int, seeds.Seed],
    chunk_seeds: Mapping[int, seeds.Seed],
    titled: Mapping[int, float],
    context: Context,
    how: Strategy,
    apart: Others,
) -> tuple[dict[int, float], dict[int, Light]]:
    """Where the spread begins: anchors, the ends of the best found facts, found passages, named and open documents.

    Who is not meant (`apart`) gives less. Returns the activation of each node, and for a
    node that a found fact lit, which one.
    """
    lit: dict[int, dict[int, float]] = {}

    def light(number: int, activation: float, fact: int = 0) -> None:
        by = lit.setdefault(number, {})
        by[fact] = max(by.get(fact, 0.0), min(max(activation, 0.0), 1.0))

    surest = max((anchor.score for anchor in anchors_), default=0.0)
    for anchor in anchors_:
        # What is only near in meaning is a guess, the less likely the surer another is; as for facts below.
        guessed = how.relative and anchor.score == anchor.channels.get("vector")
        given = anchor.score * anchor.score / surest if guessed else anchor.score
        is_other = "context" not in anchor.channels and apart.is_one(anchor.pk, anchor.name)
        light(node(ENTITY, anchor.pk), given * params.NOT_MEANT if is_other else given)
    best = max((max(seed.vector, 0.0) for seed in fact_seeds.values()), default=0.0)
    first = max((seed.rrf for seed in [*fact_seeds.values(), *chunk_seeds.values()]), default=1.0)
    for pk, seed in list(fact_seeds.items())[: how.spreading_seeds or None]:
        strength = seed.rrf / first if how.by_rank or not best else seed.vector * seed.vector / best
        strength *= params.NOT_MEANT if pk in facts and apart.have(facts[pk]) else 1.0
        for end in (facts[pk].subject, facts[pk].object) if pk in facts else ():
            if end is not None and not (end == facts[pk].subject and facts[pk].subject_is_self):
                light(node(ENTITY, end), strength, pk)
    for pk, seed in chunk_seeds.items():
        light(node(CHUNK, pk), seed.rrf / first if how.by_rank else max(seed.vector, seed.rrf * 0.5))
    for pk, certainty in titled.items():
        light(node(DOCUMENT, pk), certainty)
    for pk in context.documents:
        light(node(DOCUMENT, pk), 1.0)
    start = {number: max(by.values()) for number, by in lit.items()}
    known = {node(ENTITY, anchor.pk) for anchor in anchors_}
    lit_by = {}
    for number, by in lit.items():
        fact = max(by, key=lambda one: (by[one], -one))
        if fact:
            without = max((value for one, value in by.items() if one != fact), default=0.0)
            lit_by[number] = _light(number, facts[fact], without, known)
    return start, lit_by


def _light(number: int, fact: FactRow, without: float, anchors_: set[int]) -> Light:
    """How a found fact lit one of its ends; if the other end is an anchor, the way leads from there."""
    if fact.object is None or number in anchors_:
        return Light(fact.pk, without, relation=fact.predicate)
    ends = (node(ENTITY, fact.subject), node(ENTITY, fact.object))
    other = ends[0] if number == ends[1] else ends[1]
    if other not in anchors_:
        return Light(fact.pk, without, relation=fact.predicate)
    return Light(fact.pk, without, other, Step(fact.predicate, number, reverse=number == ends[0]))
