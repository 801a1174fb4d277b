"""Words for kin as they are typed in haste: "siter" is no relation of its own, but a sister."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parsing.parse import known_words
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import PETS, ROLES
from graph.slips import SHORTEST, slips

if TYPE_CHECKING:
    from spacy.tokens import Token

_OWNING = words_of("my our his her their 's ’s a an one two three another ex")
_ENDINGS = ("", "s")
_KIN = sorted(word + ending for word in ROLES if word.isalpha() and len(word) >= SHORTEST for ending in _ENDINGS)


def kin_meant(token: Token) -> str:
    """The word for kin that stands misspelt as somebody's in a sentence; empty for a word that is known, or unclear.

    One slip is forgiven (a letter too many, too few, wrong, or two swapped), in a long word two; not in the first.
    """
    word = token.text
    if len(word) < SHORTEST or not (word.isalpha() and word.islower()) or not _is_owned(token):
        return ""
    return "" if word in ROLES.keys() | PETS else _nearest(word)


def _nearest(word: str) -> str:
    near = [(made, kin) for kin in _KIN if (made := slips(word, kin)) is not None]
    if word in known_words():  # "freind" stands in many a text: swapping letters of a kin word makes no other
        near = [(distance, kin) for distance, kin in near if len(kin) > SHORTEST and sorted(kin) == sorted(word)]
    if not near:
        return ""
    least = min(distance for distance, _ in near)
    meant = [kin for distance, kin in near if distance == least]
    relations = {ROLES.get(kin) or ROLES[kin.removesuffix("s")] for kin in meant}
    return meant[0] if len(relations) == 1 else ""


def _is_owned(token: Token) -> bool:
    """ "my siter", "a siter", "my little siter"."""
    before = [one for one in token.doc[max(token.sent.start, token.i - 3) : token.i] if one.text != "-"][-2:]
    words = [one.lower_ for one in before]
    return bool(words) and (words[-1] in _OWNING or (words[0] in _OWNING and before[-1].tag_ in {"JJ", "JJR", "JJS"}))
