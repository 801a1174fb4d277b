"""The passages that found facts rest on: whoever found the fact has found the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graph.retrieval import params
from graph.retrieval.spreading.activation import Activation, Arrival
from graph.retrieval.types import CHUNK, ENTITY, FactRow, Step, node

STATED = "stated_in"


def reach(
    activation: Activation,
    facts: Mapping[int, FactRow],
    found: Mapping[int, float],
    stated: Mapping[int, Sequence[int]],
) -> None:
    """Light the passages of each fact (`stated`), as strongly as the fact was found (`found`, 0..1) or reached.

    A passage by which the fact's own end was reached keeps the way by which it was: else the two lead to each other.
    """
    for pk, fact in facts.items():
        arrival = activation.facts.get(pk)
        strength = max(found.get(pk, 0.0), arrival.activation if arrival else 0.0) * params.STATED_STRENGTH
        origin = arrival.node if arrival else node(ENTITY, fact.subject)
        for chunk in stated.get(pk, ()):
            number = node(CHUNK, chunk)
            known = activation.nodes.get(number)
            hops = arrival.hops + 1 if arrival else 1
            come = Arrival(strength, hops, origin, Step(STATED, number), pk)
            if known is None or (known.step is not None and known.activation < strength):
                leads_there = _is_on_the_way(activation, number, origin)
                activation.nodes[number] = replace(known, activation=strength) if known and leads_there else come
            elif known.step is None:
                again = activation.revisited.get(number)
                if again is None or again.activation < strength:
                    activation.revisited[number] = come


def _is_on_the_way(activation: Activation, number: int, end: int) -> bool:
    """Whether a node was walked over on the way from its seed to another; as long as that way, which is in hops."""
    while end != number and (arrival := activation.nodes.get(end)) is not None and arrival.step is not None:
        end = arrival.parent
    return end == number
