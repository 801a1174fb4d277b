"""Whom a line names or is of, and whether that is who is asked about. Pure."""

from __future__ import annotations

import re

from assistant import params
from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from assistant.question.referents import names_in
from assistant.without_model.asking import RELATION_STEMS, Asking
from assistant.without_model.line import Line
from assistant.without_model.of_whom import ONESELF, OTHERS, told_of
from assistant.without_model.spoken_by import spoken, with_speaker
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK

_KEY = re.compile(r"^[A-ZÀ-ÞĀ-Ž][\w ]{0,30}:")  # "Compensation: 350 euros" names nobody
_SOMEBODY = re.compile(
    r"\b(?:the|an?|my|our|their) (?:[\w-]+ ){0,2}"
    r"(?:[a-z]+(?:ers?|ors?|ists?|ians?|m[ae]n)|nurses?|vets?|council|team|staff)\b"
    r"|\b(?:everyone|everybody|nobody)\b",
    re.IGNORECASE,
)
_OF_MYSELF = re.compile(r"\b(?:am|was) i\b|^\W*(?:when|where) (?:do|did|have|must|should|will) i\b", re.IGNORECASE)
_ARE_WE = re.compile(r"\bhow many\b.*\b(?:are|were) we\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?P<by>from|in|at) (?:the )?(?P<place>[A-ZÀ-ÞĀ-Ž][\w-]+)")
_IS_CALLED = re.compile(r"\b(?:called|named|names?|nicknamed)\b", re.IGNORECASE)
_SAID_BY = re.compile(
    r"\bwhat (?:did|does|has|had) (?:\S+ ){1,4}?(?:say|said|tell|told|advise|recommend|suggest|think|mention|write)\b",
    re.IGNORECASE,
)


def tells_name(text: str, asking: Asking) -> bool:
    """Whether a line says what something is called, or may."""
    return says_called(text) or names_another(text, asking)


def says_called(text: str) -> bool:
    """Whether a line says in so many words what something is called."""
    return _IS_CALLED.search(text) is not None


def names_another(text: str, asking: Asking) -> bool:
    """Whether a line has a name that the question has not."""
    found = [name for name in names_in(text) if name.casefold().removesuffix("s") not in (*MONTHS, *WEEKDAYS)]
    return any(not content_stems(name) <= asking.focus.stems | asking.names for name in found)


def tells_whom(text: str, asking: Asking) -> bool:
    """Whether a line tells of anybody: by a name that the question has not, by a role, or by "I" and "she"."""
    said = ONESELF.search(text) or OTHERS.search(text) or RELATION_STEMS & content_stems(text)
    return bool(said) or names_another(_KEY.sub("", text), asking) or _SOMEBODY.search(text) is not None


def names_nobody(asking: Asking, line: Line) -> bool:
    """Whether somebody's words name none of those who are asked about, and speak of nobody who may be they."""
    if line.item.chunk is None or line.item.chunk.document_kind != TALK:
        return False
    if OTHERS.search(line.text) and line.item.parts.vector >= params.PASSAGE_SIMILAR_ENOUGH:
        return False
    return not asking.names & content_stems(told_of(line.text, line.item.chunk))


def is_of_somebody_else(asking: Asking, line: Line) -> bool:
    """Whether a line begins with a name and says nothing of oneself, where only that is asked: "what year am I in?"."""
    first = next(names_in(line.text), "")
    asks_of_oneself = _OF_MYSELF.search(asking.question) is not None and not asking.names
    if _ARE_WE.search(asking.question) and line.is_said:
        return ONESELF.search(line.text) is None  # "the playtest had 14 people", of how many we are
    begins = bool(first) and line.text.startswith(f"{first} ") and not content_stems(first) & asking.focus.stems
    return asks_of_oneself and begins and ONESELF.search(line.text) is None


def is_elsewhere(asking: Asking, text: str) -> bool:
    """Whether a line counts those from another place than the one that the question names: cores "from Arcachon"."""
    place = _FROM.search(asking.question)
    others = [said["place"] for said in _FROM.finditer(text) if place and said["by"] == place["by"]]
    others = [one for one in others if one.casefold() not in (*MONTHS, *WEEKDAYS)]
    return place is not None and place["place"] not in text and bool(others)


def is_said_by_another(asking: Asking, line: Line) -> bool:
    """Whether the question asks what somebody said whom neither the line nor its passage names."""
    if _SAID_BY.search(asking.question) is None or not asking.names:
        return False
    return not asking.names & content_stems(told_of(line.text, line.item.chunk))


def is_of_chat(line: Line) -> bool:
    """Whether it is what somebody wrote in a chat of several people that was brought in."""
    chunk = line.item.chunk
    return chunk is not None and spoken(with_speaker(line.text, chunk), chunk) is not None


def is_of_half(asking: Asking, line: Line) -> bool:
    """Whether a passage of a chat has only some of those who are asked about: who writes there stands before it all."""
    return is_of_chat(line) and not asking.strangers <= content_stems(told_of(line.text, line.item.chunk))
