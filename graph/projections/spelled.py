"""Whether the embedding model knows a word, or only spells it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph import params
from graph.projections import embed

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def is_spelled_out(word: str, model: str) -> bool:
    """Whether the model's tokeniser breaks a word of Latin letters into pieces of a letter or two.

    "resturant" is rest, ura and nt, and still near to a restaurant; "frimp" is fr, im and p, and near to nothing but
    other letters. Where the model has no tokeniser on this machine every word is taken for known.
    """
    tokeniser = embed.tokeniser(embed.folder(model))
    is_latin = word.isascii() and word.isalpha()
    return tokeniser is not None and is_latin and len(word) < params.KNOWN_PIECE * _pieces(word, tokeniser)


def is_whole(word: str, model: str) -> bool:
    """Whether the model knows the word as it stands, as it does the common ones; without a tokeniser all are."""
    tokeniser = embed.tokeniser(embed.folder(model))
    return tokeniser is None or tokeniser.token_to_id(word.casefold()) is not None or _pieces(word, tokeniser) == 1


def _pieces(word: str, tokeniser: Tokenizer) -> int:
    return len(tokeniser.encode(word, add_special_tokens=False).ids)
