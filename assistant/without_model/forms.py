"""What the lines of forms look like that tell what is asked in a word of their own: "Salary" what one earns. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from graph.retrieval.question.words import content_stems


class Form(NamedTuple):
    """Which questions such a line answers, what of their words it says in its own way, and what it looks like.

    Of what else a question names its document is; one that is `own` may be of any document: nobody has two salaries.
    What `sums_up` is of all that a receipt lists.
    """

    asks: re.Pattern[str]
    said: frozenset[str]
    tells: re.Pattern[str]
    is_own: bool = False
    sums_up: bool = False


def asks(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _key(names: str) -> re.Pattern[str]:
    """A line that begins with one of the names, with up to two words before it: "Annual premium: £118"."""
    return re.compile(rf"(?:[\w'’&-]+ ){{0,2}}(?:{names})(?: of [\w ]{{1,20}})?(?: ?\([^)]*\))?: ?\S", re.IGNORECASE)


_SPAN = r"\d{4} (?:to|–|-|until) (?:the )?\d"
PAID = r"[£$€¥] ?\d|\d ?(?:€|EUR|USD|GBP|CHF|kr)\b"
_GROUPS = "group|team|committee|board|crew|panel|jury|squad|council"
FORMS = (
    Form(
        asks(r"\bwhen\b.*\b(?:runs? out|expires?|ends?|finish(?:es)?|(?:up|due) for renewal)\b"),
        content_stems("run out expire end finish up due renewal"),
        asks(rf".*(?:\b(?:until|till|ends?|ending|expir(?:es|y|ed)|valid to|renewal)\b[^.;]{{0,30}}?\d|{_SPAN})"),
    ),
    Form(
        asks(r"\bwhen\b.*\b(?:starts?|begins?|began|started)\b"),
        content_stems("start begin began"),
        asks(
            rf"(?:(?:term|period|start date|start|beginning|valid from|commencement)\b[^:]{{0,20}}: .*\d"
            rf"|.*\b(?:begins?|starts?|commences?) on\b.*\d|.*{_SPAN})"
        ),
    ),
    Form(asks(r"\bhow old (?:is|was)\b"), content_stems("old"), _key("age")),
    Form(
        asks(r"\bwhen (?:is|was|were|did)\b"),
        frozenset(),
        asks(r"(?:(?!due|expiry|birth|issue)\w+ )?(?:date|day|when): [^;]*\d[^;]*$"),
    ),
    Form(
        asks(r"\bwho (?:works?|is working|has)\b"),
        content_stems("work working shift has"),
        asks(r"(?:day|weekday|date|shift): [^;]+; "),
    ),
    Form(asks(r"\bhow long\b(?! ago)"), content_stems("last take long"), _key("term|duration|period|length")),
    Form(
        asks(r"\bhow much (?:is|was|are|were|do|does|did|will|must)\b"),
        content_stems("cost pay paid much"),
        asks(rf"(?:[\w'’-]+ ){{0,2}}(?:premium|price|total|amount|loan|sum)\b[^.;]{{0,40}}?(?:{PAID})"),
        sums_up=True,
    ),
    Form(
        asks(r"\bhow much (?:is|was|are|were|do|does|did|will|must)\b"),
        content_stems("cost pay paid much"),
        asks(rf"(?:[\w'’-]+ ){{0,2}}(?:fee|cost)\b[^.;]{{0,40}}?(?:{PAID})"),
    ),
    Form(
        asks(r"\bwhen\b.*\bcheck(?:ing)?[ -]?in\b"),
        content_stems("check checking in check-in checkin"),
        _key("arrival|check-?in"),
        is_own=True,
    ),
    Form(
        asks(r"\bwhen\b.*\bcheck(?:ing)?[ -]?out\b"),
        content_stems("check checking out check-out checkout"),
        _key("departure|check-?out"),
        is_own=True,
    ),
    Form(
        asks(r"\bhow much (?:do|did|will|does) (?:i|we) (?:earn|make|get paid)\b"),
        content_stems("earn make get paid much year month hour"),
        _key("salary|wages?|pay|hourly rate"),
        is_own=True,
    ),
    Form(
        asks(r"\bpay ?day\b|\bwhen (?:do|am|will) (?:i|we) (?:get |be )?paid\b"),
        content_stems("payday pay day paid get"),
        asks(r".*\bpaid\b[^.;]*\b(?:on the (?:\d|last\b|first\b)|weekly|monthly|fortnightly|every\b)"),
        is_own=True,
    ),
    Form(
        asks(r"\bwhen\b.*\b(?:due|payable)\W*$"),
        content_stems("due payable"),
        asks(r".*\b(?:payable|due|paid)\b[^.;]*\b(?:on|by|before|within) [^.;]*\d"),
    ),
    Form(
        asks(r"\bwho (?:teaches|lectures|taught|is teaching)\b"),
        content_stems("teach lectures taught teaching"),
        _key("lecturers?|teachers?|instructors?|professors?|taught by"),
    ),
    Form(
        asks(r"\bwhere (?:do|will) (?:i|we) work\b"),
        content_stems("work"),
        _key("place of work|workplace|work location"),
        is_own=True,
    ),
    Form(
        asks(
            rf"\bwho(?:['’]s| is| are| was| were) (?:all )?(?:in|on|part of) (?:my|our|the) (?:[\w-]+ )?(?:{_GROUPS})\b"
        ),
        frozenset(),
        _key("members|participants|team|group"),
    ),
    Form(
        asks(r"\bwho wrote\b|\bauthors? of\b"),
        content_stems("write author paper article book study report"),
        re.compile(r"(?:by|authors?|written by):? ", re.IGNORECASE),
    ),
    Form(
        asks(r"\bwho(?:m)? (?:do|can|should|must|could) (?:i|we) (?:call|ring|phone|contact|ask|e-?mail|write to)\b"),
        content_stems("call ring phone contact ask email write"),
        _key("contact(?: person)?|telephone|phone|tel|hotline|emergency"),
    ),
    Form(  # "Insurer: Harbour Mutual", of whom my insurance is with
        asks(r"\bwho(?:m)?\b.*\bwith\W*$|\bwith whom\b"),
        frozenset(),
        re.compile(r"(?:[A-ZÀ-ÞĀ-Ž][\w-]* )?[\w-]*(?:er|or|company|firm|bank|broker|lord|lady): +[A-ZÀ-ÞĀ-Ž]"),
    ),
)
