"""What a title or a heading says by itself: what something is about, when it is, or that all below is of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.dates import MONTHS
from assistant.without_model.line import Line
from assistant.without_model.passages import whole_of
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item

_ABOUT = re.compile(r"\bwhat\b.*\babout\W*$|\btopic of\b", re.IGNORECASE)
_ABOUT_STEMS = content_stems("about topic")
_WHEN = re.compile(r"\W*(?:and )?when (?:is|are|was|were)\b", re.IGNORECASE)
_ALL_OF = re.compile(
    r"\W*(?:and )?what (?:(?:happened|(?:did|have) (?:we|i|they) (?:do|done|discuss|decide|agree|talk about)[a-z]*)\b.*"
    r" (?:in|at|during|on)|(?:do|should|must|can) (?:i|we) do (?:if|when))\b",
    re.IGNORECASE,
)
_HAPPEN = content_stems("happen do done discuss decide agree talk")
_DAY = re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:{'|'.join(MONTHS)})\b", re.IGNORECASE)


def in_titles(question: str, asked: frozenset[str], names: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The titles that say what is asked (stems): "Group presentation: salt stress in quinoa" what the presentation is
    about, "LogiTech Days, Lyon, 9-10 March 2027" when those days are; and all of "Session 7" of what happened there.
    """
    found: dict[int, Line] = {}
    of_about, of_when, of_all = _ABOUT.search(question), _WHEN.match(question), _ALL_OF.match(question)
    for item in items if of_about or of_when or of_all else ():
        if item.chunk is None or item.chunk.document_kind == TALK:
            continue
        rest = asked - _ABOUT_STEMS if of_about else (asked | names) - _HAPPEN
        said = _saying(item.chunk, rest, bool(of_about), bool(of_all)) if rest else ""
        if said:
            found.setdefault(item.chunk.document, Line(item, said, asked or names, is_told=True))
    return list(found.values())


def _saying(chunk: ChunkRow, rest: frozenset[str], of_about: bool, of_all: bool) -> str:
    """The title or heading that has all of these stems and says what is asked, or all that stands below it."""
    if of_about:
        what, colon, _ = chunk.document_title.partition(": ")
        return chunk.document_title if colon and rest <= content_stems(what) else ""
    above = [one for one in (chunk.document_title, *chunk.prefix.split(" › ")) if rest <= content_stems(one)]
    if of_all:
        return whole_of(chunk) if above else ""
    return next((one for one in above if _DAY.search(one)), "")
