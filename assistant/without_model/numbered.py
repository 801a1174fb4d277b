"""Whether a text tells of another one of several: of the first gig, or of chapter 7. Pure."""

from __future__ import annotations

import re

from assistant.extraction.words.dates import MONTHS, NUMBERS, SHORT, WEEKDAYS
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

_ANY_NUMBERED = re.compile(r"\b(?P<of>[a-z]{3,}) (?P<number>\d{1,3}[a-z]?)\b(?![.:,/-]\d|\s?[%€£$])", re.IGNORECASE)
# In a question a number behind which nothing stands that it could count: "do we need 3 tickets?" asks of no need 3.
_ASKED_OF = re.compile(
    rf"{_ANY_NUMBERED.pattern}(?=\W*$|,| (?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could"
    r"|should|in|on|at|of|to|from|for|with|by|and|or|this|last|next|so|go|get|got|need|come|look)\b)",
    re.IGNORECASE,
)
COUNT = re.compile(rf"\d|\b(?:{'|'.join(word for word in NUMBERS if word not in {'a', 'an'})})\b", re.IGNORECASE)
_UNITS = "m?g|mcg|kg|m?l|cl|dl|cm|mm|k?m|k?wh|euros?|pounds?|dollars?|grams?|kilos?|lit(?:er|re)s?|units?|drops?"
_NO_THINGS = frozenset((*MONTHS, *SHORT, *WEEKDAYS))


def point(question: str) -> str:
    """The number of the one of several that a question asks for: "4", of lab report 4."""
    asked = _NUMBERED.search(question)
    return asked["number"] if asked else ""


def is_of_other_number(question: str, text: str) -> bool:
    """Whether a text tells of chapter 7 or hive 2, and not of chapter 12 or hive 4 that the question asks for."""
    in_question, in_text = _numbers(question, _ASKED_OF), _numbers(text, _ANY_NUMBERED)
    return any(of in in_text and not in_text[of] & numbers for of, numbers in in_question.items())


def _numbers(text: str, also: re.Pattern[str]) -> dict[str, set[str]]:
    """The numbers of the things in a text, each by the stem of what they are: of "hive 2, hive 4" "2" and "4"."""
    found: dict[str, set[str]] = {}
    for said in (*_NUMBERED.finditer(text), *also.finditer(text)):
        if said["of"].casefold() not in _NO_THINGS:
            for stem in content_stems(said["of"]):
                found.setdefault(stem, set()).add(said["number"])
    return found


def is_numbered_only(what: str, text: str) -> bool:
    """Whether the only number of a text is that of one of them, "hive 4", which tells not how many there are; of
    "methotrexate 15 mg" it does.
    """
    one = rf"\b{re.escape(what.removesuffix('s'))}s? \d{{1,3}}\b(?! ?(?:{_UNITS})\b)"
    return re.search(one, text, re.IGNORECASE) is not None and COUNT.search(re.sub(one, "", text, flags=re.I)) is None


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
