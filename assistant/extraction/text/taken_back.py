"""What a person says and at once takes back: "I was born in 1968 ... no wait, in 1974"."""

from __future__ import annotations

import re

from graph.curation.candidates import Candidate

_NO_WAIT = re.compile(
    r"\b(?:no[,.]? wait|wait[,.]? no|no,? sorry|sorry,? no|sorry,? I meant|scratch that)\b", re.IGNORECASE
)


def taken_back(candidate: Candidate, text: str) -> bool:
    """Whether `text` corrects itself within the candidate's sentence or right after it.

    Which half of the sentence is corrected is anyone's guess, so neither is learned.
    """
    return any(
        candidate.start < correction.start() and not re.search(r"\w", text[candidate.end : correction.start()])
        for correction in _NO_WAIT.finditer(text)
    )
