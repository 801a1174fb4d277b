"""Whether a question asks for what shares something with somebody: a relation there, and the same one back.

"Who works at the same firm as Anna", "other films by the writer of X", "co-authors of Y": what the way there explains
of the question is asked for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise

from graph.retrieval.question.words import deed, stem

_SHARED = frozenset(map(stem, ["same", "share", "shared", "sharing", "common", "fellow", "together"]))
_WHO_ELSE = ("who", "else")  # not "what else does Anna like", which asks on of her
_OTHERS = frozenset({"other", "others", "else", "also"})
_TOGETHER = "co-"
_WHO, _WITH = "who", "with"


def says_shared(question_words: Iterable[str]) -> bool:
    """Whether it says in so many words that something is shared: "the same firm as Anna", "co-authors"."""
    said = [word.casefold() for word in question_words]
    return not _SHARED.isdisjoint(map(stem, said)) or any(word.startswith(_TOGETHER) for word in said)


def joined(question_words: Iterable[str]) -> frozenset[str]:
    """The stems of what is done together: "star" of "co-starred"."""
    said = (word.casefold() for word in question_words)
    return frozenset(deed(word.removeprefix(_TOGETHER)) for word in said if word.startswith(_TOGETHER))


def asked_back(
    question_words: Iterable[str], asked: frozenset[str], named: Iterable[str], through: Collection[str]
) -> frozenset[str]:
    """Those of the question's stems that still ask for a relation when it was walked; of `named`, each as it is called.

    All of them where it says that something is shared or done with somebody, or asks for other things of somebody named
    `through` one who is named, and with one alone: of two or more it compares what they share. Else those that it says
    twice.
    """
    said = [word.casefold() for word in question_words]
    on = (
        says_shared(said)
        or _WHO_ELSE in pairwise(said)
        or (said[:1] == [_WHO] and _WITH in said[2:-1])
        or (not asked.isdisjoint(through) and not _OTHERS.isdisjoint(said))
    )
    if on and len(set(named)) <= 1:
        return asked
    counts = Counter(map(deed, said))
    return frozenset(word for word in asked if counts[word] > 1)
