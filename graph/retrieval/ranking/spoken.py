"""What a passage says by itself: who speaks in it, how much of it only asks, how much of it others had said before."""

from __future__ import annotations

import re
from collections.abc import Collection

from graph.naming import normalise

# "Anna: ...", "**Anna Weiss:** ...", "[12:03] Anna: ...", "Anna (at 12:03): ..." at the beginning of a line.
_SPEAKER = re.compile(
    r"^[\s*_>-]*(?:\[[^\]\n]{1,30}\]\s*)?[*_]*([^\W\d_][^\n:*_]{0,39}?)(?: \((?:me)?(?:, )?(?:at \d\d:\d\d)?\))?"
    r"[*_]*:[*_]*\s",
    re.MULTILINE,
)
_SENTENCE = re.compile(r"[^.!?。！？؟\n]+[.!?。！？؟]*")
_ASKS = ("?", "？", "؟")
NAME_WORDS = 3  # a longer beginning is a clause: "What I would like to know:"


def speakers(text: str) -> frozenset[str]:
    """The names, normalised, before the colons at the beginnings of lines; each also as its first word."""
    if ":" not in text:
        return frozenset()
    names = [normalise(name) for name in _SPEAKER.findall(text)]
    told = [name for name in names if name and len(name.split()) <= NAME_WORDS]
    return frozenset([*told, *(name.split()[0] for name in told)])


def by_one_of(text: str, names: Collection[str]) -> bool:
    """Whether somebody of these (normalised) speaks in the text."""
    return bool(names) and not speakers(text).isdisjoint(names)


def asking(text: str) -> float:
    """The share of a text that is questions, 0..1, by characters."""
    if not any(sign in text for sign in _ASKS):
        return 0.0
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text)]
    whole = sum(len(sentence) for sentence in sentences)
    asked = sum(len(sentence) for sentence in sentences if sentence.endswith(_ASKS))
    return asked / whole if whole else 0.0


def before(text: str, said_before: str) -> float:
    """The share of what a message is found by that was said before it, 0..1, by characters."""
    both = len(text) + len(said_before)
    return len(said_before) / both if both else 0.0
