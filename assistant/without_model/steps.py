"""How something is done, or what to do if: the list in a document that is headed by what is asked. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant import params
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from assistant.without_model.quoting import shortened
from graph.prose import Unit, units
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow

_WHAT_IF = re.compile(r"\bwhat (?:do|can|should|must) (?:i|we|you|one) do (?:if|when|in case)\b", re.IGNORECASE)
_HOW = re.compile(
    r"\bhow (?:(?:do|can|should|would|must) (?:i|we|you|one)|to)\b"
    r"|\bwhat are the steps\b|\b(?:steps|procedure|instructions|recipe|method) (?:for|to|of)\b"
    r"|\bwhat(?:['’]s| is| are) (?:the|my|our) [^?]*\b(?:procedure|protocol|recipe|steps|checklist)\W*$",
    re.IGNORECASE,
)
_HEADS = content_stems(
    "step steps procedure instruction instructions recipe protocol checklist method way do cook bake"
)
_FEWEST = 2


def steps(asking: Asking, result: Result) -> Line | None:
    """The steps of the first passage found that stands below all the words of the question, and whom it names; None
    where none has any.
    """
    wanted = asking.focus.stems - asking.names - FILLERS - LIGHT - _HEADS
    what_if = _WHAT_IF.search(asking.question) is not None
    if not (what_if or _HOW.search(asking.question)) or not (wanted or asking.names):
        return None
    for item in result.items:
        above = _above(item.chunk) if item.chunk is not None else frozenset[str]()
        if item.chunk is None or not wanted <= above or (asking.names and asking.names.isdisjoint(above)):
            continue
        told = _points(units(item.chunk.text), numbered=not what_if)
        if len(told) >= _FEWEST:
            more = ["…"] if len(told) > params.STEPS_TOLD else []
            return Line(item, "", wanted, code="\n".join([*told[: params.STEPS_TOLD], *more]))
    return None


def _above(chunk: ChunkRow) -> frozenset[str]:
    """The stems of the title and the headings of a document's passage."""
    return frozenset() if chunk.document_kind == TALK else content_stems(f"{chunk.document_title} {chunk.prefix}")


def _points(told: Sequence[Unit], *, numbered: bool) -> list[str]:
    """The points of the first list, each with the sentences that belong to it, as Markdown.

    How something is done is told in an order, which is `numbered`; other lists under such a heading tell other things.
    """
    points: list[str] = []
    for unit in told:
        if unit.number or (unit.opens == "item" and not numbered):
            points.append(unit.whole if unit.number else f"- {unit.text}")
        elif points and not unit.is_code and unit.opens == "":
            points[-1] += f" {unit.text}"
        elif points:
            break
    return [shortened(point) for point in points]
