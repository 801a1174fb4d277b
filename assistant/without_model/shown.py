"""What is seen to be said though its word is not: "jo@heron.dev" is an e-mail address, who was killed is dead. Pure."""

from __future__ import annotations

import re

_ENDED = r"(?i:\b(?:died|dead|killed|murdered|executed|passed away|slain|drowned|put (?:down|to sleep))\b)"
_RULE = r"(?:no|not|keep|allowed|permitted|forbidden|welcome|without)"
_PETS = rf"(?i:\b{_RULE}\b[^.]*\bpets?\b|\bpets?\b[^.]*\b{_RULE}\b)"  # as a lease says it of dogs
_FORMS = {  # by the stem of its word
    **dict.fromkeys(("dog", "cat", "rabbit", "hamster"), _PETS),
    "allow": r"(?i:\b(?:may|permitted|permission|forbidden|prohibited|consent|(?:shall|must|can) not|cannot)\b)",
    "hot": r"\d ?(?:°|degrees?\b)",
    "liv": r"(?:\b(?:is|are)|['’]s) (?:in|near|outside) [A-Z]",
    "email": r"\S@\S",
    "ip": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
    "url": r"\bhttps?://",
    "websit": r"\bhttps?://|\bwww\.\w",
    "birthday": r"(?i:\bborn\b)[^.]*\d",
    "weigh": r"(?i:\bweigh(?:s|ed|t|ing)?\b)|\d ?(?:kg|kilos?)\b",
    "version": r"\b[A-Z][\w+#]* v?\d+(?:\.\d+)*\b|\bv\d",
    "decid": r"(?i:\bdeciders?\b)",
    "discount": r"\d ?(?:%|percent\b)",
    "aliv": _ENDED,
    "dead": _ENDED,
    "die": _ENDED,
}
_LIKELY = {  # beside the other words of a question
    "phon": r"\d(?:[ -]?\d){5,}",
    "number": r"\d",
    "address": r"\b[A-Z]\w+ \d+\b|\b\d+ [A-Z]\w+",
}


def shown(stems: frozenset[str], text: str) -> frozenset[str]:
    """Those of the stems whose things the text has, by the looks of it."""
    return frozenset(stem for stem in stems & _FORMS.keys() if re.search(_FORMS[stem], text))


def likely(stems: frozenset[str], text: str) -> frozenset[str]:
    """As `shown`, and those that it has if it is about them at all: a number may be any."""
    beside = frozenset(stem for stem in stems & _LIKELY.keys() if re.search(_LIKELY[stem], text))
    return shown(stems, text) | beside
