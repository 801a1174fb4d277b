"""How long ago something was, or for how long it has been so, where that is asked and a day is told. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from dateutil.relativedelta import relativedelta

from assistant.agenda.entry import is_whole_month
from assistant.extraction.words.dates import iso_day
from assistant.extraction.words.named_days import named
from assistant.question.facts import fact_of
from assistant.without_model.line import Line
from graph.counted import counted
from graph.days import day_of
from graph.retrieval.types import Item
from graph.sentences import lines as sentences_of

_AGO = re.compile(
    r"\bhow (?:long|many (?P<unit>day|week|month|year)s?) ago\b"
    r"|\bhow (?:long|many (?P<since>day|week|month|year)s?) (?:has it been |is it |ha(?:s|ve) passed )?since\b",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\bhow (?:long|many (?P<unit>day|week|month|year)s?) (?:have|has) (?!it (?:been )?since)", re.IGNORECASE
)
_MANY = re.compile(
    r"\bhow many (?:day|week|month|year)s? "
    r"(?=(?:have|has|am|are|is) (?:i|we|he|she|they|my|our|his|her|(?-i:[A-ZÀ-ÞĀ-Ž]\w+)) )",
    re.IGNORECASE,
)
_FEW_DAYS, _FEW_WEEKS, _FEW_MONTHS = 14, 63, 24  # up to which they are counted as such, if the question does not say


def as_when(question: str) -> str:
    """ "When did I get promoted?", for "how many weeks ago did I get promoted?", and "how long" for "how many
    months have we lived here?": told by the same.
    """
    return _MANY.sub("how long ", _AGO.sub("when", question))


def told(question: str, facts: Sequence[Item], said: Sequence[Line], now: dt.datetime) -> str:
    """A sentence that counts from the day of the first fact, or of the first line, to today; empty where the question
    does not ask for that, or where they tell no day or several.
    """
    ago, since = _AGO.search(question), _SINCE.search(question)
    unit = next((one for found in (ago, since) if found for one in found.groups() if one), "")
    today = now.date()
    day = _of_fact(facts[0], now) if facts else None
    if day is None and ago is not None and said:
        day = _of_line(said[0], now, may_be_month=unit.casefold() not in {"day", "week"})
    if day is None or day >= today or (ago is None and (since is None or not facts)):
        return ""
    length = _length(day, today, unit.casefold())
    return f"That was {length} ago." if ago is not None else f"That is {length}."


def _of_fact(item: Item, now: dt.datetime) -> dt.date | None:
    """Since when a fact holds that still does, or the day that is its value."""
    fact = fact_of(item)
    if fact.valid_from is not None:
        return day_of(fact.valid_from, now.tzinfo)
    return iso_day(fact.value) if fact.value else None


def _of_line(line: Line, now: dt.datetime, *, may_be_month: bool) -> dt.date | None:
    """The only day that a line names, by when it was said, or the first of the only month."""
    chunk = line.item.chunk
    if chunk is None:
        return None
    said_on = day_of(chunk.created_at, now.tzinfo) if line.is_said else None
    days = [one for sentence in sentences_of(line.text, 0) for one in named(sentence, said_on)]
    if len(days) != 1 or not (days[0].first == days[0].last or may_be_month):
        return None
    is_month = is_whole_month(days[0].first, days[0].last)
    return days[0].first if days[0].first == days[0].last or is_month else None


def _length(day: dt.date, today: dt.date, unit: str) -> str:
    """ "19 weeks and 5 days", counted in the unit that is asked for or in the one that suits the length; from the first
    of a month no day is counted, and from that of a year no month, as they may stand for the whole of it.
    """
    count, between = (today - day).days, relativedelta(today, day)
    months = between.years * 12 + between.months
    unit = unit or _suiting(count, months)
    if unit == "day":
        parts = [(count, "day")]
    elif unit == "week":
        parts = [(count // 7, "week"), (count % 7, "day")]
    elif unit == "month":
        parts = [(months, "month"), (between.days if day.day > 1 else 0, "day")]
    else:
        parts = [(between.years, "year"), (between.months if (day.day, day.month) != (1, 1) else 0, "month")]
    return " and ".join(counted(number, of) for number, of in parts if number) or f"less than a {unit}"


def _suiting(days: int, months: int) -> str:
    if days < _FEW_DAYS:
        return "day"
    return "week" if days < _FEW_WEEKS else "month" if months < _FEW_MONTHS else "year"
