"""How many slips of the hand make one word of another."""

from __future__ import annotations

from rapidfuzz.distance import OSA

SHORTEST, LONG = 4, 8  # letters: shorter words are each other's neighbours; in a long one two slips still tell it


def slips(word: str, meant: str) -> int | None:
    """How many slips make `word` of `meant`; None where they are too many. Both in small letters.

    One is forgiven (a letter too many, too few, wrong, or two swapped: optimal string alignment), in a long word two;
    not in the first letter, and of two of the shortest words only a swap: "wifi" is no wife.
    """
    if min(len(word), len(meant)) < SHORTEST or word[0] != meant[0]:
        return None
    allowed = 2 if len(meant) >= LONG else 1
    made = OSA.distance(word, meant, score_cutoff=allowed)
    is_another = len(word) == len(meant) == SHORTEST and sorted(word) != sorted(meant)
    return None if made > allowed or is_another else made
