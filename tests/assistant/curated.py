"""A curated graph for tests: brought in at once, confirmed, and asked without a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Triple = tuple[str, str, str]


def curated(api, work, facts: Sequence[Triple], values: Sequence[Triple]) -> Callable[[str], str]:
    """What answers a question over these facts between entities and these values, without the marks of its sources."""
    body = [{"subject": {"name": s}, "predicate": p, "object": {"name": o}} for s, p, o in facts]
    body += [{"subject": {"name": s}, "predicate": p, "value": value} for s, p, value in values]
    assert api.post("/facts/bulk", {"facts": body})[1]["rejected"] == []
    work()

    def answered(question: str) -> str:
        said = api.post("/chat", {"message": question, "stream": False, "mode": "read_only"})[1]["text"]
        return re.sub(r"\[\d+\]", "", said)

    return answered


def says(answer: str, sentence: str) -> bool:
    """Whether a sentence of the answer says it, in whatever order it names several."""
    words = _words(sentence)
    return any(words <= _words(part) for part in answer.split(". "))


def _words(sentence: str) -> set[str]:
    return set(sentence.strip().rstrip(".").replace(",", "").split()) - {"and"}
