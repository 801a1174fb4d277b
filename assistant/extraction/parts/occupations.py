"""Whether a noun is what somebody works as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words import nouns

if TYPE_CHECKING:
    from spacy.tokens import Token

_OCCUPATIONS = ("er", "or", "ist", "ian", "ant", "eer", "man", "woman", "chef", "lead", "nurse", "ceo", "cto", "cfo")
_NO_OCCUPATION = nouns.words_of("winner loser other teenager number answer computer brother sister mother father giant")


def is_occupation(noun: Token) -> bool:
    """By its ending: designer, editor, chemist, librarian, accountant, engineer."""
    text = noun.lower_
    if text in nouns.OFFICES:
        return True
    return noun.pos_ == "NOUN" and text.endswith(_OCCUPATIONS) and text not in _NO_OCCUPATION
