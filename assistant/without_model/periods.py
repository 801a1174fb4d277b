"""Which year, month or day a line tells of: what was read "last year" is nothing that was read this year. Pure."""

from __future__ import annotations

import re

from assistant.agenda.day_above import day_above
from assistant.extraction.words.dates import MONTHS
from assistant.without_model.line import Line
from assistant.without_model.narrowing import Narrowed
from graph.days import day_of
from graph.tables import is_row

_NAMED = re.compile(r"\b(?:18|19|20)\d\d\b(?!\s*(?:km|m|pages|euros|words|people)\b)")
_IN_MONTH = re.compile(rf"\b(?:in|of|for|during) (?P<month>{'|'.join(MONTHS)})\b", re.IGNORECASE)
_ROW_DAY = re.compile(r"\b(?:18|19|20)\d\d-(0[1-9]|1[0-2])\b")
_DAY = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{'|'.join(MONTHS)})\b"
    rf"|\b(?P<month2>{'|'.join(MONTHS)}) (?P<day2>\d{{1,2}})\b",
    re.IGNORECASE,
)
_WAS_ON = re.compile(r"^\W*(?:how (?!old|long)|what|where|who).*\b(?:did|was|were)\b.*\bon (?:the )?\d", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:from|until|till|since|to)\b|\d ?[-–] ?\d", re.IGNORECASE)
_RECKONED = {"last year": -1, "this year": 0, "so far": 0, "next year": 1}


def is_of_other_year(by: Narrowed, line: Line) -> bool:
    """Whether somebody said it of another year than the one that is asked about, by when it was said."""
    if by.year is None or by.since or not line.is_said:
        return False
    said_in = day_of(line.at, by.zone).year
    text = line.text.casefold()
    years = {said_in + more for words, more in _RECKONED.items() if words in text}
    years |= {int(year) for year in _NAMED.findall(text)}
    return bool(years) and by.year not in years


def is_of_other_day(question: str, line: Line) -> bool:
    """Whether it stands below another day than the one that is asked about, in a log, and does not name that one; or
    was said of another day alone.
    """
    asked = {_in_year(said) for said in _DAY.finditer(question)}
    if line.is_said and _WAS_ON.search(question):  # what she weighed on 26 October is not what she did at birth
        days = [_in_year(said) for said in _DAY.finditer(line.text)]
        return len(days) == 1 and asked.isdisjoint(days) and not _SPAN.search(line.text)
    chunk = line.item.chunk
    above = day_above(chunk.prefix) if asked and chunk is not None and not line.is_said else None
    if above is None or above.on is None or (above.on.month, above.on.day) in asked:
        return False
    return asked.isdisjoint(_in_year(said) for said in _DAY.finditer(line.text))


def _in_year(said: re.Match[str]) -> tuple[int, int]:
    """The number of the month, and the day."""
    month = said["month"] or said["month2"]
    return MONTHS.index(month.casefold()) + 1, int(said["day"] or said["day2"])


def is_of_other_month(question: str, text: str) -> bool:
    """Whether the row of a table is of no day in the month that is asked about: readings of September, of October's."""
    asked = _IN_MONTH.search(question)
    if asked is None or not is_row(text):
        return False
    months = {int(month) for month in _ROW_DAY.findall(text)}
    return bool(months) and MONTHS.index(asked["month"].casefold()) + 1 not in months
