"""Who says a line of a talk among several that a messenger wrote out, and of whom it tells then. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from assistant.question.referents import names_in
from assistant.without_model.asking import RELATION_STEMS, Asking
from graph.documents.formats.messenger import OWN
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import ChunkRow

_LINE = re.compile(rf"(?P<who>[^\n():]{{1,60}}) \((?P<own>{OWN})?\d\d\.\d\d\): (?P<says>.*)", re.DOTALL)
_DAY = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
_OF_ME = re.compile(r"\b(?:i|i['’]m|me|my|mine)\b", re.IGNORECASE)
_OF_YOU = re.compile(r"\b(?:you|your|yours|we|us|our|everyone|everybody|all)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|them|his|hers|their)\b", re.IGNORECASE)


class Spoken(NamedTuple):
    who: str
    is_own: bool
    says: str


def spoken(line: str) -> Spoken | None:
    """A line with who says it, "Tom (18.22): …"; None for what nobody says so."""
    found = _LINE.match(line)
    return Spoken(found["who"], found["own"] is not None, found["says"]) if found else None


def day(line: str, passage: ChunkRow) -> str:
    """The day on which a line of such a talk was said, as its heading has it; "" for any other line."""
    last = passage.prefix.split(" › ")[-1]
    return last if _DAY.fullmatch(last) and spoken(line) else ""


def is_of_another_speaker(asking: Asking, line: str) -> bool:
    """Whether somebody else speaks of themself, of whom nothing is asked: where Lena lives is no answer to where I do.

    Of somebody who is named tells what they say themself, or what names them; "she lives in Kiel" may.
    """
    said = spoken(line)
    if said is None:
        return False
    if asking.focus.about_self and _OF_ME.search(asking.question):
        is_known = bool(asking.focus.predicates) and _OF_YOU.search(said.says) is None  # "it's in Kiel" is of their own
        return not said.is_own and (is_known or _OF_ME.search(said.says) is not None)
    if not asking.names or asking.names & content_stems(f"{said.who} {said.says}"):
        return False
    pronoun = _PRONOUN.search(said.says)
    before = said.says[: pronoun.start()] if pronoun else ""
    is_clear = bool(RELATION_STEMS & content_stems(before)) or any(True for _ in names_in(before))
    return pronoun is None or is_clear
