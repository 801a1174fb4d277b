"""Days and entries in words: "tomorrow, Friday 27 November", "Anna turns 40". Pure."""

from __future__ import annotations

import datetime as dt
import re

from assistant.agenda.entry import BIRTHDAYS, WEDDING, Entry, is_whole_month
from graph.days import in_words

_ITS_DAY = re.compile(r" \((?P<day>\d{4}-\d\d-\d\d)(?P<at>, \d\d:\d\d)?\)$")  # of an imported event, told from others


def days(first: dt.date, last: dt.date, today: dt.date) -> str:
    """ "Saturday 28 November", "3 to 17 July", "in March 2027": with the year where it is another."""
    year = "" if first.year == last.year == today.year else f" {last.year}"
    if first == last:
        near = {0: "today, ", 1: "tomorrow, ", -1: "yesterday, "}.get((first - today).days, "")
        return f"{near}{first:%A %-d %B}{year}"
    if first.month == last.month and is_whole_month(first, last):
        return f"in {first:%B}{year}"
    if first.month == last.month and first.year == last.year:
        return f"{first.day} to {last:%-d %B}{year}"
    return f"{first:%-d %B}{f' {first.year}' if first.year != last.year else ''} to {last:%-d %B}{year}"


def in_short(entry: Entry) -> str:
    """The name of an event, who turns how old, how long somebody is married; empty of what is best told as a fact."""
    fact = entry.item.fact
    if fact is None:
        return ""
    if fact.predicate == "starts":
        return without_day(fact.subject_name)
    if fact.predicate in (*BIRTHDAYS, WEDDING):
        whose = "Your" if fact.subject_is_self else f"{fact.subject_name}’s".replace("my ", "your ", 1)
        what = "wedding anniversary" if fact.predicate == WEDDING else "birthday"
        years = entry.first.year - int(fact.value[:4]) if fact.value[:4].isdigit() else 0
        if years or fact.predicate != WEDDING:
            return f"{capital(whose)} {f'{_ordinal(years)} ' if years > 0 else ''}{what}"
    return ""


def without_day(name: str) -> str:
    """An event as it is called: "Dentist", of "Dentist (2026-12-03)"."""
    return _ITS_DAY.sub("", name)


def with_day(name: str) -> str:
    """An event with its day as people write it: "Dentist (3 December 2026)"."""
    return _ITS_DAY.sub(lambda found: f" ({in_words(found['day'])}{found['at'] or ''})", name)


def on_days(first: dt.date, last: dt.date, today: dt.date) -> str:
    """`days` as the end of a sentence: "on Saturday 28 November", "today, …", "from 3 to 17 July"."""
    said = days(first, last, today)
    if said.startswith(("in ", "today", "tomorrow", "yesterday")):
        return said
    return f"on {said}" if first == last else f"from {said}"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
