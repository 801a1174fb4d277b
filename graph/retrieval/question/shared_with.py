"""Whether a question asks for what shares something with somebody: a relation there, and the same one back.

"Who works at the same firm as Anna", "other films by the writer of X", "co-authors of Y": what the way there explains
of the question is asked for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from graph.retrieval.question.words import deed, stem

_SHARED = frozenset(map(stem, ["same", "share", "shared", "sharing", "common", "fellow", "together"]))
_WHO_ELSE = ("who", "else")  # not "what else does Anna like", which asks on of her
_OTHERS = frozenset({"other", "others", "else", "also"})
_TOGETHER = "co-"
_WHO, _WITH = "who", frozenset({"with", "alongside"})
_CLAUSE = frozenset({"that", "which", "whose", "with", "having"})  # by which what is looked for is described
_BY_THE = ("by", "the")


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
    `through` one who is named, and with one alone: of two or more it compares what they share; in "who directed the
    films that share an actor with X" those of the clause, and no director. Else those that it says twice, and by whom
    something is: "films by the director of X" are those that they directed.
    """
    said = [word.casefold() for word in question_words]
    on = (
        says_shared(said)
        or _WHO_ELSE in pairwise(said)
        or (said[:1] == [_WHO] and not _WITH.isdisjoint(said[2:]))
        or (not asked.isdisjoint(through) and not _OTHERS.isdisjoint(said))
    )
    if on and len(set(named)) <= 1:
        return asked & _in_clause(said, named) or asked
    counts = Counter(map(deed, said))
    told = zip(said, said[1:], said[2:], strict=False)
    by_whom = {deed(word) for first, second, word in told if (first, second) == _BY_THE}
    return frozenset(word for word in asked if counts[word] > 1 or (word in by_whom and word in through))


def _in_clause(said: Sequence[str], named: Iterable[str]) -> frozenset[str]:
    """The stems of a clause that says what is shared, up to who is named; none where no clause does."""
    shared = next((place for place, word in enumerate(said) if stem(word) in _SHARED), 0)
    begins = next((place for place in range(shared, 0, -1) if said[place] in _CLAUSE), len(said))
    first = {name.split()[0] for name in named if name}
    ends = next((place for place in range(shared, len(said)) if said[place] in first), len(said))
    return frozenset(map(deed, said[begins:ends]))
