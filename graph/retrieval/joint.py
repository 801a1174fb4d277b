"""How near a chain of facts together is to the question: a second step shares few words with it, but the two do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.spread import Activation, Light

Vector = NDArray[np.float32]


def chain(activation: Activation, fact: int, lit_by: Mapping[int, Light]) -> tuple[int, ...]:
    """The facts walked from the seed to `fact`, itself last; the fact that lit the seed counts as walked."""
    walked = [fact]
    number = activation.facts[fact].node
    while (arrival := activation.nodes.get(number)) is not None:
        if arrival.fact:
            walked.append(arrival.fact)
        if arrival.step is None:
            light = lit_by.get(number)
            if light is not None:
                walked.append(light.fact)
            break
        number = arrival.parent
    return tuple(dict.fromkeys(reversed(walked)))


def resemblances(
    question: Vector,
    vectors: Mapping[int, Vector],
    activation: Activation,
    facts: Iterable[int],
    lit_by: Mapping[int, Light],
) -> dict[int, float]:
    """For each reached fact, the cosine of the question with the mean of its chain's unit vectors (-1..1)."""
    found: dict[int, float] = {}
    for fact in facts:
        walked = [vectors[one] for one in chain(activation, fact, lit_by) if one in vectors]
        if fact in vectors and walked:
            together = np.sum(walked, axis=0)
            found[fact] = float(together @ question / max(float(np.linalg.norm(together)), 1e-9))
    return found
