"""How old somebody is, by the day of their birth: "How old is Clara?" is not answered by a birthday."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from assistant.extraction.words.dates import calendar_day, iso_day
from assistant.question.facts import fact_of
from assistant.without_model import wording
from assistant.without_model.asking import Asking
from graph.days import day_of
from graph.retrieval.types import FactRow, Item

_ASKED = re.compile(r"\bhow old\b|\b(?:what|which) age\b|\bage of\b|(?:'s|’s|\bmy) age\b", re.IGNORECASE)
_WILL = re.compile(r"\bhow old (?:will|does|do|am i going|is \w+ going)\b.*\b(?:be|turn|become|get)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_BIRTHS = frozenset({"born_on", "birthday"})


def age(asking: Asking, found: Sequence[Item], now: dt.datetime) -> tuple[Item, str] | None:
    """The fact that tells somebody's day of birth with its year, and the sentence of their age by it at `now`.

    None where no age is asked for, where one is told as such and no day of birth, and of whoever is known to have died.
    """
    if _ASKED.search(asking.question) is None:
        return None
    if told := [item for item in found if fact_of(item).predicate == "age"]:
        found = _births(asking, told)  # who was 2 in January may be 3 by now
    gone = {fact_of(item).subject for item in asking.facts if fact_of(item).predicate == "died_on"}
    today = day_of(now, now.tzinfo)
    for item in found:
        fact = fact_of(item)
        if fact.predicate not in _BIRTHS or fact.subject in gone:
            continue
        born = iso_day(fact.value)
        if born is not None and born <= today and _WILL.search(asking.question):
            return item, _coming(fact, born, today)
        if born is not None and born <= today:
            years = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
            return item, _sentence(fact, str(years), f"on {born:%-d %B %Y}")
        if _YEAR.fullmatch(fact.value) and (years := today.year - int(fact.value)) > 0:  # both that a year leaves
            return item, _sentence(fact, f"{years - 1} or {years}", f"in {fact.value}")
    return None


def _births(asking: Asking, told: Sequence[Item]) -> list[Item]:
    """The days of birth of those whose ages are told, that are known as surely."""
    sure = {fact_of(item).subject: fact_of(item).status == "confirmed" for item in told}
    return [
        item
        for item in asking.facts
        if (fact := fact_of(item)).predicate == "born_on"
        and iso_day(fact.value)
        and fact.subject in sure
        and (fact.status == "confirmed" or not sure[fact.subject])
    ]


def _coming(fact: FactRow, born: dt.date, today: dt.date) -> str:
    """What somebody turns next: "how old will she be?" asks of no present."""
    year = today.year + ((born.month, born.day) < (today.month, today.day))
    on = calendar_day(year, born.month, born.day) or dt.date(year, 3, 1)
    who = "You turn" if fact.subject_is_self else f"{_name(fact)} turns"
    was = "were" if fact.subject_is_self else "was"
    return f"{who} {year - born.year} on {on:%-d %B %Y}, and {was} born on {born:%-d %B %Y}"


def _name(fact: FactRow) -> str:
    name = wording.yours(fact.subject_name)
    return f"{name[:1].upper()}{name[1:]}"


def _sentence(fact: FactRow, years: str, born: str) -> str:
    if fact.subject_is_self:
        return f"You are {years}, and were born {born}"
    return f"{_name(fact)} is {years}, and was born {born}"
