"""What somebody replied in a chat to the question that is asked here: "why did it fail?", "wrong credentials". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.extraction.text.trivial import is_trivial
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from assistant.without_model.spoken_by import spoken
from graph.documents.formats.messenger import heading
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item

_LAST = re.compile(r"(?:^|[.!?…\n]\s*)(?P<asked>[^.!?…\n]{3,}\?)\W*$")  # the question with which a message ends
_WAY = re.compile(
    r"\b(?P<way>why|who(?:m|se)?|where|when|how (?:long|much|many|often|old|far|big|tall)|how|what|which)\b",
    re.IGNORECASE,
)
_SAME = {"what time": "when", "whom": "who", "which": "what"}
_YOU = re.compile(r"\b(?:you|your|yours|u)\b", re.IGNORECASE)
_I = re.compile(r"\b(?:i|me|my|mine)\b", re.IGNORECASE)
_MORE = 1  # content words of the question in the chat that the one here has not


class _Said(NamedTuple):
    who: str
    is_own: bool
    says: str
    whole: str  # with who says it, and when


def replied(asking: Asking, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The question of a chat that asks this, with the reply, best passage first.

    It is put in the same way and has one of the words (stems) that are `asked`; what it has not was said before in the
    same passage: "the backup job failed", then "why did it fail?".
    """
    wanted = asked - LIGHT - FILLERS
    found = []
    for item in items:
        if item.chunk is not None and wanted and _is_chat(item.chunk):
            found += [Line(item, text, asked, is_told=True) for text in _replies(asking, wanted, item.chunk)]
    return found


def _is_chat(chunk: ChunkRow) -> bool:
    return chunk.document_kind != TALK and bool(heading(chunk.prefix))


def _replies(asking: Asking, wanted: frozenset[str], chunk: ChunkRow) -> Iterator[str]:
    told = []
    for whole in chunk.text.split("\n\n"):
        if (said := spoken(whole, chunk)) is not None:
            told.append(_Said(said.who, said.is_own, said.says, whole))
    for place, one in enumerate(told):
        put = _LAST.search(one.says)
        reply = next((other for other in told[place + 1 : place + 3] if other.who != one.who), None)
        if put is None or reply is None or reply.says.endswith("?"):
            continue
        way = _way(put["asked"])
        if way != _way(asking.question) or (way and is_trivial(reply.says)):
            continue
        before = content_stems(f"{chunk.document_title} {' '.join(other.whole for other in told[:place])} {one.says}")
        stems = content_stems(put["asked"]) - LIGHT - FILLERS
        is_all = wanted & stems and wanted | asking.names <= before | content_stems(reply.who)
        if is_all and len(stems - asking.focus.stems) <= _MORE and _is_of_them(asking, put["asked"], one, reply):
            yield f"{one.whole.removesuffix(one.says)}{put['asked']} {reply.whole}"


def _way(question: str) -> str:
    """By which word it is asked; "" where yes or no is."""
    found = _WAY.search(question)
    way = found["way"].casefold() if found else ""
    return _SAME.get(way, way)


def _is_of_them(asking: Asking, put: str, one: _Said, reply: _Said) -> bool:
    """Whether "your" and "my" of the chat are those of whom it is asked here."""
    for word, of in ((_YOU, reply), (_I, one)):
        if word.search(put):
            is_theirs = of.is_own if asking.focus.about_self else bool(asking.names & content_stems(of.who))
            if not is_theirs:
                return False
    return True
