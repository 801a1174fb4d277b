"""What the messages of a chat tell by those around them: the reply to a question, and what goes on about it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.extraction.text.trivial import is_trivial
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking
from assistant.without_model.demands import CLOCK, TIME, demanded, is_held
from assistant.without_model.line import Line
from assistant.without_model.spoken_by import spoken
from graph.documents.formats.messenger import heading, wholes
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
_CAN_YOU = re.compile(r"\b(?:can|could|will|would) you\b", re.IGNORECASE)
_JUST_BEFORE = 4  # messages
_TELLING = 3  # words of a message that tell something
_MORE = 1  # content words of the question in the chat that the one here has not


class _Said(NamedTuple):
    who: str
    is_own: bool
    says: str
    whole: str  # with who says it, and when


def replied(asking: Asking, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The question of a chat that asks this, with the reply, best passage first; or one that tells it in asking more.

    It is put in the same way and has one of the words (stems) that are `asked`; what it has not was said before in the
    same passage: "the backup job failed", then "why did it fail?".
    """
    wanted = asked - LIGHT - FILLERS
    found = []
    for item in items:
        if item.chunk is not None and wanted and _is_chat(item.chunk):
            told = _told(item.chunk)
            found += [Line(item, text, asked, is_told=True) for text in _replies(asking, wanted, item.chunk, told)]
            found += [Line(item, text, asked, is_told=True) for text in _told_in_asking(asking, wanted, told)]
    return found


def in_context(asking: Asking, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The messages that have one of the words (stems) that are `asked`, while those just before them have the others:
    "I'll do the drinks", behind "who brings cake to the autumn party?".

    Of oneself it is what one wrote oneself; of others a message has to have a word of its own.
    """
    found = []
    for item in items:
        if item.chunk is None or not _is_chat(item.chunk):
            continue
        told = _told(item.chunk)
        held = [asked & content_stems(one.says) for one in told]
        for place, (one, has) in enumerate(zip(told, held, strict=True)):
            before = frozenset[str]().union(*held[max(0, place - _JUST_BEFORE) : place])
            is_fit = one.is_own if asking.focus.about_self else bool(has - before)
            tells = len(one.says.split()) >= _TELLING and not one.says.endswith("?")
            if tells and has and is_fit and has | before == asked != has:
                found.append(Line(item, one.whole, asked))
    return found


def says_too_little(asking: Asking, line: Line) -> bool:
    """Whether it is a message of a word or two, "welcome!", that is found by who wrote it."""
    said = spoken(line.text, line.item.chunk)
    return said is not None and len(said.says.split()) < _TELLING and not line.words - asking.names


def _is_chat(chunk: ChunkRow) -> bool:
    return chunk.document_kind != TALK and bool(heading(chunk.prefix))


def _told(chunk: ChunkRow) -> list[_Said]:
    said = ((spoken(whole, chunk), whole) for whole in wholes(chunk.text, chunk.prefix))
    return [_Said(one.who, one.is_own, one.says, whole) for one, whole in said if one is not None]


def _replies(asking: Asking, wanted: frozenset[str], chunk: ChunkRow, told: Sequence[_Said]) -> Iterator[str]:
    for place, one in enumerate(told):
        put = _LAST.search(one.says)
        reply = next((other for other in told[place + 1 : place + 3] if other.who != one.who), None)
        if put is None or reply is None or reply.says.endswith("?"):
            continue
        way, asks = _way(put["asked"]), _way(asking.question)
        is_asked_to = asks == "who" and not way and _CAN_YOU.search(put["asked"]) is not None
        if (way != asks and not is_asked_to) or (way and is_trivial(reply.says)):
            continue
        before = content_stems(f"{chunk.document_title} {' '.join(other.whole for other in told[:place])} {one.says}")
        stems = content_stems(put["asked"]) - LIGHT - FILLERS
        is_all = wanted & stems and wanted | asking.names <= before | content_stems(reply.who)
        is_of_them = is_asked_to or _is_of_them(asking, put["asked"], one, reply)
        if is_all and len(stems - asking.focus.stems) <= _MORE and is_of_them:
            yield f"{one.whole.removesuffix(one.says)}{put['asked']} {reply.whole}"


def _told_in_asking(asking: Asking, wanted: frozenset[str], told: Sequence[_Said]) -> Iterator[str]:
    """The questions that say beside what they ask what is asked here: when the party is, in "who brings cake to the
    autumn party on 2 October?".
    """
    demand = demanded(asking.question)
    if demand is None or demand.kind not in {TIME, CLOCK}:
        return
    for one in told:
        put = _LAST.search(one.says)
        if put is None or _way(put["asked"]) in {"", "when"} or not is_held(demand, put["asked"]):
            continue
        if wanted | asking.names <= content_stems(put["asked"]):
            yield one.whole


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
