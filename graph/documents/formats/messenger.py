"""The talk of several people as a messenger writes it out, made into a text with a heading a day: pure.

WhatsApp exports a talk as lines like "12/03/2026, 18:22 - Tom: …" (Android) or "[12/03/2026, 18:22:31] Tom: …" (iOS),
with day and month in the order of the phone's country, on a clock of twelve or 24 hours.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from graph.naming import normalise

OWN = "me"  # beside the name and the time of what one said oneself
UNNAMED = "_chat"  # as the file of every talk is called that comes from an iPhone
NAMED = 3  # people in a title
OF = "Said by"  # as the heading of one without days begins
# "Tom (at 18:22): ", "Priya (me): " at the beginning of a line; "Tom: " alone says nothing but below such a heading
LABEL = re.compile(
    rf"^(?P<who>[^\n():]{{1,60}}?)(?P<mark> \((?P<own>{OWN})?(?:, )?(?:at (?P<clock>\d\d:\d\d))?\))?: ", re.MULTILINE
)
SAID_AT = re.compile(rf" \((?:{OWN}, )?at \d\d:\d\d\)(?=: )")  # of a message, wherever it is quoted
_DAY = re.compile(r"\d{1,2} [A-ZÀ-ÞĀ-Ž][a-z]+ \d{4}")
_BEGINS = re.compile(rf"## {_DAY.pattern}\n\n[^\n():]{{1,60}} \((?:{OWN}, )?at \d\d:\d\d\): ")
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LINE = re.compile(
    r"(?P<open>\[)?(?P<first>\d{1,4})[./-](?P<second>\d{1,2})[./-](?P<third>\d{2,4}),? "
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?:[:.]\d\d)?(?:\s?(?P<half>[ap])\.?\s?m\.?)?(?(open)\]| [-–]) (?P<rest>.*)",
    re.IGNORECASE,
)
_SAID = re.compile(r"(?P<who>[^:\n]{1,60}): (?P<says>.*)", re.DOTALL)
_LEFT_OUT = re.compile(
    r"<[^<>]* omitted>|(?:image|video|audio|sticker|gif|document|contact card) omitted|<attached: [^<>]+>"
    r"|(?:this message was deleted|you deleted this message)\.?|null",
    re.IGNORECASE,
)
_HEADED = re.compile(r"^[ \t]*#{1,6} +", re.MULTILINE)  # what would be taken for a heading among those of the days
_EDITED = " <This message was edited>"
_LEVELS = frozenset({"trace", "debug", "info", "notice", "warn", "warning", "error", "critical", "fatal"})  # of a log
_FEWEST = 3  # messages that make a talk of a text
_CENTURY = 2000


class _Written(NamedTuple):
    """A line with its time: the three numbers of its day as they stand, the clock, and what follows."""

    numbers: tuple[int, int, int]
    clock: str
    rest: str


class Message(NamedTuple):
    day: dt.date | None
    clock: str  # hours and minutes, of 24 hours; "" where no time is told
    who: str
    says: str


class Turn(NamedTuple):
    """What somebody says, from `start` to `end` of a passage; `who` is "" where its beginning is in another one."""

    who: str
    is_own: bool
    start: int
    end: int
    at: dt.datetime | None  # on the clock of who kept the talk, as if that were UTC


def as_text(told: Sequence[Message], own: Collection[str] = ()) -> str:
    """A talk with a heading for each day, or one that says whose it is, and "Tom (at 18:22): …" for each message.

    `own` are names of who has the book: `OWN` stands with theirs.
    """
    mine = those_of({message.who for message in told}, own)
    parts = []
    for day, said in groupby(told, key=lambda message: message.day):
        parts.append(f"## {day.day} {day:%B %Y}" if day else f"## {OF} {listed(one.who for one in told)}")
        for one in said:
            beside = ", ".join(filter(None, (OWN if one.who in mine else "", one.clock and f"at {one.clock}")))
            parts.append(f"{one.who}{f' ({beside})' if beside else ''}: {_HEADED.sub('', one.says)}")
    return "\n\n".join(parts) + "\n"


def is_by_days(text: str) -> bool:
    """Whether a text is a talk as `as_text` writes one of which the days are known."""
    return _BEGINS.match(text) is not None


def heading(prefix: str) -> str:
    """The heading of a talk among the steps that lead to a passage: a day, or whose talk it is; "" where none is."""
    steps = reversed(prefix.split(" › "))
    return next((step for step in steps if step.startswith(OF) or _DAY.fullmatch(step)), "")


def turns(text: str, prefix: str) -> list[Turn]:
    """Who says what in a passage of a talk, to which `prefix` leads; nothing of a passage of another text."""
    above = heading(prefix)
    if not above:
        return []
    is_marked = above.startswith(OF)
    found = [one for one in LABEL.finditer(text) if one["mark"] or is_marked]
    day = None if is_marked else dt.datetime.strptime(above, "%d %B %Y").replace(tzinfo=dt.UTC)
    first = [Turn("", False, 0, found[0].start() if found else len(text), day)]
    ends = [*(one.start() for one in found[1:]), len(text)]
    said = [
        Turn(one["who"], bool(one["own"]), one.end(), end, _at(day, one["clock"]))
        for one, end in zip(found, ends, strict=False)
    ]
    return [one for one in (*first, *said) if text[one.start : one.end].strip()]


def wholes(text: str, prefix: str) -> list[str]:
    """The messages of a passage of a talk, each with who says it; what is before the first is said by nobody."""
    starts = [one.start() for one in LABEL.finditer(text) if one["mark"] or heading(prefix).startswith(OF)]
    ends = [*starts[1:], len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=False)]  # of no start none


def _at(day: dt.datetime | None, clock: str | None) -> dt.datetime | None:
    return dt.datetime.combine(day, dt.time.fromisoformat(clock), dt.UTC) if day and clock else day


def title(told: Sequence[Message], own: Collection[str] = ()) -> str:
    """What a talk is called whose file has the name that all have: by those who spoke in it, most first."""
    mine = those_of({message.who for message in told}, own)
    others = [message.who for message in told if message.who not in mine]
    return f"Chat with {listed(others or (message.who for message in told))}"


def listed(names: Iterable[str]) -> str:
    """Each name once, the most frequent first; of many the first and how many more."""
    spoke = [who for who, _ in Counter(names).most_common()]
    return f"{', '.join(spoke[:NAMED])}{f' and {len(spoke) - NAMED} more' if len(spoke) > NAMED else ''}"


def messages(text: str) -> list[Message]:
    """What people said in a talk that a messenger wrote out, without what it says itself; nothing of another text."""
    begins = _MARKS.sub("", text[:400]).lstrip("\ufeff \n").partition("\n")[0]
    if _LINE.match(begins) is None:
        return []
    written = list(_written(_MARKS.sub("", text).replace("\u202f", " ").replace("\xa0", " ")))
    days = _days([line.numbers for line in written])
    if days is None:
        return []
    told = []
    for day, line in zip(days, written, strict=True):
        said = _SAID.fullmatch(line.rest)
        if said and said["who"].casefold() in _LEVELS:
            return []
        says = said["says"].replace(_EDITED, "").strip() if said else ""
        if said and says and not _LEFT_OUT.fullmatch(says):
            told.append(Message(day, line.clock, " ".join(said["who"].split()), says))
    return told if len(told) >= _FEWEST else []


def _written(text: str) -> Iterator[_Written]:
    """The lines with a time, each with those behind it that have none."""
    begun: re.Match[str] | None = None
    behind: list[str] = []
    for line in text.splitlines():
        found = _LINE.fullmatch(line.strip())
        if found is None:
            behind += [line.rstrip()] if line.strip() and not _LEFT_OUT.fullmatch(line.strip()) else []
            continue
        if begun:
            yield _as_written(begun, behind)
        begun, behind = found, []
    if begun:
        yield _as_written(begun, behind)


def _as_written(begun: re.Match[str], behind: Sequence[str]) -> _Written:
    hour = int(begun["hour"])
    if begun["half"]:
        hour = hour % 12 + (12 if begun["half"] in "pP" else 0)
    numbers = (int(begun["first"]), int(begun["second"]), int(begun["third"]))
    return _Written(numbers, f"{hour:02}:{begun['minute']}", "\n".join([begun["rest"], *behind]))


def _days(found: list[tuple[int, int, int]]) -> list[dt.date] | None:
    """The days, in the order of day, month and year that makes them days one after another; None where none does."""
    orders = [_in_order(found, order) for order in ((2, 1, 0), (2, 0, 1), (0, 1, 2))]
    read = [days for days in orders if days]
    return min(read, key=lambda days: sum(one > two for one, two in pairwise(days)), default=None)


def _in_order(found: list[tuple[int, int, int]], order: tuple[int, int, int]) -> list[dt.date] | None:
    year, month, day = order
    try:
        return [dt.date(one[year] + (_CENTURY if one[year] < 100 else 0), one[month], one[day]) for one in found]
    except ValueError:
        return None


def those_of(speakers: Collection[str], own: Collection[str]) -> frozenset[str]:
    """Those of the speakers who are called as one is, or by one's first name that nobody else there has."""
    names = {normalise(name) for name in own}
    exactly = frozenset(who for who in speakers if normalise(who) in names)
    if exactly:
        return exactly
    first = {name.split()[0] for name in names if name}
    called = [who for who in speakers if normalise(who).split()[:1] and normalise(who).split()[0] in first]
    return frozenset(called) if len(called) == 1 else frozenset()
