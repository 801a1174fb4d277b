"""A question's words as the book spells them: "favrite resturant" is asked for as "favourite restaurant"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rapidfuzz.distance import OSA, Prefix

from graph.models import User
from graph.projections import keywords, vectors
from graph.projections.spelled import is_whole
from graph.projections.subjects import KINDS
from graph.projections.terms import folded_words
from graph.retrieval.channels import said
from graph.retrieval.question.words import stem
from graph.slips import SHORTEST, slips

_ENDINGS = frozenset(("", "e", "y", "al", "ly", "ies"))
LOOKED_AT = 8  # stems, the nearest, whose words are read in texts
_WORD = re.compile(rf"(?<![\w'’])[^\W\d_]{{{SHORTEST},}}")


def mended(user: User, question: str, known: Collection[str] = ()) -> str:
    """`question` with each word that neither the book nor the model knows as the one word of the book it is nearest to.

    It is so near if a slip or two make the one of the other (`slips`). A name inside the sentence is left alone: people
    differ by a letter. `known` are words not to look at.
    """
    model = vectors.serving(user.pk)
    asked = frozenset(folded_words(question))

    def word_of_the_book(found: re.Match[str]) -> str:
        word = found.group()
        is_name = word[0].isupper() and found.start() > 0
        if is_name or word.casefold() in known or is_whole(word, model):
            return word
        return _meant(user.pk, word.casefold(), asked) or word

    return _WORD.sub(word_of_the_book, question)


def _meant(user_id: int, word: str, asked: frozenset[str]) -> str:
    """The nearest word of the book; empty where it has the word itself, where none is near, or two are."""
    if said.says(user_id, word, asked):
        return ""
    near: dict[int, dict[str, str]] = {}
    for spelling in _near(user_id, word, asked):
        if (made := slips(word, spelling.casefold())) is not None and not _is_form_of(word, spelling.casefold()):
            near.setdefault(made, {})[stem(spelling)] = spelling
    nearest = near[min(near)] if near else {}
    return next(iter(nearest.values())) if len(nearest) == 1 else ""


def _near(user_id: int, word: str, asked: frozenset[str]) -> Iterator[str]:
    """Words in texts of the book whose stems are near to how `word` begins."""
    for kind in KINDS:
        begun = [
            (min(OSA.distance(word[: len(term) + more], term) for more in (-2, -1, 0, 1)), term)
            for term in keywords.stems(user_id, kind, word[0])
        ]
        for _, term in sorted(one for one in begun if one[0] <= 2)[:LOOKED_AT]:
            yield from said.alike(user_id, (kind,), term, word, asked)


def _is_form_of(word: str, other: str) -> bool:
    """Whether two words differ in their endings alone: "expire" is no misspelt "expiry"."""
    shared = Prefix.similarity(word, other)
    return {word[shared:], other[shared:]} <= _ENDINGS
