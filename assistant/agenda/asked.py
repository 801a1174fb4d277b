"""Whether a question asks what falls on some days, and which: "what's on this week?", "am I free on Friday?". Pure."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from assistant import params
from assistant.extraction.words.dates import NUMBERS
from assistant.extraction.words.named_days import named
from assistant.extraction.words.nouns import words_of

BIRTHDAY, DUE, PAYMENT = "birthday", "due", "to pay"
_I = r"(?:i|we|you)"
_IS = r"(?:['’]?s| is)"
_SOON = r"(?:coming up|planned|scheduled|lined up|ahead)"
_ON = rf"(?: on| to do| going on| {_SOON})?"
_BOOK = r"(?:plans|agenda|calendar|schedule|diary)"
_KIND = (
    r"(?P<kind>appointment|birthday|meeting|event|trip|flight|exam|deadline|lesson|interview|concert|match|call|party)"
)
_DUE = r"(?P<due>due|expiring)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:what(?: else)?|is anything|anything)(?:{_IS})? (?:on|happening|going on|up next|next|{_SOON})"
        r"(?: for (?:me|us))?",
        rf"what (?:else )?(?P<todo>do {_I} (?:still )?(?:have|need) to (?:do|get done))",
        rf"what (?:else )?(?:do|did|have) {_I} (?:have|got|do){_ON}",
        rf"what (?:am|are|was|were|will) {_I} (?:doing|up to|be doing)",
        rf"(?:(?:do|did) {_I} have|have {_I} got|are there|is there) "
        rf"(?:anything|any plans|plans|(?:any |an? )?{_KIND}s?){_ON}",
        rf"(?:any|what|which|upcoming|next|(?:what are |list |show me )?(?:the|my|our)(?: next| upcoming)?) {_KIND}s?"
        rf"(?: (?:are|is)(?: there)?| (?:do|did) {_I} have)?{_ON}",
        rf"(?:(?:am|are|will) {_I} (?:be )?(?P<free>free|busy|available)|(?:do|will) {_I} have (?P<time>time))",
        rf"(?:(?:what (?:are|is)|what['’]?(?:s|re)|show me|list)(?: on| in)? )?(?:my|our|the|any) {_BOOK}",
        r"(?:what(?:['’]?s| is) (?:my|our) (?P<span>day|week|weekend|month) (?:looking )?like|"
        r"what does (?:my|our) (?P<span2>day|week|weekend|month) look like)",
        rf"what{_IS} (?P<todo>(?:there )?still to (?:do|be done))",
        rf"what(?:{_IS})? (?:still )?(?P<todo>left to do|left(?= (?:for|on|in|with)\b))",
        rf"what (?:should|must|do) {_I} (?:not (?:forget|miss)|remember|have to do|need to do)",
        rf"what (?:should|must) {_I} do",
        r"what (?:(?:still )?(?:has|have|needs?) to|must|should) (?:still )?(?:happen|(?P<todo>be done|get done))",
        r"(?:(?:what (?:are|is)|what['’]?(?:s|re)|show me|list)(?: still)?(?: on| in)? )?(?:(?:my|our|the|any|all) )?"
        r"(?P<todo>(?:open |pending )?(?:to-?do(?:s| list)?|tasks?|task list|action (?:items?|points?)))"
        r"(?: (?:do i have|are (?:open|left)|left))?",
        rf"(?:when|what){_IS} (?:my|our|the) (?P<first>next) {_KIND}",
        rf"(?:what(?: else)?|(?:is |is there )?anything|(?:which|what) tasks?)(?:{_IS}| are)? {_DUE}",
        r"(?P<expires>what expires)",
        rf"(?P<bills>(?:which|what) (?:bill|payment)s?(?:{_IS}| are)? due|what(?:{_IS}) to be paid|"
        r"(?:what|which bills) (?:do|must) (?:i|we) (?:(?:have|need) to )?pay)",
        r"(?P<whose>whose|who has (?:a|their)) birthday(?: is(?: it)?)?(?: coming up)?",
        r"(?:(?:does|has) (?:anyone|anybody|somebody|someone)(?: else)? (?:have |got )?(?:a |their )?"
        r"|is it (?:anyone|anybody|someone|somebody)['’]?s )(?P<anyones>birthday)(?: coming up)?",
        r"what happened",
        rf"(?:what(?: else)? do {_I} (?:still |also )?(?:have|need) to|what(?:{_IS})? (?:still )?left to)"
        r" (?P<deed>[a-z]+)(?: still)?(?: (?:to|for|on) (?:the |my |our )?(?P<where>[a-z][a-z -]{2,30}))?$",
        rf"(?:what|which) (?P<listed>[a-z]+s) (?:are|do {_I} have) (?:still )?"
        r"(?:open|left|outstanding|unfinished|to do)$",
    )
)
_NO_DEEDS = words_of(
    "know say think believe understand see pay ask tell take eat drink wear avoid"
)  # of these no list is kept
_AHEAD = re.compile(rf"\b(?:next|upcoming|{_BOOK}|{_SOON}|due|expires|to pay|to be paid)\b")
_BACK = re.compile(r"\b(?:did|was|were|happened)\b")
_BEFORE = words_of("on for in over during at the from between by morning afternoon evening night")
_ASKED_TO_SAY = re.compile(
    r"^(?:(?:and|so|ok|okay|hey|hi|well|please)[ ,]+)*"
    r"(?:(?:please )?(?:remind|tell) me |(?:can|could) you (?:please )?(?:remind|tell) me |do you know )?"
)
_COUNT = rf"(?P<count>\d{{1,3}}|few|couple of|{'|'.join(NUMBERS)})"
_SPAN = re.compile(
    rf"(?:(?:in|over|for|during|within) )?the (?:next|coming) (?:{_COUNT} )?(?P<unit>day|week|fortnight|month)s?"
)
_COUNTS = NUMBERS | {"": 1, "few": 3, "couple of": 2}
_DAYS_IN = {"day": 1, "week": 7, "fortnight": 14, "month": 31}
_UNTIL = re.compile(r"(?P<until>by|before|until|till|up to) (?P<day>.+)")
_ABOUT = re.compile(r"(?P<by>for|about|on|in|with|regarding|before|after|ahead of) (?:the |my |our )?(?P<what>.{2,40})")
_END_OF_ONE = re.compile(r"(?:the )?end of (?P<when>\w+(?: \d{4})?|next (?:week|month|year))")
_END_OF = re.compile(r"(?:the )?end of (?:the|this) (?P<unit>week|month|year)")


class Past(IntEnum):
    """What is told of what has been: nothing, where a day is named for it, or whatever was said on the days."""

    LEFT_OUT = 0
    NAMED = 1
    SAID = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """The days asked about, both ends meant; `kind` is the only sort of thing asked for, "appointment", if any.

    `only_next` where the first of that sort is asked for, `free` where it is asked whether there is nothing, and
    `to_do` where also what is to be done on no day is meant: of what it is `about`, "for Japan", if it says so, and
    whether it is to be done `before` that or `after` (`order`). Of what to bring to something only
    a list tells (`listed`).
    """

    first: dt.date
    last: dt.date
    kind: str = ""
    past: Past = Past.LEFT_OUT
    only_next: bool = False
    free: bool = False
    to_do: bool = False
    about: str = ""
    order: str = ""
    listed: bool = False


def asked(question: str, today: dt.date) -> Asked | None:
    """None where the question asks something else, or something more than the days."""
    text = " ".join(question.casefold().split()).strip(" ?!.")
    text = _ASKED_TO_SAY.sub("", text)
    for form in _FORMS:
        match = form.match(text)
        rest = text[match.end() :] if match else ""
        if match is None or (rest and not rest.startswith(" ")):
            continue
        said = match.groupdict()
        kind = _kind(said)
        back = _BACK.search(match[0]) is not None
        of_list = said.get("deed") or said.get("listed") or ""
        if of_list in _NO_DEEDS:
            continue
        to_do = bool(said.get("todo") or of_list)
        span = said.get("span") or said.get("span2")
        when = days_in(rest.strip() or (f"this {span}" if span else ""), today, back=back)
        if when is None and (_is_open(match[0], rest.strip()) or (to_do and not rest)):
            when = today, today + (params.LOOKED_FAR_AHEAD if kind else params.LOOKED_AHEAD)
        about = _ABOUT.fullmatch(rest.strip()) if when is None and to_do else None
        if about is not None:
            when = today, today + params.LOOKED_AHEAD
        if when is not None:
            to_do = to_do and (not rest or about is not None or when[0] <= today < when[1])  # not "on Friday"
            has_been = back or when[1] < today
            first = when[0] if has_been else max(when[0], today)
            only_next = bool(said.get("first") or (said.get("whose") and rest.strip() == "next"))
            return Asked(
                first,
                when[1],
                kind,
                _past(first, when[1], has_been),
                only_next,
                bool(said.get("free") or said.get("time")),
                to_do,
                about["what"] if about is not None else f"{of_list} {said.get('where') or ''}".strip(),
                about["by"] if about is not None and about["by"] in {"before", "after"} else "",
                bool(said.get("where")),
            )
    return None


def _kind(said: Mapping[str, str | None]) -> str:
    """The sort of thing that a form asks for, by its named parts; "" for anything."""
    if said.get("whose") or said.get("anyones"):
        return BIRTHDAY
    if said.get("bills"):
        return PAYMENT
    if said.get("due") or said.get("expires"):
        return DUE
    return (said.get("kind") or "").removesuffix("event")  # an event is any


def _past(first: dt.date, last: dt.date, has_been: bool) -> Past:
    """Of a month all that was said on its days; of a year that would be no answer."""
    if not has_been:
        return Past.LEFT_OUT
    return Past.SAID if last - first <= params.LOOKED_AHEAD else Past.NAMED


def _is_open(asked: str, rest: str) -> bool:
    """Whether no day is named where none needs to be: "what's coming up?", "do I have any plans?"."""
    return rest in {"next", "soon", "coming up"} or (not rest and _AHEAD.search(asked) is not None)


def days_in(words: str, today: dt.date, *, back: bool) -> tuple[dt.date, dt.date] | None:
    """The days of "on Friday" or "in the next two weeks"; None where there are other words beside them."""
    if words == "this day":
        return today, today
    if (match := _SPAN.fullmatch(words)) is not None:
        count = match["count"] or ""
        days = _DAYS_IN[match["unit"]] * (int(count) if count.isdigit() else _COUNTS[count])
        return today, today + dt.timedelta(days=days)
    if (match := _END_OF.fullmatch(words)) is not None:
        return today, _end_of(match["unit"], today)
    if (match := _END_OF_ONE.fullmatch(words)) is not None and (whole := named(f"in {match['when']}", today)):
        return today, whole[0].last
    if not back and (match := _UNTIL.fullmatch(words)) is not None and (ends := _ends(match["day"], today)):
        last = ends[0] - dt.timedelta(days=1) if match["until"] == "before" and ends[0] > today else ends[-1]
        return today, last
    found = named(words, today, back=back)
    beside = [*words[: found[0].start].split(), *words[found[0].end :].split()] if found else ["none"]
    return (found[0].first, found[0].last) if len(found) == 1 and _BEFORE.issuperset(beside) else None


def deadline(heading: str, said_on: dt.date) -> dt.date | None:
    """The first of the days by which what stands below a heading is to be done: "By December", "This week"; None where
    it names none. `said_on` is when it was written.
    """
    text = heading.casefold().strip(" :")
    until = _UNTIL.fullmatch(text)
    days = _ends(until["day"] if until is not None else text, said_on)
    return days[0] if days else None


def _ends(words: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """The days of "Friday", "Christmas" or "March", before or until which something is to be."""
    tries = (words, f"at {words}", f"in {words}")
    return next((days for one in tries if (days := days_in(one, today, back=False))), None)


def _end_of(unit: str, today: dt.date) -> dt.date:
    """The last day of this week (a Sunday), month or year."""
    if unit == "week":
        return today + dt.timedelta(days=6 - today.weekday())
    last = today.replace(month=12) if unit == "year" else today
    return last.replace(day=calendar.monthrange(last.year, last.month)[1])
