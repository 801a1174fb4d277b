"""What an answer must hold for what a question asks: a time, a number, a reason."""

from __future__ import annotations

import re

from assistant.extraction.dates import MONTHS, WEEKDAYS
from graph.retrieval.types import FactRow

TIME, NUMBER, REASON = "time", "number", "reason"

_ASKED = (
    (
        TIME,
        r"\bwhen (?:is|are|was|were|am|do|does|did|will|would|have|has|had|can|should)\b|\bsince when\b"
        r"|\b(?:what|which) (?:time|day|date|month|year)\b|\bhow (?:long ago|recently)\b",
    ),
    (NUMBER, r"\bhow (?:many|much|old|long|far|tall|big|often|heavy)\b"),
    (REASON, r"\bwhy\b|\bhow come\b|\bwhat\b.*\bfor\W*$"),
)
_NAMED = "|".join([*(month for month in MONTHS if month != "may"), *WEEKDAYS])
_HOLDS = {
    TIME: rf"\b(?:{_NAMED}|(?-i:May))s?\b|\b\d{{1,2}}[:.]\d\d\b|\b(?:19|20)\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)\b"
    r"|\b(?:today|tonight|tomorrow|yesterday|ago|noon|midnight|christmas|easter|birthday)\b"
    r"|\b(?:last|next|this|every|each|in|since|until|before|after|at) (?:the )?"
    r"(?:day|night|morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|fall|winter|lunch|dinner)s?\b"
    r"|\bat \d",
    NUMBER: r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|dozen|half|once|twice|daily|weekly|monthly|yearly|every|each|no|none|never)\b",
    REASON: r"\b(?:because|when(?:ever)?|since|as|so|therefore|due to|owing to|thanks to|in order to|reason"
    r"|that['’]s why)\b",
}


def demanded(question: str) -> str | None:
    """Which of these the question asks for; None for any other question."""
    return next((kind for kind, asks in _ASKED if re.search(asks, question, re.IGNORECASE)), None)


def is_held(demand: str | None, text: str) -> bool:
    """Whether a text holds what is demanded."""
    return demand is None or re.search(_HOLDS[demand], text, re.IGNORECASE) is not None


def is_told(demand: str | None, fact: FactRow) -> bool:
    """Whether a fact tells what is demanded: a time by its dates or its words, a number also by being counted."""
    match demand:
        case None | "number":
            return True
        case "time":
            return bool(fact.valid_from or fact.valid_until) or is_held(TIME, fact.object_name or fact.value)
    return False
