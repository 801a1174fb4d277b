"""Words for days and how each is reckoned: "on Friday", "3 to 17 July", "in two weeks". Pure."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable

from assistant.extraction.words.dates import MONTHS, NUMBERS, SHORT, WEEKDAYS, calendar_day
from assistant.extraction.words.feasts import FEAST, feast
from assistant.extraction.words.nouns import words_of

_MONTH = "|".join(sorted({*MONTHS, *SHORT}, key=len, reverse=True))
_WEEKDAY = "|".join(WEEKDAYS)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:18|19|20)\d\d"
_TO = r"(?:\s*[-–]\s*|\s+(?:to|until|till|and|through)\s+(?:the\s+)?)"
_COUNT = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_HOW = "this|next|last|coming|past"

# "Friday 11 December" is one day, and "Friday the 11th" too.
_ITS_WEEKDAY = rf"(?:(?:{_WEEKDAY}|{'|'.join(day[:3] for day in WEEKDAYS)})\.?,?\s+(?:the\s+)?)?"
_NUMBERS = re.compile(
    rf"(?<![\d-]){_ITS_WEEKDAY}(?P<y>{_YEAR})-(?P<m>\d\d)-(?P<d>\d\d)(?![\d-])"
    rf"|(?<![\d.]){_ITS_WEEKDAY}(?P<d2>\d{{1,2}})\.(?P<m2>\d{{1,2}})\.(?P<y2>{_YEAR})(?!\d)",
    re.IGNORECASE,
)
_DATE = re.compile(
    rf"\b{_ITS_WEEKDAY}(?P<d>{_DAY})(?:{_TO}(?P<last>{_DAY}))?(?:\s+of)?\s+(?P<month>{_MONTH})\b\.?(?:,?\s+(?P<y>{_YEAR})\b)?"
    rf"|\b{_ITS_WEEKDAY}(?P<month2>{_MONTH})\.?\s+(?P<d2>{_DAY})(?:{_TO}(?P<last2>{_DAY}))?\b(?!:\d|\s*[ap]m\b)"
    rf"(?:,?\s+(?P<y2>{_YEAR})\b)?",
    re.IGNORECASE,
)
_WEEK_OF = re.compile(rf"\b(?P<of>week|weekend)\s+of\s+(?:the\s+)?(?:{_DATE.pattern})", re.IGNORECASE)
_IN_MONTH = re.compile(
    rf"\b(?:(?P<end>(?:by|before|until|till)?\s*(?:the\s+)?end\s+of)|in|by|until|till|for|during|since|of|early|late|mid"
    rf"|{_HOW})[\s-]+(?P<month>{_MONTH})\b\.?(?!\s+\d{{1,2}}\b)"
    rf"(?:,?\s+(?P<y>{_YEAR})\b)?",
    re.IGNORECASE,
)
THE = re.compile(
    rf"\b(?:on\s+the|(?:{_WEEKDAY}),?(?:\s+the)?)\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)\b"
    r"(?!\s+(?:of|to)\b|\s+(?:every|each)\b|[\w-])",
    re.IGNORECASE,
)
_AWAY = {
    **dict.fromkeys(("today", "tonight", "this morning", "this afternoon", "this evening"), 0),
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "yesterday": -1,
    "last night": -1,
    "the day before yesterday": -2,
}
_NEAR = re.compile(rf"\b(?:{'|'.join(sorted(_AWAY, key=len, reverse=True))})\b", re.IGNORECASE)
_ON = re.compile(rf"\b(?:(?P<how>{_HOW})\s+)?(?P<weekday>{_WEEKDAY})\b(?!['’]s\b)", re.IGNORECASE)
_UNIT = re.compile(
    rf"\b(?:(?P<how>{_HOW})\s+(?P<unit>week|month|year)|the (?P<after>week|month|year) after next)\b", re.IGNORECASE
)
_END_OF = re.compile(r"\bend\s+of\s+(?:the|this)\s+(?P<unit>week|month|year)\b", re.IGNORECASE)
_AT_LAST = frozenset({"by", "before", "until", "till"})
_WEEKEND = re.compile(rf"\b(?P<how>{_HOW}|the|at)\s+weekend\b", re.IGNORECASE)
_IN_DAYS = re.compile(
    rf"\bin\s+(?P<count>{_COUNT})\s+(?P<unit>day|week|month)s?\b(?!['’](?!\s+time\b))"
    rf"|\b(?P<count2>{_COUNT})\s+(?P<unit2>day|week|month)s?\s+(?P<which>ago|from now)\b",
    re.IGNORECASE,
)
Span = tuple[dt.date, dt.date]  # the first and the last day
# A match, the day on which it was said (of which `NEVER` tells nothing), and whether it means what has been
Reckon = Callable[[re.Match[str], dt.date, bool], Span | None]
NEVER = dt.date.min


def _by_numbers(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    year, month, day = (match[name] or match[f"{name}2"] for name in "ymd")
    on = calendar_day(int(year), int(month), int(day))
    return (on, on) if on else None


def _by_date(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    """Of "3 to 17 July" both ends; without a year the next one that is not over, or the last that has begun."""
    first, last, year = (match[name] or match[f"{name}2"] for name in ("d", "last", "y"))
    month = _month(match["month"] or match["month2"])
    if not year and said_on == NEVER:
        return None
    for at in [int(year)] if year else [said_on.year, said_on.year + (-1 if behind else 1)]:
        begins, ends = calendar_day(at, month, _digits(first)), calendar_day(at, month, _digits(last or first))
        if begins and ends and begins <= ends and (year or (begins <= said_on if behind else ends >= said_on)):
            return begins, ends
    return None


def _week_of(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    """The week, or the weekend, in which a date falls."""
    found = _by_date(match, said_on, behind)
    if found is None:
        return None
    monday = _monday(found[0])
    return monday + dt.timedelta(days=5 if match["of"].casefold() == "weekend" else 0), monday + dt.timedelta(days=6)


def _by_month(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    """Its days; of "the end of November" the last ten, and of "by the end of November" the last one."""
    month = _month(match["month"])
    if not match["y"] and said_on == NEVER:
        return None
    year = said_on.year + (-(month > said_on.month) if behind else month < said_on.month)
    first, last = whole_month(int(match["y"]) if match["y"] else year, month)
    if match["end"]:
        first = last - dt.timedelta(days=0 if match["end"].split()[0].casefold() in _AT_LAST else 9)
    return first, last


def _end_of(match: re.Match[str], said_on: dt.date, behind: bool) -> Span:
    """The last day of this week, month or year."""
    match match["unit"].casefold():
        case "week":
            last = _monday(said_on) + dt.timedelta(days=6)
        case "month":
            last = whole_month(said_on.year, said_on.month)[1]
        case _:
            last = dt.date(said_on.year, 12, 31)
    return last, last


def _near(match: re.Match[str], said_on: dt.date, behind: bool) -> Span:
    day = said_on + dt.timedelta(days=_AWAY[" ".join(match[0].casefold().split())])
    return day, day


def _weekday(match: re.Match[str], said_on: dt.date, behind: bool) -> Span:
    how, number = (match["how"] or "").casefold(), WEEKDAYS.index(match["weekday"].casefold())
    if how == "next":  # that of the week that follows
        day = _monday(said_on) + dt.timedelta(days=7 + number)
    elif how in {"last", "past"} or (behind and how != "coming"):
        day = said_on - dt.timedelta(days=(said_on.weekday() - number - 1) % 7 + 1)
    else:  # of the day itself people say "today"
        day = said_on + dt.timedelta(days=(number - said_on.weekday() - (not how)) % 7 + (not how))
    return day, day


def _the(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    """ "On the 9th": the next one there is, or the last."""
    for step in range(3):
        day = calendar_day(*_months_on(said_on, -step if behind else step), int(match["d"]))
        if day and (day <= said_on if behind else day > said_on):
            return day, day
    return None


def _unit(match: re.Match[str], said_on: dt.date, behind: bool) -> Span:
    step = {"next": 1, "coming": 1, "last": -1, "past": -1}.get((match["how"] or "").casefold(), 0)
    step = 2 if match["after"] else step
    match (match["unit"] or match["after"]).casefold():
        case "week":
            first = _monday(said_on) + dt.timedelta(days=7 * step)
            return first, first + dt.timedelta(days=6)
        case "month":
            return whole_month(*_months_on(said_on, step))
    return dt.date(said_on.year + step, 1, 1), dt.date(said_on.year + step, 12, 31)


def _weekend(match: re.Match[str], said_on: dt.date, behind: bool) -> Span:
    """That of this week; the next one is a week later, the last or one that is told of is over."""
    saturday = _monday(said_on) + dt.timedelta(days=5)
    how = match["how"].casefold()
    if how == "next":
        saturday += dt.timedelta(days=7)
    elif how in {"last", "past"} or (behind and saturday > said_on):
        saturday -= dt.timedelta(days=7)
    return saturday, saturday + dt.timedelta(days=1)


_OF_SO_MANY = re.compile(r"(?:^|[:,;]\s*)\d+ [a-z]+\s*$", re.IGNORECASE)


def _in_days(match: re.Match[str], said_on: dt.date, behind: bool) -> Span | None:
    word, unit = (match["count"] or match["count2"]).casefold(), (match["unit"] or match["unit2"]).casefold()
    if _OF_SO_MANY.search(match.string, 0, match.start()):
        return None  # "14 mites in three days" is a rate
    count = int(word) if word.isdigit() else NUMBERS[word]
    count = -count if (match["which"] or "").casefold() == "ago" else count
    if unit == "month":
        year, month = _months_on(said_on, count)
        day = dt.date(year, month, min(said_on.day, calendar.monthrange(year, month)[1]))
    else:
        day = said_on + dt.timedelta(days=count * (7 if unit == "week" else 1))
    return day, day


def whole_month(year: int, month: int) -> Span:
    return dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1])


def _monday(day: dt.date) -> dt.date:
    return day - dt.timedelta(days=day.weekday())


def _months_on(day: dt.date, count: int) -> tuple[int, int]:
    months = day.year * 12 + day.month - 1 + count
    return months // 12, months % 12 + 1


def _month(word: str) -> int:
    """1 to 12 of a month's name or the beginning of it."""
    return next(place for place, name in enumerate(MONTHS, start=1) if name.startswith(word.casefold()[:3]))


def _digits(word: str) -> int:
    return int(re.sub(r"\D", "", word))


WRITTEN: tuple[tuple[re.Pattern[str], Reckon], ...] = (  # these may tell their year
    (_NUMBERS, _by_numbers),
    (_WEEK_OF, _week_of),
    (_DATE, _by_date),
    (_IN_MONTH, _by_month),
)
RECKONED: tuple[tuple[re.Pattern[str], Reckon], ...] = (
    (THE, _the),
    (FEAST, feast),
    (_END_OF, _end_of),
    (_NEAR, _near),
    (_ON, _weekday),
    (_UNIT, _unit),
    (_WEEKEND, _weekend),
    (_IN_DAYS, _in_days),
)
_LETTERS = re.compile(r"[a-z]{3,}")
_DIGITS = re.compile(r"\d{4}-\d\d-\d\d|\d\.\d{1,2}\.\d{4}|\bon the \d", re.IGNORECASE)
_NAMING = words_of(
    "sept today tonight tomorrow yesterday night morning afternoon evening ago weekend day days week weeks month months"
    " year years christmas halloween eve easter pentecost whit"
) | {form for name in [*MONTHS, *WEEKDAYS] for form in (name, name[:3], f"{name}s")}


def may_name(text: str) -> bool:
    """Whether a text has any of the words by which days are named: a quick look, before each sentence is reckoned."""
    return not _NAMING.isdisjoint(_LETTERS.findall(text.casefold())) or _DIGITS.search(text) is not None
