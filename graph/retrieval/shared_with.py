"""Whether a question asks for what shares something with somebody: a relation there, and the same one back.

"Who works at the same firm as Anna", "films by the writer of X", "co-authors of Y": what the way there explains of the
question is asked for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graph.retrieval.words import deed, stem

_SHARED = frozenset(
    map(stem, ["same", "share", "shared", "sharing", "common", "else", "other", "others", "another", "fellow"])
)
_TOGETHER = "co-"


def asked_back(question_words: Iterable[str], asked: frozenset[str], named: Iterable[str]) -> frozenset[str]:
    """Those of the question's stems that still ask for a relation when it was walked; of `named`, each as it is called.

    All of them where it says that something is shared, and with one alone: of two or more it compares what they share.
    Else those that it says twice.
    """
    said = [word.casefold() for word in question_words]
    joined = {deed(word.removeprefix(_TOGETHER)) for word in said if word.startswith(_TOGETHER)}
    if (joined or not _SHARED.isdisjoint(map(stem, said))) and len(set(named)) <= 1:
        return asked | joined
    counts = Counter(map(deed, said))
    return frozenset(word for word in asked if counts[word] > 1)
