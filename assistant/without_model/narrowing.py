"""Which of the facts that could answer a question it leaves: of others than oneself, of a year, of a month."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.vocabulary import ACTIONS
from assistant.question.facts import fact_of
from assistant.question.focus import DENIED
from graph.days import day_of
from graph.retrieval.types import FactRow, Item

_OTHERS = re.compile(
    r"\b(?:who|whom|anyone|anybody|someone) else\b"
    r"|\b(?:besides|apart from|other than|except(?: for)?|aside from) (?:me|myself)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?P<by>in|during|of|since|back in) (?P<year>(?:18|19|20)\d\d)\b", re.IGNORECASE)
_EARLIER = re.compile(r"\bbefore\W*$|\b(?:used to|previously|formerly)\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:did|was|were|used to|before|previously|formerly)\b", re.IGNORECASE)
_BYGONE = re.compile(r"\b(?:used to|previously|formerly)\b|\bbefore\b[^,]{0,30}$", re.IGNORECASE)
_BEGUN = re.compile(r"\b(?:when|start(?:ed)?|beg[aiu]n|since|how long|move[d]?)\b", re.IGNORECASE)
_POLAR = re.compile(
    r"^(?:(?:and|so|but|ok|well|then)[\s,]+)*(?:am|is|are|was|were|do|does|did|has|have"
    r"|can(?! you (?:please )?(?:tell|name|list|give|show|say|remind)\b)|may)\b",
    re.IGNORECASE,
)
_MAY_BE = re.compile(
    r"\b(?:any|anything|anyone|anybody|anywhere|or|what|which|how|some|something|else)\b", re.IGNORECASE
)
_DEEDS = words_of("takes uses eats drinks likes has owns needs plays does")
PAST_OF = {says.predicate: says.past for says in ACTIONS.values() if says.past}
BEFORE = {past: predicate for predicate, past in PAST_OF.items()} | {"was_a": "is_a"}


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a question leaves: `others` than the person, facts of `year` (and all since, if `since`) or `month` (1 to
    12), what was `past`, or `bygone`, and is so no more, or so `earlier` and otherwise now; `polar` where it asks
    whether something named is so, `denied` where it asks for what is not done.
    """

    others: bool = False
    year: int | None = None
    since: bool = False
    month: int | None = None
    past: bool = False
    bygone: bool = False
    earlier: bool = False
    polar: bool = False
    denied: bool = False
    zone: dt.tzinfo | None = None  # of the person who asks


def narrowed(question: str, now: dt.datetime) -> Narrowed:
    """Read from the words of a question that is asked at `now`."""
    year = _YEAR.search(question)
    of_year = int(year["year"]) if year else None
    if of_year is None and (ago := re.search(r"\b(last|this) year\b", question, re.IGNORECASE)):
        of_year = now.year - (ago[1].casefold() == "last")
    month = _MONTH.search(question)
    polar = _POLAR.match(question.strip()) is not None and _MAY_BE.search(question) is None
    return Narrowed(
        others=_OTHERS.search(question) is not None,
        year=of_year,
        since=year is not None and year["by"].casefold() == "since",
        month=MONTHS.index(month[1].casefold()) + 1 if month and month[1] != "may" else None,
        past=_PAST.search(question) is not None and _BEGUN.search(question) is None,
        bygone=_BYGONE.search(question) is not None and _BEGUN.search(question) is None,
        earlier=_EARLIER.search(question) is not None and _BEGUN.search(question) is None,
        polar=polar,
        denied=not polar and DENIED.search(question) is not None,
        zone=now.tzinfo,
    )


def kept(items: Sequence[Item], by: Narrowed) -> list[Item]:
    """The items that the question leaves, in their order."""
    left = [item for item in items if not (by.others and fact_of(item).subject_is_self)]
    if by.denied:  # what one takes is not what one must not take
        left = [item for item in left if fact_of(item).predicate not in _DEEDS]
    if by.year is not None and any(fact_of(item).valid_from for item in left):
        left = [item for item in left if _is_of_year(fact_of(item), by.year, by.zone)]
    if by.month is not None and not by.polar:
        left = [item for item in left if _month_of(fact_of(item)) in {None, by.month}]
    return left


def in_tense(wanted: Mapping[str, int], by: Narrowed, known: set[str]) -> dict[str, int]:
    """The wanted predicates; of a question about the past its past ones first, where the book has them: "lived_in"."""
    if not by.past:
        return dict(wanted)
    gone = {PAST_OF[one] for one in wanted if one in PAST_OF} | {one for one in wanted if one in BEFORE}
    there = gone & known
    return dict.fromkeys(there, 0) if there else dict(wanted)


def is_still_so(fact: FactRow) -> bool:
    """Whether a fact tells of the present what is asked of the past: "lives in" of "where did she live before?"."""
    return fact.predicate in PAST_OF and fact.valid_until is None


def is_number_now(fact: FactRow) -> bool:
    """Whether it is a number that still holds, as a salary is: of what it was before it tells nothing."""
    return fact.object is None and fact.valid_until is None and any(map(str.isdigit, fact.value))


def _is_of_year(fact: FactRow, year: int, zone: dt.tzinfo | None) -> bool:
    """Whether the fact held at some time of the year; what is told of in the past tense happened in one."""
    if fact.valid_from is None:
        return fact.valid_until is None and fact.predicate not in PAST_OF
    happened = fact.valid_until is None and fact.predicate.split("_")[0].endswith("ed")
    begun = day_of(fact.valid_from, zone).year
    last = begun if happened else day_of(fact.valid_until, zone).year if fact.valid_until else year
    return begun <= year <= last


def _month_of(fact: FactRow) -> int | None:
    """The month of a fact whose value is a day: "2020-10-12" or "12 October"."""
    if iso := re.fullmatch(r"\d{4}-(\d\d)-\d\d", fact.value):
        return int(iso[1])
    named = _MONTH.search(fact.value)
    return MONTHS.index(named[1].casefold()) + 1 if named else None
