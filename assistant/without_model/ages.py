"""How old somebody is, by the day of their birth: "How old is Clara?" is not answered by a birthday."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from dateutil.relativedelta import relativedelta

from assistant.extraction.words.dates import calendar_day, iso_day
from assistant.question.facts import fact_of
from assistant.without_model import wording
from assistant.without_model.asking import Asking
from graph.counted import counted
from graph.days import day_of
from graph.retrieval.types import FactRow, Item

_ASKED = re.compile(r"\bhow old\b|\b(?:what|which) age\b|\bage of\b|(?:'s|’s|\bmy) age\b", re.IGNORECASE)
_WILL = re.compile(r"\bhow old (?:will|does|do|am i going|is \w+ going)\b.*\b(?:be|turn|become|get)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_COUNTED = re.compile(r"(?P<number>\d{1,3})(?: (?P<unit>years?|months?|weeks?))?(?: old)?", re.IGNORECASE)
HALF_A_YEAR = 6  # months, in which half of all people have a birthday
MONTHS_COUNTED, WEEKS_IN_MONTH = 24, 4.35
_BIRTHS = frozenset({"born_on", "birthday"})


Evidence = Mapping[int, Sequence[Mapping[str, Any]]]


def age(asking: Asking, found: Sequence[Item], evidence: Evidence, now: dt.datetime) -> tuple[Item, str] | None:
    """The fact that tells somebody's day of birth with its year, and the sentence of their age by it at `now`; or their
    age as it was told, where that is so long ago (by its `evidence`) that it may be another by now.

    None where no age is asked for, where one was told lately and no day of birth, and of whoever is known to have died.
    """
    if _ASKED.search(asking.question) is None:
        return None
    told = [item for item in found if fact_of(item).predicate == "age"]
    gone = {fact_of(item).subject for item in asking.facts if fact_of(item).predicate == "died_on"}
    today = day_of(now, now.tzinfo)
    births = _births(asking, told)
    if len({fact_of(item).subject for item in told}) == 1 and not births:
        newest = max(told, key=lambda item: _told_at(item, evidence))
        said_on = day_of(_told_at(newest, evidence), now.tzinfo)
        by_now = _by_now(fact_of(newest), said_on, today) if fact_of(newest).subject not in gone else ""
        return (newest, by_now) if by_now else None
    for item in births if told else found:  # who was 2 in January may be 3 by now
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


def _told_at(item: Item, evidence: Evidence) -> dt.datetime:
    """When it was said last, or written."""
    said = [dt.datetime.fromisoformat(one["at"]) for one in evidence.get(item.pk, ()) if one.get("at")]
    return max(said, default=fact_of(item).created_at)


def _by_now(fact: FactRow, said_on: dt.date, today: dt.date) -> str:
    """ "Your dad was 67 on 1 December 2025, and is 67 or 68 by now"; empty while it is surely as it was told."""
    told = _COUNTED.fullmatch(fact.value)
    if told is None:
        return ""
    since = relativedelta(today, said_on)
    months = since.years * 12 + since.months
    number, unit = int(told["number"]), (told["unit"] or "year").casefold().rstrip("s")
    if unit == "year" and (months >= HALF_A_YEAR or since.years):
        was, now = str(number), f"{number + since.years} or {number + since.years + 1}"
    elif unit != "year" and months:
        old = months + (number if unit == "month" else round(number / WEEKS_IN_MONTH))
        was, now = f"{counted(number, unit)} old", f"about {_in_months(old)}"
    else:
        return ""
    who, did, does = ("You", "were", "are") if fact.subject_is_self else (_name(fact), "was", "is")
    return f"{who} {did} {was} on {said_on:%-d %B %Y}, and {does} {now} by now"


def _in_months(months: int) -> str:
    return f"{months} months" if months < MONTHS_COUNTED else f"{months // 12} years"


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
