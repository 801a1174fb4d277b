"""Words of which one may be a slip of the pen for the other: pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations


def near(words: Sequence[str]) -> set[tuple[int, int]]:
    """The places of any two words of which one may be a slip for the other, and of few others.

    Words that a slip tells apart are alike without one of their letters each, or one without and the other with all
    (symmetric deletion, Garbe 2012). Comparing each with each took most of the time of a large book.
    """
    having: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(words):
        for rest in {word, *(word[:letter] + word[letter + 1 :] for letter in range(len(word)))}:
            having[rest].append(place)
    return {pair for places in having.values() if len(places) > 1 for pair in combinations(places, 2)}


def one_letter_apart(one: str, other: str) -> bool:
    """One letter more, less, other, or two changed about; not a different ending, which makes another word."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if start is None:
        return False  # one only goes on where the other ends
    rest, others = one[start:], other[start:]
    return (
        rest[1:] == others[1:] != ""
        or rest[1:] == others
        or rest == others[1:]
        or (rest[:2] == others[1::-1] and rest[2:] == others[2:])
    )
