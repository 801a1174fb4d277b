"""What the title of a document says by itself: what something is about, or when it is. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.dates import MONTHS
from assistant.without_model.line import Line
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item

_ABOUT = re.compile(r"\bwhat\b.*\babout\W*$|\btopic of\b", re.IGNORECASE)
_ABOUT_STEMS = content_stems("about topic")
_WHEN = re.compile(r"\W*(?:and )?when (?:is|are|was|were)\b", re.IGNORECASE)
_DAY = re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:{'|'.join(MONTHS)})\b", re.IGNORECASE)


def in_titles(question: str, asked: frozenset[str], names: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The titles that say what is asked (stems): "Group presentation: salt stress in quinoa" what the presentation is
    about, "LogiTech Days, Lyon, 9-10 March 2027" when those days are.
    """
    found: dict[int, Line] = {}
    of_about, of_when = _ABOUT.search(question), _WHEN.match(question)
    for item in items if of_about or of_when else ():
        if item.chunk is None or item.chunk.document_kind == TALK:
            continue
        title = item.chunk.document_title
        what, colon, _ = title.partition(": ")
        rest = asked - _ABOUT_STEMS if of_about else asked | names
        called = content_stems(what if of_about else title)
        if rest and rest <= called and (colon if of_about else _DAY.search(title)):
            found.setdefault(item.chunk.document, Line(item, title, asked or names, is_told=True))
    return list(found.values())
