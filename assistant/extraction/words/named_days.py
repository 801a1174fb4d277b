"""The days that a sentence names, by when it was said and whether it tells of what has been. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dateutil.rrule import MONTHLY, rrule, weekday

from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from assistant.extraction.words.reckoning import NEVER, RECKONED, THE, WRITTEN
from graph.retrieval.question.word_forms import PAST

_EVERY = re.compile(r"\b(?:every|each)\s+(?:other\s+|second\s+)?$", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|excluding|apart\s+from|other\s+than)\s+(?:(?:for|on)\s+)?$", re.IGNORECASE)
_PARTS = r"(?:mornings|afternoons|evenings|nights|lunchtimes)"  # "on Saturday mornings"
# "Tuesday and Thursday mornings": of each of these days
_OF_PARTS = rf"(?:,? (?:and |or )?(?:{'|'.join(WEEKDAYS)}))*\s+{_PARTS}"
# "Swimming is Mondays at 4"; "I love Mondays" tells of none.
_LIKED = ("hate", "hates", "love", "loves", "like", "likes", "prefer", "prefers", "of", "about", "than")
_NO_DAYS = "".join(rf"(?<!\b{word} )" for word in _LIKED)
_RECURS = re.compile(
    rf"\b(?:(?:every|each) ({'|'.join(WEEKDAYS)})|(?:on|and|,) ({'|'.join(WEEKDAYS)})(?={_OF_PARTS})"
    rf"|{_NO_DAYS}({'|'.join(WEEKDAYS)})s)\b(?!['’])",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    rf"\b(?P<which>first|1st|second|2nd|third|3rd|fourth|4th|last)\s+(?P<day>{'|'.join(WEEKDAYS)})\s+(?:of|in)\s+"
    r"(?:the|each|every(?:\s+(?P<other>other|second|third))?|a)\s+month\b",
    re.IGNORECASE,
)
# "Noor works Tuesday to Saturday", "open Monday to Friday": every week. "The fair is Tuesday to Thursday" is once.
_RANGE = re.compile(
    r"\b(?:work|works|open|opens|hours|teach|teaches|available|train|trains|practise|practises|practice|practices|deliver"
    rf"|delivers)\b(?:(?! (?:this|next|last) )[^.;!?]){{0,30}}?\b(?P<first>{'|'.join(WEEKDAYS)})"
    rf"\s*(?:[-–]|to|till|until|through)\s*(?P<last>{'|'.join(WEEKDAYS)})\b(?!,? (?:this|next|last|\d|of|the))",
    re.IGNORECASE,
)
_PLACES = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
_ON_PARTS = re.compile(rf"{_OF_PARTS}\b", re.IGNORECASE)
_NO_MORE = re.compile(r"\b(?:no longer|any ?more|stopped|used to|not)\b|n['’]t\b", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:for|to|until|till|by|before|due(?: on)?)\s+(?:the\s+)?(?:\w+day,?\s+)?$", re.IGNORECASE)
_SINCE = re.compile(r"\bsince(?:\s+the)?\s*$", re.IGNORECASE)
_UP_TO = re.compile(r"\s*(?:[-–]|to|until|till|through)\s*", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:]|\b(?:and|but|because|so|which|who)\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:am|is|are|isn['’]t|aren['’]t|have|has|will|won['’]t|shall|can|must|should|needs?|going|im|ive)\b"
    r"|['’](?:m|s|re|ve|ll)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")

# Of one person these are the past, and else the present: "my doctor put me on it on Tuesday"
_PUT = re.compile(
    r"\b(?:he|she|it|(?:my|our|the) \w+|(?!We|They|You)[A-ZÀ-ÞĀ-Ž]\w+),? (?:put|set|let|cut|hit|shut|hurt|quit)\b"
)
_ARRANGED = re.compile(
    r"\b(?:invited|booked|reserved|scheduled|planned|arranged|signed up|registered)\b", re.IGNORECASE
)
# "Tim said in our call on Friday: ..." was then; "Tim said he comes on Friday" is to come.
_SAID = re.compile(
    r"\b(?:said|told (?:me|us|him|her|them))(?: (?:in|at|during|over|after) (?:(?:the|our|my|his|her) )?\w+)?"
    r" on ",
    re.IGNORECASE,
)
# "Varroa count on Tuesday: 14 mites" was counted then; "Dinner on Tuesday: 8 people" is to come.
_COUNTED = re.compile(
    r"\b(?:count|score|result|weight|reading|level|measurement|value|weighed|measured)\b", re.IGNORECASE
)
_RESULT = re.compile(
    r"\s*:\s*(?:about |only |just )?\d+(?:[.,]\d+)? ?(?!(?:[ap]\.?m\b|h\b|o['’]clock|uhr\b|:|[-–]|of\b))"
    rf"(?:%|(?!(?:{'|'.join(MONTHS)})\b)[a-z]{{2,}}\b)",
    re.IGNORECASE,
)
_TO_BE = re.compile(
    r"(?:^|[,:;] ?)[a-z]+ed (?:on (?:the )?)?$", re.IGNORECASE
)  # "Altibox, installed 14 dec": the nearer
_SATURDAY = re.compile(r"\bsat\b(?=\.?,? \d)", re.IGNORECASE)  # "sat 5 dec", when nobody sat
_HAS_BEEN = PAST | {"was", "were", "had", "did"}


@dataclass(frozen=True, slots=True)
class Days:
    """The days from `first` to `last`, both of them meant, and the characters by which the text names them.

    `behind` where what has been is told of them.
    """

    first: dt.date
    last: dt.date
    start: int
    end: int
    behind: bool = False

    def meets(self, first: dt.date, last: dt.date) -> bool:
        return self.first <= last and first <= self.last


def named(sentence: str, said_on: dt.date | None, *, back: bool | None = None) -> tuple[Days, ...]:
    """The days that one sentence names, in its order. Without `said_on`, only those that stand there with their year.

    `back` says whether "on Friday" is the last one rather than the next; where it is None, the tense of the sentence
    does. What recurs ("every Friday") names no day, nor does what is left out ("every day except Friday").
    """
    found: list[Days] = []
    recurs = [(one.start(), one.end()) for form in (_MONTHLY, _RANGE) for one in form.finditer(sentence)]
    for pattern, reckon in WRITTEN if said_on is None else (*WRITTEN, *RECKONED):
        for match in pattern.finditer(sentence):
            before = sentence[: match.start()]
            if any(match.start() < one.end and one.start < match.end() for one in found):
                continue
            if _EVERY.search(before) or _EXCEPT.search(before):
                continue
            if _ON_PARTS.match(sentence, match.end()):
                continue
            if any(first <= match.start() < last for first, last in recurs):
                continue
            behind = is_told(sentence, match.start(), match.end()) if back is None else back
            behind = behind and not _AHEAD.search(before) and not _is_for(sentence, match.start())
            since = _SINCE.search(before) or match[0].casefold().startswith("since ")
            behind = behind or (back is None and bool(since))
            told = _dated_before(found, match.start()) if pattern is THE else None
            if behind and told is None and said_on is not None and _TO_BE.search(before):
                spans = [(span, back) for back in (False, True) if (span := reckon(match, said_on, back)) is not None]
                behind = min(spans, key=lambda one: abs(one[0][0] - said_on), default=(None, behind))[1]
            span = reckon(match, told or said_on or NEVER, behind and told is None)
            if span is not None:
                found.append(Days(*span, match.start(), match.end(), behind))
    return _joined(sentence, sorted(found, key=lambda one: one.start))


def _is_for(sentence: str, start: int) -> bool:
    """ "invited me for Christmas": what is arranged for a day is to come, whenever it was arranged."""
    return sentence[start : start + 4].casefold() == "for " and _ARRANGED.search(sentence, 0, start) is not None


def _dated_before(found: Sequence[Days], start: int) -> dt.date | None:
    """The day last named before: "on 11 January, the other on the 14th" is in that month or the next."""
    before = [one for one in found if one.end <= start]
    return max(before, key=lambda one: one.end).first if before else None


def recurring(sentence: str) -> frozenset[int]:
    """The days of the week on which something is said to be every week, Monday 0: "every Tuesday", "on Fridays"."""
    if _NO_MORE.search(sentence):
        return frozenset()
    said = (found for found in _RECURS.finditer(sentence) if not _EXCEPT.search(sentence, 0, found.start()))
    of_ranges = (day for found in _RANGE.finditer(sentence) for day in _between(found["first"], found["last"]))
    return frozenset({*(_number(found[1] or found[2] or found[3]) for found in said), *of_ranges})


def _between(first: str, last: str) -> list[int]:
    """The days of a week from one to another: from Saturday to Monday 5, 6 and 0."""
    start = _number(first)
    return [(start + step) % 7 for step in range((_number(last) - start) % 7 + 1)]


def _number(day: str) -> int:
    return WEEKDAYS.index(day.casefold())


def monthly(sentence: str, first: dt.date, last: dt.date) -> list[dt.date]:
    """The days between these two on which something is said to be every month: "on the second Tuesday of the month"."""
    said = _MONTHLY.search(sentence)
    if said is None or said["other"] or _NO_MORE.search(sentence):  # of every other month nobody says which
        return []
    rule = weekday(_number(said["day"]))(_PLACES[said["which"].casefold()])
    begins = dt.datetime(first.year, first.month, first.day)
    return [
        day.date()
        for day in rrule(MONTHLY, dtstart=begins, until=dt.datetime(last.year, last.month, last.day), byweekday=rule)
    ]


def _joined(sentence: str, found: Sequence[Days]) -> tuple[Days, ...]:
    """ "From 30 November to 2 December" is one span of days."""
    made: list[Days] = []
    for one in found:
        before = made[-1] if made else None
        if before and before.last < one.first and _UP_TO.fullmatch(sentence, before.end, one.start):
            made[-1] = replace(before, last=one.last, end=one.end)
        else:
            made.append(one)
    return tuple(made)


def is_told(sentence: str, start: int, end: int) -> bool:
    """Whether the clause around these characters tells of what has been: its verb is in the simple past."""
    begins = max((match.end() for match in _CLAUSE.finditer(sentence, 0, start)), default=0)
    clause = sentence[begins:end]
    if len(sentence[begins:start].split()) <= 2:  # "We went to Bath, on Saturday."
        clause = sentence
    if _RESULT.match(sentence, end) and _COUNTED.search(sentence[:start]):
        return True
    if any(start in (said.end(), said.end() - len("on ")) for said in _SAID.finditer(sentence)):
        return True
    past = _is_past(clause) or _PUT.search(sentence, 0, start) is not None
    return past and not _PRESENT.search(clause)


def _is_past(clause: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(_SATURDAY.sub("", clause))]
    return any(word in _HAS_BEEN or (word.endswith("ed") and len(word) > 4) for word in words)
