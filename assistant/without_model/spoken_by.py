"""Who says a line of a talk among several that was brought in, and of whom it tells then. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from assistant.question.referents import names_in
from assistant.without_model.asking import RELATION_STEMS, Asking
from assistant.without_model.noted import KIND
from graph.documents.formats.messenger import LABEL, OF, heading, wholes
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow

QUOTED = 40  # characters of a line by which it is found in what was said
_OF_ME = re.compile(r"\b(?:i|i['’]m|me|my|mine)\b", re.IGNORECASE)
_OF_YOU = re.compile(r"\b(?:you|your|yours|we|us|our|everyone|everybody|all)\b", re.IGNORECASE)
_ASKS_WHO = re.compile(r"\W*(?:and |so )?who\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|them|his|hers|their)\b", re.IGNORECASE)


class Spoken(NamedTuple):
    who: str
    is_own: bool
    says: str


def spoken(line: str, passage: ChunkRow | None) -> Spoken | None:
    """A line with who says it, "Tom (at 18:22): …" or "Tom: …", below the heading of a talk; None for any other."""
    found = LABEL.match(line)
    above = _heading(passage) if found else ""
    if found is None or not above or not (found["mark"] or above.startswith(OF)):
        return None
    return Spoken(found["who"], found["own"] is not None, line[found.end() :])


def with_speaker(text: str, passage: ChunkRow) -> str:
    """A quote of such a talk after who says it, which a sentence from the middle of what they say lost."""
    if not text or not _heading(passage) or spoken(text, passage):
        return text
    begins = text.removesuffix(" …")[:QUOTED]
    said = next((one for one in wholes(passage.text, passage.prefix) if begins in " ".join(one.split())), "")
    return f"{said[: -len(one.says)]}{text}" if (one := spoken(said, passage)) else text


def day(line: str, passage: ChunkRow) -> str:
    """The day on which a line of such a talk was said, as its heading has it; "" for any other line."""
    above = _heading(passage)
    return above if not above.startswith(OF) and spoken(line, passage) else ""


def _is_what_they_talk_of(asking: Asking, passage: ChunkRow | None) -> bool:
    """Whether it is asked who of those who talk does something for what they talk of, which is nobody of them."""
    if passage is None or asking.focus.relations or _ASKS_WHO.match(asking.question) is None:
        return False
    is_one_of_them = any(asking.names & content_stems(one["who"]) for one in LABEL.finditer(passage.text))
    return not is_one_of_them and bool(asking.names & content_stems(passage.text))


def goes_on_from(line: str, passage: ChunkRow | None, names: frozenset[str]) -> bool:
    """Whether a pronoun in a message is of who was named in the one before: "Dad hated that Volvo", and then "haha he
    did. He wants to move to Falmouth". Whom another has, "my wife is due", is not who is asked for.
    """
    said = spoken(with_speaker(line, passage), passage) if passage is not None else None
    pronoun = _PRONOUN.search(said.says) if said is not None else None
    if said is None or passage is None or pronoun is None or any(True for _ in names_in(said.says[: pronoun.start()])):
        return False
    begins = line.removesuffix(" …")[:QUOTED]
    messages = wholes(passage.text, passage.prefix)
    place = next((place for place, one in enumerate(messages) if begins in " ".join(one.split())), 0)
    before = spoken(messages[place - 1], passage) if place else None
    is_theirs = before is not None and not before.is_own and _OF_ME.search(before.says) is not None
    return before is not None and not is_theirs and bool(names & content_stems(before.says))


def _heading(passage: ChunkRow | None) -> str:
    return "" if passage is None or passage.document_kind in {TALK, KIND} else heading(passage.prefix)


def is_of_another_speaker(asking: Asking, line: str, passage: ChunkRow | None) -> bool:
    """Whether somebody else speaks of themself, of whom nothing is asked: where Lena lives is no answer to where I do.

    Of somebody who is named tells what they say themself, or what names them; "she lives in Kiel" may.
    """
    said = spoken(line, passage)
    if said is None:
        return False
    tells_of_self = _OF_ME.search(said.says) is not None
    if asking.focus.about_self and _OF_ME.search(asking.question):
        if asking.names & content_stems(said.says) and not tells_of_self:
            return False  # "Dad's appointment is on Thursday", says Mum
        is_known = bool(asking.focus.predicates) and _OF_YOU.search(said.says) is None  # "it's in Kiel" is of their own
        return not said.is_own and (is_known or tells_of_self)
    if not asking.names or asking.names & content_stems(f"{said.who} {said.says}"):
        return False
    if tells_of_self and _is_what_they_talk_of(asking, passage):
        return False  # "I can drive", of who drives to Pembroke
    pronoun = _PRONOUN.search(said.says)
    before = said.says[: pronoun.start()] if pronoun else ""
    is_clear = bool(RELATION_STEMS & content_stems(before)) or any(True for _ in names_in(before))
    return pronoun is None or is_clear
