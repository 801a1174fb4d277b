"""Which words the book says: not those that stand only in questions, as it keeps what was asked with its slips."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph.projections import keywords
from graph.projections.subjects import KINDS
from graph.projections.terms import folded_words
from graph.retrieval.question.words import stem
from graph.retrieval.ranking import spoken
from graph.retrieval.types import Kind

READ = 5  # texts of each stem and kind
_LETTERS = re.compile(r"[^\W\d_]+")


def says(user_id: int, word: str, asked: frozenset[str]) -> bool:
    """Whether the book says the word, or a form of it, otherwise than in a question with the words `asked`."""
    return any(stem(said) == stem(word) for said in alike(user_id, KINDS, word, word, asked))


def alike(user_id: int, kinds: Iterable[Kind], term: str, word: str, asked: frozenset[str]) -> Iterator[str]:
    """The words that begin as `word` does in what is told with the stem of `term`, and does not ask the same."""
    for kind in kinds:
        for text in keywords.having(user_id, kind, term, READ):
            if spoken.asking(text) < 0.5 and not asked <= frozenset(folded_words(text)):
                yield from (said for said in _LETTERS.findall(text) if said[0].casefold() == word[0])
