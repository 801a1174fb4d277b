"""Whether a fact says no more than the question does: "you play badminton", of whom one plays it with. Pure."""

from __future__ import annotations

import re

from assistant.question.facts import fact_of
from assistant.without_model.asking import ASKS_WHERE, PLACED, RELATION_STEMS, Asking
from assistant.without_model.demands import AGE, CLOCK, LONG, NUMBER, TIME, YEAR, Demand
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_DAY = re.compile(r"\d{4}-\d\d-\d\d\b")
_OPEN = re.compile(
    r"^\W*(?:\w+\s+){0,3}?(?:who(?:m|se)?|what|which|where|how|why)\b", re.IGNORECASE
)  # not "tea or coffee?"
_DONE_AT = re.compile(r"\bwhat (?:do|does|did) .+ do (?:at|in|for) (?!work|an?\b)", re.IGNORECASE)
_WHAT_DO = re.compile(r"\W*what (?:do|does|did) (?:[\w'’-]+ ){1,3}[a-z]+\W*$", re.IGNORECASE)
_WHEN_DONE = re.compile(r"(?:on|at|every|each|in the|once|twice)\b", re.IGNORECASE)


def is_echo(asking: Asking, demand: Demand | None, item: Item) -> bool:
    """Whether a fact says nothing that an open question does not: "you play badminton", of whom one plays it with.

    Of a time or a number it may be the fact's days or its count that answer.
    """
    if _OPEN.search(asking.question) is None or asking.focus.telling:
        return False
    if ASKS_WHERE.match(asking.question) and _DAY.match(fact_of(item).value or ""):
        return True  # a party's day is not where it is
    if _DONE_AT.search(asking.question) and fact_of(item).predicate in {"works_at", "works_for", "works_in"}:
        return True  # what one does at the library is not that one works there
    if _WHAT_DO.match(asking.question) and _WHEN_DONE.match(fact_of(item).value or ""):
        return True  # that one sings on Wednesdays is not what one sings
    if ASKS_WHERE.match(asking.question) and _is_somebody(fact_of(item).predicate):
        return True  # where I met my tandem partner is not who that is
    if demand is not None and demand.kind in {TIME, YEAR, CLOCK, AGE, LONG, NUMBER}:
        return False
    fact = fact_of(item)
    if asking.focus.name and fact.object_name.islower() and content_stems(fact.object_name) <= asking.focus.stems:
        return fact.subject_is_self  # "you work on a novel", of what it is called
    known = asking.focus.stems | asking.names | content_stems(asking.question)
    told = content_stems(f"{fact.predicate.replace('_', ' ')} {fact.object_name or fact.value}")
    subject = content_stems(fact.subject_name)
    is_asked_of = asking.focus.about_self if fact.subject_is_self else bool(subject) and subject <= known
    said = known - subject if not told.isdisjoint(subject) else known  # "Varnholm Museum" does not say its city
    return is_asked_of and bool(told) and told <= said


def _is_somebody(predicate: str) -> bool:
    return bool(content_stems(predicate.replace("_", " ")) & RELATION_STEMS) and not predicate.endswith(PLACED)
