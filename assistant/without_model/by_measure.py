"""What a question demands by nothing but the kind of its answer: of whom it names only one relation tells such a one.

“How long is EA322?” is told by its flight time, and “what does it cost?” by its fare, whatever they are called.
"""

from __future__ import annotations

import re

from assistant.question.asked import FILLERS, LIGHT
from assistant.question.facts import fact_of
from assistant.without_model.asking import Asking
from assistant.without_model.demands import HEAT, LENGTH, LONG, MEASURE, SUM, WEIGHT, demanded
from assistant.without_model.narrowing import kept
from graph.models.fact import Fact
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

_OVER = r"(?:seconds?|minutes?|mins?|hours?|hrs?|h|days?|nights?|weeks?|months?|years?)"
_FAR = r"(?:[mck]?m|(?:milli|centi|kilo)?met(?:re|er)s?|feet|foot|ft|inch(?:es)?|miles?)"
_HEAVY = r"(?:kg|g|kilos?|kilograms?|grams?|lbs?|pounds|stone|tons?|tonnes?|oz|ounces)"
_MONEY = r"[€$£¥] ?\d|\d ?(?:€|euros?|dollars?|pounds?|francs?|kron(?:er|or)|rupees?|yen|cents?)(?!\w)"
_UNITS = {
    LONG: re.compile(rf"\d ?{_OVER}\b|\d ?{_FAR}\b", re.IGNORECASE),
    SUM: re.compile(_MONEY, re.IGNORECASE),
    LENGTH: re.compile(rf"\d ?{_FAR}\b", re.IGNORECASE),
    WEIGHT: re.compile(rf"\d ?{_HEAVY}\b", re.IGNORECASE),
    HEAT: re.compile(r"\d ?(?:°|degrees?\b)", re.IGNORECASE),
}
_HOW_MUCH = re.compile(r"\W*(?:and )?how much (?:is|are|was|were|for)\b", re.IGNORECASE)
_HOW_FAR = re.compile(r"\W*(?:and )?how far\b", re.IGNORECASE)
# By which one asks for a measure: they say nothing of what is measured.
_ASKED_BY = content_stems(
    "cost pay price take last long much far heavy weigh tall high deep wide hot warm cold big large"
)


def by_measure(asking: Asking) -> list[Item]:
    """The facts of the only relation of whom the question names that tells the measure, and that alone, it asks for."""
    units = _UNITS.get(_measure(asking.question))
    if units is None or not asking.about or asking.focus.about_self or asking.words - LIGHT - FILLERS - _ASKED_BY:
        return []
    told = [item for item in kept(asking.facts, asking.by) if _tells(fact_of(item), asking, units)]
    return told if len({fact_of(item).predicate for item in told}) == 1 else []


def _measure(question: str) -> str:
    demand = demanded(question)
    kind = demand.kind if demand is not None else ""
    if kind == MEASURE:
        return SUM if _HOW_MUCH.match(question) else LENGTH if _HOW_FAR.match(question) else ""
    return kind


def _tells(fact: FactRow, asking: Asking, units: re.Pattern[str]) -> bool:
    stands = fact.status in Fact.ACTIVE and fact.subject in asking.about
    return stands and units.search(fact.object_name or fact.value) is not None
