"""Whether the embedding model knows a word, or only spells it out."""

from __future__ import annotations

import functools
from pathlib import Path

from graph import params
from graph.projections import embed


def is_spelled_out(word: str, model: str) -> bool:
    """Whether the model's tokeniser breaks a word of Latin letters into pieces of a letter or two.

    "resturant" is rest, ura and nt, and still near to a restaurant; "frimp" is fr, im and p, and near to nothing but
    other letters. Where the model has no tokeniser on this machine every word is taken for known.
    """
    return word.isascii() and word.isalpha() and _letters_a_piece(word, embed.folder(model)) < params.KNOWN_PIECE


def is_whole(word: str, model: str) -> bool:
    """Whether the model knows the word as it stands, as it does the common ones; without a tokeniser all are."""
    place = embed.folder(model)
    return embed.tokeniser(place) is None or _letters_a_piece(word.casefold(), place) == len(word)


@functools.lru_cache(maxsize=4096)
def _letters_a_piece(word: str, place: Path | None) -> float:
    tokeniser = embed.tokeniser(place)
    if tokeniser is None:
        return float(len(word))
    return len(word) / max(1, len(tokeniser.encode(word, add_special_tokens=False).ids))
