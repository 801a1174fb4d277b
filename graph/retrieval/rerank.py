"""A last word on the order: a scorer named in Django's settings reads the question and each found text.

`settings.RERANKERS` maps names to dotted paths of callables `(question, texts) -> numbers`, one number a text, the
higher the nearer, on any scale; a cross-encoder's `predict` fits. Options name one of them: nobody chooses code over
HTTP (T46).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from django.conf import settings
from django.utils.module_loading import import_string

from graph.retrieval.config import BadConfig
from graph.retrieval.question import words
from graph.retrieval.types import Item

logger = logging.getLogger(__name__)

Reranker = Callable[[str, Sequence[str]], Sequence[float]]


def check(name: str | None) -> None:
    """Raises BadConfig for a name (or path) that the settings do not list."""
    if name is not None and _path(name) is None:
        known = ", ".join(settings.RERANKERS) or "none"
        raise BadConfig([(("reranker",), f"There is no reranker “{name}”; there are: {known}.")])


def reranked(name: str, question: str, items: Sequence[Item]) -> tuple[list[Item], bool]:
    """The items in the order of its scores, ties as they were, and whether it failed; they keep their own scores."""
    try:
        scorer: Reranker = import_string(_path(name) or name)
        scores = [float(one) for one in scorer(question, [item.text for item in items])]
        if len(scores) != len(items):
            raise ValueError(f"{len(scores)} scores for {len(items)} texts")
    except Exception:  # somebody else's code: what was found is answered in its own order, and that is said
        logger.exception("The reranker “%s” failed", name)
        return list(items), True
    order = sorted(range(len(items)), key=lambda place: (-scores[place], place))
    return [items[place] for place in order], False


def by_words(question: str, texts: Sequence[str]) -> list[float]:
    """The share of the question's words that each text has, endings aside."""
    asked = words.content_stems(question)
    return [words.coverage(asked, text) for text in texts]


def _path(name: str) -> str | None:
    """The dotted path that a name stands for, or that is itself listed."""
    listed: dict[str, str] = settings.RERANKERS
    return listed.get(name) or (name if name in listed.values() else None)
