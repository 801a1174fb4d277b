"""By which other words people ask for a relation than those that it is called by."""

from __future__ import annotations

import re
from functools import lru_cache

from graph.asked_words import ALIKE, ALONE, OF_ONE, OF_WORDS
from graph.naming import spoken
from graph.retrieval.question.words import deed


def _groups() -> dict[str, str]:
    """What each stem is asked for by."""
    told: dict[str, str] = {}
    of_words = [group.split(":") for group in OF_WORDS.split(";")]
    alike = [(group, group) for group in ALIKE.split(";")]
    for held, asked in [*of_words, *alike]:
        stems = {deed(word): f"{told.get(deed(word), '')} {asked.strip()}".strip() for word in held.split()}
        told |= stems
    return told


_OF_STEM = _groups()


@lru_cache(maxsize=4096)
def asked_by(name: str, words: str) -> str:
    """Further words for the relation called `name`, whose own are `words`; "" where there are none."""
    called = spoken(name).casefold().replace(" ", "_")
    if called in ALONE:
        return ALONE[called]
    said = dict.fromkeys(map(deed, re.findall(r"[^\W\d_]+", words.casefold())))
    return " ".join(filter(None, [OF_ONE.get(called, ""), *(_OF_STEM.get(stem, "") for stem in said)]))
