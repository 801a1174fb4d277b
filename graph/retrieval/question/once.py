"""Whether a relation, or a question, is of what was so once: "formerly played for", "the former club of X"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

ONCE = " once"  # the stem of what was so once: no word of a language is written so
_MARKS = frozenset({"former", "formerly", "previous", "previously", "ex", "erstwhile"})
_ENDS = frozenset({"before", "once", "previously", "earlier"})
_PAST = frozenset({"did", "was", "were", "had", "been"})
_USED_TO = ("used", "to")


def is_of_once(read: str) -> bool:
    """Whether a relation that reads so says that it is so no more."""
    words = read.casefold().split()
    return not _MARKS.isdisjoint(words) or _USED_TO in pairwise(words)


def asks_of_once(question_words: Sequence[str]) -> bool:
    """Whether a question asks for what is so no more: "where did she play before", "my former boss"."""
    said = [word.casefold() for word in question_words]
    return not _MARKS.isdisjoint(said) or _USED_TO in pairwise(said) or bool(said and said[-1] in _ENDS)


def asks_of_now(question_words: Sequence[str]) -> bool:
    """Whether it asks for what is so, in no past tense."""
    return _PAST.isdisjoint(word.casefold() for word in question_words) and not asks_of_once(question_words)
