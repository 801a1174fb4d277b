"""Whether a text tells of another one of several: of the first gig, or of chapter 7. Pure."""

from __future__ import annotations

import re

from graph.retrieval.question.words import content_stems

_ORDERS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}
_ORDERED = re.compile(
    r"\b(?P<order>first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|5th) (?P<thing>[a-z]+)", re.IGNORECASE
)
_NUMBERED = re.compile(  # "chapter 12", "room 214", "invoice 2026-118"; not "in 1888" or "on 14 May"
    r"\b(?P<of>chapter|session|room|flat|unit|invoice|order|page|article|section|part|volume|episode|season|week|level"
    r"|line|bus|platform|gate|seat|floor|version|question|step|lesson|drive|core|sample|case|ticket|issue|sprint|year"
    r"|report|lab|lecture|exercise|assignment|problem|clause|quiz|stage|phase|round|module|table|lot):? "
    r"(?:no\. ?)?#?(?P<number>\d[\w-]*)",
    re.IGNORECASE,
)


def point(question: str) -> str:
    """The number of the one of several that a question asks for: "4", of lab report 4."""
    asked = _NUMBERED.search(question)
    return asked["number"] if asked else ""


def is_of_other_number(question: str, text: str) -> bool:
    """Whether a text tells of chapter 7, and not of chapter 12 that the question asks for."""
    for asked in _NUMBERED.finditer(question):
        told = {said["number"] for said in _NUMBERED.finditer(text) if said["of"].casefold() == asked["of"].casefold()}
        if told and asked["number"] not in told:
            return True
    return False


def is_in_other_order(question: str, text: str) -> bool:
    """Whether a text tells of the first gig, and the question asks for the second."""
    asked, told = _in_order(question), _in_order(text)
    return any(stem in told and not orders & told[stem] for stem, orders in asked.items())


def _in_order(text: str) -> dict[str, set[str]]:
    """The orders in which things stand in a text, by the stem of the thing."""
    found: dict[str, set[str]] = {}
    for said in _ORDERED.finditer(text):
        for stem in content_stems(said["thing"]):
            found.setdefault(stem, set()).add(_ORDERS.get(said["order"].casefold(), said["order"].casefold()))
    return found
