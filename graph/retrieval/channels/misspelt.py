"""A question's words as the book spells them: "favrite resturant" is asked for as "favourite restaurant"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rapidfuzz.distance import OSA

from graph.models import User
from graph.projections import keywords, vectors
from graph.projections.spelled import is_whole
from graph.projections.subjects import KINDS
from graph.retrieval.question.words import stem

SHORTEST, LONG = 4, 8  # letters: shorter words are each other's neighbours; in a long one two slips still tell it
LOOKED_AT = 8  # stems, the nearest, whose words are read in a text
_WORD = re.compile(r"(?<![\w'’])[^\W\d_]{4,}")


def mended(user: User, question: str, known: Collection[str] = ()) -> str:
    """`question` with each word that neither the book nor the model knows as the one word of the book it is nearest to.

    One slip is forgiven (a letter too many, too few, wrong, or two swapped), in a long word two; none in the first
    letter. A name inside the sentence is left alone: people differ by a letter. `known` are words not to look at.
    """
    model = vectors.serving(user.pk)

    def word_of_the_book(found: re.Match[str]) -> str:
        word = found.group()
        is_name = word[0].isupper() and found.start() > 0
        if is_name or word.casefold() in known or is_whole(word, model):
            return word
        if any(keywords.phrase(user.pk, kind, word, 1) for kind in KINDS):
            return word
        return _meant(user.pk, word.casefold()) or word

    return _WORD.sub(word_of_the_book, question)


def _meant(user_id: int, word: str) -> str:
    """The nearest word of the book; empty where none is near, or two are."""
    near: dict[int, dict[str, str]] = {}
    for spelling in _spellings(user_id, word):
        if (slips := _slips(word, spelling.casefold())) is not None:
            near.setdefault(slips, {})[stem(spelling)] = spelling
    nearest = near[min(near)] if near else {}
    return next(iter(nearest.values())) if len(nearest) == 1 else ""


def _slips(word: str, other: str) -> int | None:
    """How many slips make `word` of `other`; None if they are too many."""
    allowed = 2 if len(other) >= LONG else 1
    slips = OSA.distance(word, other, score_cutoff=allowed)
    if slips > allowed or word[0] != other[0]:
        return None
    is_another = min(len(word), len(other)) <= SHORTEST and sorted(word) != sorted(other)  # "wife" is no wifi
    return None if is_another else slips


def _spellings(user_id: int, word: str) -> Iterator[str]:
    """Words in texts of the book whose stems are near to how `word` begins."""
    for kind in KINDS:
        begun = [
            (min(OSA.distance(word[: len(term) + more], term) for more in (-2, -1, 0, 1)), term)
            for term in keywords.stems(user_id, kind, word[0])
        ]
        for _, term in sorted(one for one in begun if one[0] <= 2)[:LOOKED_AT]:
            for text in keywords.having(user_id, kind, term):
                yield from (said for said in re.findall(r"[^\W\d_]+", text) if said[0].casefold() == word[0])
