"""How near a chain of facts and passages together is to the question, by meaning and by words: its end has few."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.spreading.activation import Activation, Light
from graph.retrieval.types import CHUNK, node, node_kind, node_pk

Vector = NDArray[np.float32]
Link = tuple[str, int]  # ("fact" or "chunk", its primary key)


def to_fact(activation: Activation, fact: int, lit_by: Mapping[int, Light]) -> tuple[Link, ...]:
    """What was walked from the seed to a reached fact, itself last."""
    return _ordered([("fact", fact), *_back(activation, activation.facts[fact].node, lit_by)])


def to_chunk(activation: Activation, chunk: int, lit_by: Mapping[int, Light]) -> tuple[Link, ...]:
    """What was walked from the seed to a reached passage, itself last."""
    number = node(CHUNK, chunk)
    again = activation.revisited.get(number)
    if again is None:
        return _ordered(_back(activation, number, lit_by))
    return _ordered([("chunk", chunk), *_over(again.fact), *_back(activation, again.parent, lit_by)])


def chains(
    activation: Activation, lit_by: Mapping[int, Light], facts: Iterable[int], chunks: Iterable[int]
) -> dict[Link, tuple[Link, ...]]:
    """What leads to each of the facts and passages that more than themselves leads to."""
    ways = {("fact", pk): to_fact(activation, pk, lit_by) for pk in facts if pk in activation.facts}
    ways |= {("chunk", pk): to_chunk(activation, pk, lit_by) for pk in chunks}
    return {link: way for link, way in ways.items() if len(way) > 1}


def _back(activation: Activation, number: int, lit_by: Mapping[int, Light]) -> Iterable[Link]:
    """The links from a node back to its seed; the fact that lit the seed counts as walked.

    A document that was walked over counts as its first passage: it is the text that names the next one.
    """
    while (arrival := activation.nodes.get(number)) is not None:
        if node_kind(number) == CHUNK:
            yield "chunk", node_pk(number)
        if number in activation.leads:
            yield "chunk", node_pk(activation.leads[number])
        yield from _over(arrival.fact)
        if arrival.step is None:
            if number in lit_by:
                yield "fact", lit_by[number].fact
            return
        number = arrival.parent


def _over(fact: int) -> list[Link]:
    return [("fact", fact)] if fact else []


def _ordered(back: Iterable[Link]) -> tuple[Link, ...]:
    return tuple(dict.fromkeys(reversed(list(back))))


def wording(
    chains: Mapping[Link, Sequence[Link]], held: Mapping[Link, frozenset[str]], asked: frozenset[str]
) -> dict[Link, float]:
    """How much of the question's words each chain has, 0..1 of the chain with most that ends in a row of its kind.

    `held` are the words (of those `asked`) of every row. A word counts by its rarity among the n rows of the kind,
    ln((n + 1) / (n_word + 0.5)) (idf, Spärck Jones 1972): that all of them name who is asked about tells nothing.
    """
    found: dict[Link, float] = {}
    for kind in {kind for kind, _ in chains}:
        rows = [words for (of, _), words in held.items() if of == kind]
        among = Counter(word for words in rows for word in words)
        rarity = {word: math.log((len(rows) + 1) / (among[word] + 0.5)) for word in asked}
        nothing: frozenset[str] = frozenset()
        shares = {
            link: sum(rarity[word] for word in nothing.union(*(held.get(one, nothing) for one in chain)))
            for link, chain in chains.items()
            if link[0] == kind
        }
        most = max(shares.values()) or 1.0
        found |= {link: share / most for link, share in shares.items()}
    return found


def resemblance(question: Vector, chain: Iterable[Link], vectors: Mapping[Link, Vector]) -> float:
    """The cosine of the question with the mean of the chain's unit vectors (-1..1); 0 when none has one."""
    walked = [vectors[link] for link in chain if link in vectors]
    if not walked:
        return 0.0
    together = np.sum(walked, axis=0)
    return float(together @ question / max(float(np.linalg.norm(together)), 1e-9))
