"""A line of a form that tells what is asked in its own word: "Salary" what one earns, "Term" when it ends. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from assistant.extraction.words.dates import MONTHS
from assistant.without_model.line import Line
from assistant.without_model.passages import headed_of, titled_of
from graph.prose import Unit, units
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item

HEAD = 3  # units with which a document begins, and says of what it is


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


def _asks(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _key(names: str) -> re.Pattern[str]:
    """A line that begins with one of the names, with up to two words before it: "Annual premium: £118"."""
    return re.compile(rf"(?:[\w'’&-]+ ){{0,2}}(?:{names})(?: of [\w ]{{1,20}})?(?: ?\([^)]*\))?: ?\S", re.IGNORECASE)


_RECEIPT = re.compile(r"\b(?:receipt|order|basket|shopping)\b", re.IGNORECASE)
_SPAN = r"\d{4} (?:to|–|-|until) (?:the )?\d"
_PAID = r"[£$€¥] ?\d|\d ?(?:€|EUR|USD|GBP|CHF|kr)\b"
_GROUPS = "group|team|committee|board|crew|panel|jury|squad|council"
FORMS = (
    Form(
        _asks(r"\bwhen\b.*\b(?:runs? out|expires?|ends?|finish(?:es)?|(?:up|due) for renewal)\b"),
        content_stems("run out expire end finish up due renewal"),
        _asks(rf".*(?:\b(?:until|till|ends?|ending|expir(?:es|y|ed)|valid to|renewal)\b[^.;]{{0,30}}?\d|{_SPAN})"),
    ),
    Form(
        _asks(r"\bwhen\b.*\b(?:starts?|begins?|began|started)\b"),
        content_stems("start begin began"),
        _asks(rf"(?:(?:term|period|start date|start|beginning|valid from|commencement)\b[^:]{{0,20}}: .*\d|.*{_SPAN})"),
    ),
    Form(_asks(r"\bhow long\b(?! ago)"), content_stems("last take long"), _key("term|duration|period|length")),
    Form(
        _asks(r"\bhow much (?:is|was|are|were|do|does|did|will|must)\b"),
        content_stems("cost pay paid much"),
        _asks(rf"(?:[\w'’-]+ ){{0,2}}(?:premium|price|total|amount|fee|cost|sum)\b[^.;]{{0,40}}?(?:{_PAID})"),
        sums_up=True,
    ),
    Form(
        _asks(r"\bhow much (?:do|did|will|does) (?:i|we) (?:earn|make|get paid)\b"),
        content_stems("earn make get paid much year month hour"),
        _key("salary|wages?|pay|hourly rate"),
        is_own=True,
    ),
    Form(
        _asks(r"\bpay ?day\b|\bwhen (?:do|am|will) (?:i|we) (?:get |be )?paid\b"),
        content_stems("payday pay day paid get"),
        _asks(r".*\bpaid\b[^.;]*\b(?:on the (?:\d|last\b|first\b)|weekly|monthly|fortnightly|every\b)"),
        is_own=True,
    ),
    Form(
        _asks(r"\bwhen\b.*\b(?:due|payable)\W*$"),
        content_stems("due payable"),
        _asks(r".*\b(?:payable|due|paid)\b[^.;]*\b(?:on|by|before|within) [^.;]*\d"),
    ),
    Form(
        _asks(r"\bwho (?:teaches|lectures|taught|is teaching)\b"),
        content_stems("teach lectures taught teaching"),
        _key("lecturers?|teachers?|instructors?|professors?|taught by"),
    ),
    Form(
        _asks(r"\bwhere (?:do|will) (?:i|we) work\b"),
        content_stems("work"),
        _key("place of work|workplace|work location"),
        is_own=True,
    ),
    Form(
        _asks(
            rf"\bwho(?:['’]s| is| are| was| were) (?:all )?(?:in|on|part of) (?:my|our|the) (?:[\w-]+ )?(?:{_GROUPS})\b"
        ),
        frozenset(),
        _key("members|participants|team|group"),
    ),
    Form(
        _asks(r"\bwho wrote\b|\bauthors? of\b"),
        content_stems("write author paper article book study report"),
        re.compile(r"(?:by|authors?|written by):? ", re.IGNORECASE),
    ),
    Form(  # "Insurer: Harbour Mutual", of whom my insurance is with
        _asks(r"\bwho(?:m)?\b.*\bwith\W*$|\bwith whom\b"),
        frozenset(),
        re.compile(r"(?:[A-Z][\w-]* )?[\w-]*(?:er|or|company|firm|bank|broker|lord|lady): +[A-Z]"),
    ),
)
# What is asked of a thing that one bought, and the first line of its receipt that tells it: the shop, the day, the sum.
_BOUGHT = (
    (_asks(r"\bwhere\b.*\b(?:buy|bought|get|from)\b"), _asks(r"^[A-Z]")),
    (_asks(r"\bwhen\b.*\b(?:buy|bought|get)\b"), _asks(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)})\b|\d{{4}}-\d\d-\d\d")),
    (_asks(r"\bhow much\b"), _asks(rf"^(?!sub-?total|total|vat|tax|shipping|delivery).*(?:{_PAID})")),
)
_BUYING = content_stems("buy bought get cost pay paid much")
_ABOUT = re.compile(r"\bwhat\b.*\babout\W*$|\btopic of\b", re.IGNORECASE)
_ABOUT_STEMS = content_stems("about topic")
# What a paper is called by one who asks for it, and by itself.
_PAPERS = ("lease tenancy rental", "bill invoice statement", "insurance policy cover", "job employment")
_SAME = [content_stems(group) for group in _PAPERS]


def labelled(
    question: str, asked: frozenset[str], items: Sequence[Item], holds: Callable[[str], bool] | None
) -> list[Line]:
    """The lines of documents that say what is asked (stems) in a word of their own, in documents that are of the rest.

    `holds` says whether a text holds what is demanded, None where nothing special is.
    """
    found = [*_in_titles(question, asked, items), *_on_receipts(question, asked, items)]
    for form in FORMS if asked else ():
        if form.asks.search(question) is None:
            continue
        rest = asked - form.said
        for item in items:
            if item.chunk is None or item.chunk.document_kind == TALK or (not rest and not form.is_own):
                continue
            if form.sums_up and _is_receipt(item.chunk) and not _RECEIPT.search(question):
                continue  # its total is not what one of its things cost
            told = [unit for unit in units(item.chunk.text) if not unit.is_code]
            lines = [unit.text for unit in told if form.tells.match(unit.text) and (holds is None or holds(unit.text))]
            of_it = _said(item.chunk, told)
            line = next((text for text in lines if rest <= _alike(of_it | content_stems(text))), None)
            found += [Line(item, line, asked, is_told=True)] if line else []
    return found


def _in_titles(question: str, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """What something is about, as the title of its document says: "Group presentation: salt stress in quinoa"."""
    found: dict[int, Line] = {}
    for item in items if _ABOUT.search(question) else ():
        if item.chunk is not None and item.chunk.document_kind != TALK:
            what, colon, _ = item.chunk.document_title.partition(": ")
            if colon and asked - _ABOUT_STEMS and asked - _ABOUT_STEMS <= content_stems(what):
                found.setdefault(item.chunk.document, Line(item, item.chunk.document_title, asked, is_told=True))
    return list(found.values())


def _on_receipts(question: str, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """Where, when and for how much something was bought, as its receipt says."""
    bought = next((tells for asks, tells in _BOUGHT if asks.search(question)), None)
    rest = asked - _BUYING
    found: list[Line] = []
    for item in items if rest else ():
        if bought is None or item.chunk is None or not _is_receipt(item.chunk) or not rest <= titled_of(item.chunk):
            continue
        line = next((unit.text for unit in units(item.chunk.text) if bought.search(unit.text)), "")
        found += [Line(item, line, asked, is_told=True)] if line else []
    return found


def _is_receipt(chunk: ChunkRow) -> bool:
    return _RECEIPT.search(chunk.document_title.replace("_", " ")) is not None


def _said(chunk: ChunkRow, told: Sequence[Unit]) -> frozenset[str]:
    """The stems of what a passage is of: its title, its headings and its first lines."""
    head = " ".join(unit.text for unit in told[:HEAD])
    return titled_of(chunk) | headed_of(chunk) | content_stems(head)


def _alike(stems: frozenset[str]) -> frozenset[str]:
    """The stems with those of other words for the same paper."""
    return stems.union(*(group for group in _SAME if group & stems))
