"""Which lines of the memory an answer repeats: for models, mostly small ones, that leave the numbers out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph import sentences
from graph.retrieval.question import words
from graph.retrieval.types import Item

MOSTLY, SOME = 0.75, 4  # of so many words or more, this share is enough; of fewer it is all of them
FEWEST, MOST = 2, 4  # words of a sentence that is looked at; lines that are named
_FIGURE = re.compile(r"\d+")
_DENIED = re.compile(r"\b(?:not|no|never|none|nothing)\b|n['’]t\b", re.IGNORECASE)


def attributed(text: str, sources: Sequence[Item]) -> list[int]:
    """The places (from 1) of the sources whose words the sentences of `text` have, each once, in their order.

    A sentence rests on the line that has most of its words, and every figure in it; what it denies is denied there. One
    that has words of its own, as an inference or a greeting has, rests on none.
    """
    found: list[int] = []
    lines = [(one.text, _exactly(one.text)) for one in sources]
    for sentence in sentences.lines(text, shortest=0):
        stems, exactly = words.content_stems(sentence), _exactly(sentence)
        if len(stems) < FEWEST:
            continue
        shares = [words.coverage(stems, line) if exactly <= known else 0.0 for line, known in lines]
        best = max(shares, default=0.0)
        if best >= (MOSTLY if len(stems) >= SOME else 1.0):
            found.append(shares.index(best) + 1)
    return list(dict.fromkeys(found))[:MOST]


def _exactly(text: str) -> frozenset[str]:
    """What of a sentence has to stand in its line whatever else does: figures, and that something is denied."""
    return frozenset(_FIGURE.findall(text)) | ({"not"} if _DENIED.search(text) else frozenset())
