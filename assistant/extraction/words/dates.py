"""Days in words made absolute: "last Tuesday", "since May", "in 2019", by when and where they were written."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905 - easier to read than twelve strings
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905 - as the months
NUMBERS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())  # noqa: SIM905
} | {"a": 1, "an": 1, "a couple of": 2}

SHORT_DAYS = tuple(day[:3] for day in WEEKDAYS)
SHORT = {month[:3]: month for month in MONTHS} | {"sept": "september"}
_MONTH = "|".join(sorted({*MONTHS, *SHORT}, key=len, reverse=True))
_WEEKDAY = "|".join(WEEKDAYS)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:18|19|20)\d\d"
DATED_YEAR = r"(?:1[5-9]|20)\d\d"  # beside a month or a birth; alone, 1650 may be of anything
_TO_TWELFTH = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
ORDINALS = {
    **{word: number for number, word in enumerate(_TO_TWELFTH.split(), start=1)},
    **{word: 10 * tens for tens, word in enumerate(_TENTHS.split(), start=2)},
    "eighteenth": 18,
}
_DOTTED = r"\d{1,2}\.\d{1,2}\.\d{4}"  # the day before the month, wherever one writes it so
_COUNT = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_UNIT = r"(?:(?:day|week|month|year)s?|yrs?|wks?)"
EXPRESSION = (
    rf"\d{{4}}-\d\d-\d\d|{_DOTTED}|(?:the )?{_DAY}(?: of)? (?:{_MONTH})\b(?:,? {DATED_YEAR})?|"
    rf"(?:{_MONTH}) {_DAY}\b(?:,? {DATED_YEAR})?|"
    rf"(?:{_MONTH})\b(?: {DATED_YEAR})?|{_YEAR}|"
    r"the (?:start|beginning) of (?:the|this|last) (?:year|month)|"
    rf"yesterday|today|this morning|last night|"
    rf"last (?:week|month|year|{_WEEKDAY})|{_COUNT} {_UNIT} ago|(?:{_WEEKDAY})"
)
_SINCE = re.compile(
    rf"\b(?:(?P<may_come>from|starting|as of)|since)(?: around| about)? (?P<day>{EXPRESSION})\b", re.IGNORECASE
)
_UNTIL = re.compile(rf"\b(?:until|till|up to)(?: around| about)? ({EXPRESSION})\b", re.IGNORECASE)
_SPAN = re.compile(
    rf"\b(?:from ({EXPRESSION}) (?:to|through)|between ({EXPRESSION}) and) (?P<until>{EXPRESSION})\b", re.IGNORECASE
)
_FOR = re.compile(  # "since 5 years" is how many languages put it
    r"\b(?:for|since|from(?= (?:the )?(?:last|past)))(?: about| around| over| almost| nearly| like)?"
    r"(?:(?: the)? (?:last|past))? "
    rf"({_COUNT}) ({_UNIT})\b(?! ago)",
    re.IGNORECASE,
)
_WHEN = re.compile(rf"(?:\b(?:in|on) )?\b({EXPRESSION})\b", re.IGNORECASE)
_FULL = re.compile(
    rf"(?:on )?(?:the )?(?:(?P<day>{_DAY})(?: of)? (?P<month>{_MONTH})\b|(?P<month2>{_MONTH}) (?P<day2>{_DAY}))\.?"
    rf"(?:,? (?P<year>{DATED_YEAR}))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Period:
    """When something was said to begin, to happen and to end; None where the words tell no day.

    `lasting_since` is told by a length, "for three years"; `still_until` is the end of what has not ended yet, and
    `coming_since` the beginning of what may not have begun: "from 1 December".
    """

    since: dt.date | None = None
    when: dt.date | None = None
    until: dt.date | None = None
    lasting_since: dt.date | None = None
    still_until: dt.date | None = None
    coming_since: dt.date | None = None


def period(words: str, said_on: dt.date) -> Period:
    """What the words of one clause, written on `said_on`, tell of time."""
    words = " ".join(words.split())
    span = _SPAN.search(words)
    since, until = _SINCE.search(words), _UNTIL.search(words)
    lasted = _FOR.search(words)
    when = None if since or until or span else _WHEN.search(words)
    first = (span[1] or span[2]) if span else since["day"] if since else ""
    last = span["until"] if span else until[1] if until else ""
    ahead = _coming(first, said_on) if since and since["may_come"] and not span else None
    return Period(
        since=day(first, said_on) if first else None,
        when=day(when[1], said_on) if when else None,
        until=day(last, said_on) if last else None,
        lasting_since=_back(said_on, _number(lasted[1]), lasted[2]) if lasted else None,
        still_until=_coming(last, said_on) if last else None,
        coming_since=ahead if ahead and ahead > said_on else None,
    )


def _coming(words: str, said_on: dt.date) -> dt.date | None:
    """The first such day from `said_on` on: "until March", said in November, is that of the year to come."""
    latest, text = day(words, said_on), words.casefold().removeprefix("the ")
    if latest is None or latest >= said_on or text.split()[0] == "last" or re.search(r"\d{4}|\bago\b", text):
        return latest
    if text in WEEKDAYS:
        return latest + dt.timedelta(days=7)
    year = latest.year + 1 + (latest.replace(year=latest.year + 1) <= said_on if _month(text) else 0)
    return calendar_day(year, latest.month, latest.day)


def day(words: str, said_on: dt.date) -> dt.date | None:
    """The first day of what an expression means, never after `said_on` unless the year is given; None if unknown."""
    text = words.casefold().removeprefix("the ")
    full = _FULL.fullmatch(text)
    if full:
        return _of_full(full, said_on)
    match text.split():
        case [iso] if iso[:1].isdigit() and "-" in iso:
            return calendar_day(*map(int, iso.split("-")))
        case [dotted] if re.fullmatch(_DOTTED, dotted):
            return _of_dotted(dotted)
        case [year] if year.isdigit():
            return calendar_day(int(year), 1, 1)
        case ["start" | "beginning", "of", "last", unit]:
            return day(f"last {unit}", said_on)
        case ["start" | "beginning", "of", _, unit]:
            return said_on.replace(day=1) if unit == "month" else said_on.replace(month=1, day=1)
        case ["today"] | ["this", "morning"]:
            return said_on
        case ["yesterday"] | ["last", "night"]:
            return said_on - dt.timedelta(days=1)
        case ["last", "year"]:
            return dt.date(said_on.year - 1, 1, 1)
        case ["last", "month"]:
            return (said_on.replace(day=1) - dt.timedelta(days=1)).replace(day=1)
        case ["last", "week"]:
            return said_on - dt.timedelta(days=said_on.weekday() + 7)
        case ["last", weekday] | [weekday] if weekday in WEEKDAYS:
            return said_on - dt.timedelta(days=(said_on.weekday() - WEEKDAYS.index(weekday) - 1) % 7 + 1)
        case [*count, unit, "ago"]:
            return _back(said_on, _number(" ".join(count)), unit)
        case [month] if (number := _month(month)) is not None:
            return dt.date(said_on.year - (number >= said_on.month), number, 1)
        case [month, year] if (number := _month(month)) is not None and year.isdigit():
            return calendar_day(int(year), number, 1)
    return None


MONTH_AND_YEAR = re.compile(rf"(?:{'|'.join(MONTHS)}) \d{{4}}", re.IGNORECASE)


def in_month(on: dt.date) -> str:
    """A day as no more than its month is told: "March 2025"."""
    return f"{MONTHS[on.month - 1].capitalize()} {on.year}"


def written(words: str) -> tuple[str, bool] | None:
    """A day of the calendar as it is kept: ("1990-05-03", True) with its year, ("3 May", False) without; else None."""
    words = " ".join(words.split()).rstrip(".")
    if re.fullmatch(_DOTTED, words):
        exact = _of_dotted(words)
        return (exact.isoformat(), True) if exact else None
    full = _FULL.fullmatch(words)
    number = _month(full["month"] or full["month2"]) if full else None
    if full is None or number is None:
        return None
    which = int(re.sub(r"\D", "", full["day"] or full["day2"]))
    if full["year"]:
        exact = calendar_day(int(full["year"]), number, which)
        return (exact.isoformat(), True) if exact else None
    return (f"{which} {MONTHS[number - 1].capitalize()}", False) if calendar_day(2024, number, which) else None


def _of_dotted(words: str) -> dt.date | None:
    on, month, year = map(int, words.split("."))
    return calendar_day(year, month, on)


def _of_full(full: re.Match[str], said_on: dt.date) -> dt.date | None:
    number = _month(full["month"] or full["month2"])
    which = int(re.sub(r"\D", "", full["day"] or full["day2"]))
    if number is None:
        return None
    if full["year"]:
        return calendar_day(int(full["year"]), number, which)
    this_year = calendar_day(said_on.year, number, which)
    return calendar_day(said_on.year - 1, number, which) if this_year and this_year > said_on else this_year


def _back(said_on: dt.date, count: int, unit: str) -> dt.date | None:
    """`count` units before; months and years are told too loosely for more than their first day."""
    match unit.casefold().rstrip("s").replace("wk", "week"):
        case "day":
            return said_on - dt.timedelta(days=count)
        case "week":
            return said_on - dt.timedelta(weeks=count)
        case "month":
            months = said_on.year * 12 + said_on.month - 1 - count
            return calendar_day(months // 12, months % 12 + 1, 1)
    return calendar_day(said_on.year - count, 1, 1)


def _number(words: str) -> int:
    return int(words) if words.isdigit() else NUMBERS[words.casefold()]


def _month(word: str) -> int | None:
    """1 to 12 for the name of a month, whole or as it is shortened: "Sep", "Sept."."""
    key = word.casefold().rstrip(".")
    name = SHORT.get(key, key)
    return MONTHS.index(name) + 1 if name in MONTHS else None


def iso_day(text: str) -> dt.date | None:
    """The day that is written as "2026-11-28"; None of anything else."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def calendar_day(year: int, month: int, which: int) -> dt.date | None:
    """None of a day that no calendar has."""
    try:
        return dt.date(year, month, which)
    except ValueError:  # 31 April is no day
        return None
