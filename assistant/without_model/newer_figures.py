"""A newer figure of what was told: "94.8 today" right behind "weight 96.4", or "debaser raised to 520". Pure."""

from __future__ import annotations

import re

from assistant.without_model.passages import asked_before
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_FIGURE = re.compile(r"(?<![\d.:])\d+(?:\.\d+)?(?![\d.:])")
_FIGURE_TODAY = re.compile(
    r"(?P<figure>\d+(?:\.\d+)?)(?: ?(?:kg|g|lbs?|cm|km))?(?: (?:today|tonight|this (?:morning|evening)))?\W*",
    re.IGNORECASE,
)
_NO_FIGURE = re.compile(r"\W*(?:and )?(?:who|whom|whose|when|where|why)\b", re.IGNORECASE)
_COUNTED_ANEW = re.compile(  # "debaser raised to 520", "the bisoprolol has been doubled to 5"
    r"\W*(?:the |my |our )?(?P<what>[\w'’-]+(?: [\w'’-]+){0,3}?)"
    r"(?: is| are| was| were| has| have| had| got| been| now)* "
    r"(?:raised|lowered|reduced|increased|doubled|halved|tripled|cut|(?:went|gone|goes) (?:up|down)|up|down)"
    r"(?: (?:it|that|the \w+))? to [$€£]?\d",
    re.IGNORECASE,
)


def may_be_asked(question: str) -> bool:
    """Whether a question may ask for a figure: not who is there, or when."""
    return _NO_FIGURE.match(question) is None


def tells(text: str) -> bool:
    """Whether a text tells by itself what has another figure now."""
    return _COUNTED_ANEW.match(text) is not None


def measured(before: str, item: Item) -> bool:
    """Whether it is only a newer figure of what was told right before, "94.8 today" behind "weight 96.4", and answers
    no question.
    """
    newer = _FIGURE_TODAY.fullmatch(item.text.strip())
    if newer is None or item.chunk is None or asked_before(item.chunk):
        return False
    return ("." in newer["figure"]) in {"." in one for one in _FIGURE.findall(before)}


def is_counted_anew(quoted: str, text: str) -> bool:
    """Whether a text tells a new figure of something that a line tells a figure of."""
    anew = _COUNTED_ANEW.match(text)
    what = content_stems(anew["what"]) if anew is not None else frozenset()
    return bool(what) and what <= content_stems(quoted) and _FIGURE.search(quoted) is not None
