"""Whether a fact tells what a question demands: a time by its dates or its words, a number by being counted."""

from __future__ import annotations

import re

from assistant.extraction.words.dates import WEEKDAYS
from assistant.question.asked import PLACES
from assistant.without_model.demands import THING, Demand, is_held
from graph.retrieval.types import FactRow

_TOPICS = frozenset({"about", "topic", "subject", "theme", "concerns", "tag", "tags", "keyword", "keywords"})
_LENGTHS = frozenset({"duration", "length", "runtime", "running_time"})
_PLACED = frozenset(PLACES.split())
_GROUP = re.compile(r"\b(?:team|club|class|course|choir|band|squad|group|league)$", re.IGNORECASE)
_MONEY = re.compile(r"[€$£¥] ?\d|\d ?(?:€|euros?\b|dollars?\b|pounds?\b|quid\b)", re.IGNORECASE)
_DAYS = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})s?\b", re.IGNORECASE)
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ANY_YEAR = re.compile(r"[1-9]\d{2,3}(?: (?:BC|AD|BCE|CE))?")
_MAKE = re.compile(r"^(?:18|19|20)\d\d (?=[A-Z])")


_IN_PLACE = re.compile(r" (?:in|near|outside) [A-ZÀ-ÞĀ-Ž].*$")  # "small bakery in Ghent"


def is_told(demand: Demand | None, fact: FactRow) -> bool:
    """Whether a fact that answers tells what is demanded: a time by its dates or its words, a number by being counted.

    Of a thing it may say so in other words: who is my sister's husband is told by whom she is married to.
    """
    match demand:
        case None | Demand("thing"):
            return True
        case Demand("number"):  # what one owes for the mats is no number of mats
            return fact.object is not None or _MONEY.search(fact.value) is None
        case Demand("long"):
            is_over = fact.predicate.split("_")[0].endswith("ed")  # that one worked there until 2005 tells no length
            tells = fact.valid_from or (fact.valid_until and not is_over)
            return bool(tells) or fact.predicate in _LENGTHS or is_held(demand, _without_make(fact))
        case Demand("sum" | "measure" | "length" | "weight" | "heat") if _ISO_DAY.match(fact.value or ""):
            return False
        case Demand("sum" | "measure" | "length" | "weight" | "heat" | "clock" | "often"):
            return is_held(demand, _without_make(fact))
        case Demand("company"):  # "room 214" is nobody to share it with, nor is the team of who coaches it, nor a town
            is_somebody = fact.object is not None and _GROUP.search(fact.object_name) is None
            if fact.predicate in _PLACED:
                return False
            told = fact.object_name if is_somebody else _DAYS.sub("", fact.value)
            return re.search(r"\b[A-ZÀ-ÞĀ-Ž]|^my ", _IN_PLACE.sub("", told)) is not None
        case Demand("age"):
            return (
                fact.predicate == "age" or re.search(r"\b(?:1\d|20)\d\d\b", fact.object_name or fact.value) is not None
            )
        case Demand("time"):
            is_dated = bool(fact.valid_from or fact.valid_until) or is_year(fact)
            is_of_hours = "hours" in fact.predicate.split("_") and any(map(str.isdigit, fact.value or ""))
            return is_dated or is_of_hours or is_held(demand, _without_make(fact))
        case Demand("year"):
            is_dated = bool(fact.valid_from or fact.valid_until) or is_year(fact)
            return is_dated or is_held(demand, fact.object_name or fact.value)
        case Demand("topic"):
            return not _TOPICS.isdisjoint(fact.predicate.split("_")) or is_held(demand, fact.value)
        case Demand("travel"):
            return is_held(demand, fact.object_name or fact.value)
        case Demand("manner"):
            by_what = fact.predicate.endswith(("_at", "_in", "_through", "_by"))  # "how did I meet Ann?": at work
            return _tells_why(fact) or (by_what and not is_year(fact) and _ISO_DAY.match(fact.value or "") is None)
        case Demand("reason") if _tells_why(fact):
            return True
        case Demand("reason" | "purpose"):
            return fact.predicate.endswith("_for")  # "what am I training for?"
    return False


def is_year(fact: FactRow) -> bool:
    """Whether what it tells is a number and nothing else that may be a year: of a king it is one long ago."""
    return _ANY_YEAR.fullmatch(fact.object_name or fact.value or "") is not None


def _tells_why(fact: FactRow) -> bool:
    return not {"cause", "caused", "reason", "because"}.isdisjoint(fact.predicate.split("_"))


def _without_make(fact: FactRow) -> str:
    """What a fact says, without the year that a thing is of, "2016 Skoda Octavia": it is no number of anything, and a
    day is no sum.
    """
    return _MAKE.sub("", fact.object_name or fact.value)


def is_said(demand: Demand | None, fact: FactRow) -> bool:
    """Whether a fact that is only near does: that one says the thing itself."""
    if demand is not None and demand.kind == THING:
        return is_held(
            demand, f"{fact.subject_name} {fact.predicate.replace('_', ' ')} {fact.object_name or fact.value}"
        )
    return is_told(demand, fact)
