"""Whether a line says of what is asked when it is, where it is, or what it is. Pure."""

from __future__ import annotations

import re

from assistant.without_model.asking import Asking
from assistant.without_model.demands import TIME, Demand, is_held
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow

_ASKS_WHAT_IT_IS = re.compile(r"\W*what(?:['’]?s| is| are) (?:the|my|our) (?P<what>[\w -]+?)\W*$", re.IGNORECASE)
_ASKS_WHEN_IT_IS = re.compile(r"\W*when(?:['’]s| is| are)\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;:]\s+|\s(?:and|but)\s")
_PLACE = re.compile(
    r"\b(?:in|at|on|under|behind|above|below|beside|near|by|from|to|off|via|with|inside|outside|opposite|next|between"
    r"|upstairs|downstairs|home|here|there|abroad|through|around|across|along|over)\b|\w@\w|(?<!\w)[~/]\w|://|\b\d",
    re.IGNORECASE,
)


def tells_when(asking: Asking, text: str) -> bool:
    """Whether it says of what is named that it is or moved to some day: "the workshop has moved to 12 December"."""
    if _ASKS_WHEN_IT_IS.match(asking.question) is None or not is_held(Demand(TIME), text):
        return False
    names = "|".join(re.escape(name) for name in asking.targets.names)
    says = rf"\b(?:the|my|our) (?:[\w-]+ )?(?:{names}) (?:is|are|will|takes?|has|have|moved|starts?|begins?)\b[^.;]*\d"
    return bool(names) and re.search(says, text, re.IGNORECASE) is not None


def tells_place(asking: Asking, text: str, passage: ChunkRow | None) -> bool:
    """Whether what somebody said names any place, from the part on that has the words of the question."""
    if passage is None or passage.document_kind != TALK:
        return True
    parts = _PARTS.split(text)
    first = next((at for at, part in enumerate(parts) if asking.words & content_stems(part)), 0)
    return _PLACE.search(" ".join(parts[first:])) is not None


def tells_what(asking: Asking, text: str) -> bool:
    """Whether it says what something is that the question only names: "The van is a 2017 Renault Kangoo"."""
    asked = _ASKS_WHAT_IT_IS.match(asking.question)
    defined = rf"(?:the|my|our) {re.escape(asked['what'])} (?:is|are) (?:an?|the|my|our|[A-Z\d])" if asked else ""
    return bool(defined) and re.match(defined, text, re.IGNORECASE) is not None
