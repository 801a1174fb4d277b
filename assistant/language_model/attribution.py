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


def attributed(text: str, sources: Sequence[Item]) -> list[int]:
    """The places (from 1) of the sources whose words the sentences of `text` have, each once, in their order.

    A sentence rests on the line that has most of its words, and every figure in it; one that has words of its own, as
    an inference or a greeting has, rests on none.
    """
    found: list[int] = []
    lines = [(one.text, set(_FIGURE.findall(one.text))) for one in sources]
    for sentence in sentences.lines(text, shortest=0):
        stems, figures = words.content_stems(sentence), set(_FIGURE.findall(sentence))
        if len(stems) < FEWEST:
            continue
        shares = [words.coverage(stems, line) if figures <= known else 0.0 for line, known in lines]
        best = max(shares, default=0.0)
        if best >= (MOSTLY if len(stems) >= SOME else 1.0):
            found.append(shares.index(best) + 1)
    return list(dict.fromkeys(found))[:MOST]
