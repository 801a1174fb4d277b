"""How much of a question's words an item has: a plain stem comparison, any script."""

from __future__ import annotations

from graph.params import STOP_WORDS
from graph.retrieval.seeds import words

OPEN_QUESTION = frozenset(
    [
        "know",
        "tell",
        "rememb",
        "remember",
        "say",
        "said",
        "everyth",
        "anyth",
        "someth",
        "describe",
        "summaris",
        "summarize",
    ]
)

_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "ed", "es", "s", "y")
_LAST = ("g", "y", "s", "d")  # of every ending: most words have none of them


def stem(word: str) -> str:
    """A word without its ending, so that "moved" and "moves" compare equal."""
    word = word.casefold().removesuffix("'s").removesuffix("’s")
    for ending in _ENDINGS if word.endswith(_LAST) else ():
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning."""
    return frozenset(stem(word) for word in words(text) if word.casefold() not in STOP_WORDS)


def coverage(question: frozenset[str], text: str) -> float:
    """The share of the question's content stems that `text` has, 0..1; 0 for a question without any."""
    if not question:
        return 0.0
    return len(question & frozenset(stem(word) for word in words(text))) / len(question)
