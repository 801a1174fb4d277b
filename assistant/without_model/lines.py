"""The lines that were said or read of what is asked, and of whom; what is so now before what was."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from functools import partial

from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import ASKS_WHERE, NAME_STEMS, Asking, done_by_oneself
from assistant.without_model.changed import changed_first
from assistant.without_model.choosing import Sought
from assistant.without_model.demands import AGE, HEAT, LONG, SUM, THING, Demand, demanded, is_held
from assistant.without_model.exactly import COUNTED, HAPPEN
from assistant.without_model.labelled import headed_by, labelled
from assistant.without_model.latest import latest
from assistant.without_model.line import Line
from assistant.without_model.numbered import COUNT, is_of_other_number, point
from assistant.without_model.of_chats import in_context, replied, says_too_little
from assistant.without_model.of_whom import is_of_another, told_of
from assistant.without_model.owning import is_nobodys
from assistant.without_model.passages import of_titled, speaking_to
from assistant.without_model.periods import is_of_other_day, is_of_other_month, is_of_other_year
from assistant.without_model.still import over
from assistant.without_model.when_and_where import (
    WHAT_HAPPENED,
    befell,
    is_on_stage,
    is_other_way,
    is_the_contrary,
    tells_where,
)
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result

_HOW = content_stems("much many often")
_HOW_MANY = re.compile(r"\bhow many (?P<what>[a-z]+)", re.IGNORECASE)
_HOW_MANY_TIMES = re.compile(r"\bhow many times\b", re.IGNORECASE)
_TIMES, _YEARS = content_stems("times"), content_stems("year")
_WHO_WAS_THERE = re.compile(
    r"\bwho (?:was|were|is|attended|joined|came|took part)\b.*\b(?:meeting|call|session|workshop|visit|retro|"
    r"retrospective|review|interview|kick-?off|training|seminar|agm|steerco|committee|board)\b",
    re.IGNORECASE,
)
_WHO_IS = re.compile(r"\W*(?:and )?who(?: is|['’]s) (?:the|my|our) (?P<post>[a-z][a-z -]{2,30}?)\W*", re.IGNORECASE)
# "Who did the survey?", "who books our shows?": told by "Surveyor: Martin Cole", "Jonah is our booker" as well.
_WHO_DOES = re.compile(
    r"\W*(?:and )?who (?:(?:did|does|do|is doing|will do) (?:the|our|my) (?P<deed>[a-z]{3,})\W*$"
    r"|(?P<verb>[a-z]{3,}?)e?s? (?:the|our|my|us|for)\b)",
    re.IGNORECASE,
)
_HOW_LONG = re.compile(r"\bhow long\b", re.IGNORECASE)
_OF_SUMS = content_stems("charge cost pay price")
_HEAT = content_stems("temperature hot warm cold")
_LASTS = content_stems("last take be")
_PRESENT = content_stems("present attendees participants")  # as minutes say it
_WHEN_DOES = re.compile(r"\W*(?:and )?(?:when|what time) (?:do|does)\b", re.IGNORECASE)
_GOES_ON = content_stems("run happen take place start go")  # "nightly at 02:30", below "Backups", of when they run
_IS_MOVED = re.compile(r"\b(?:moved|postponed|rescheduled|pushed|brought forward|put off|cancell?ed)\b", re.I)


def lines_of(asking: Asking, result: Result, today: dt.date) -> list[Line]:
    """What was said or read that speaks to the question, of whom it asks; nothing that names them not and holds no more
    of its words than what does. The last of something is what it was up to `today`.
    """
    asked = words_of(asking)
    demand = demanded(asking.question)
    counted = COUNTED.search(asking.question)
    thing = content_stems(counted["what"]) if counted else frozenset()  # of how much electricity it was

    def holds_it(text: str) -> bool:
        is_of_it = not thing or not thing.isdisjoint(content_stems(text))
        return demand is not None and demand.kind != THING and is_held(demand, text) and is_of_it

    sought = Sought(
        asked,
        holds=holds_it,
        did=done_by_oneself(asking),
        point=point(asking.question),
        is_other=partial(_is_of_another_one, asking.question),
    )
    found = speaking_to(sought, asking.names, result.items, result.lines)
    if (
        demand is not None
        and demand.kind in {LONG, AGE, SUM}
        and not any(line.words and holds_it(line.text) for line in found)
    ):
        found = [*of_titled(asked, asking.names, result.items, holds_it), *found]
    if not any(line.words for line in found) and demand is not None and _WHEN_DOES.match(asking.question):
        found = [*of_titled(asked - _GOES_ON, asking.names, result.items, holds_it), *found]
    of_kind = None if demand is None or demand.kind == THING else holds_it
    if told := labelled(asking.question, asked, asking.names, result.items, of_kind):
        said = (line for line in found if line.is_said and asked <= line.words)
        found = [*told, *(line for line in said if of_kind is None or of_kind(line.text))]
    found = _held_first(
        asking,
        [
            *over(asking, asked, result),
            *latest(asking, result, today),
            *_present(asking, asked, result),
            *_doers(asking, result),
            *found,
        ],
    )
    found = [line for line in found if not _is_of_other(asking, asked, line)]
    found = _placed_first(asking, _of_them(asking, found))
    found = [*replied(asking, asked, result.items), *_happened(asking, found)]
    if not any(asked <= line.words for line in found):
        found = [*_of_them(asking, in_context(asking, asked, result.items)), *found]
    of_them = headed_by(asking.names, result.items)
    naming = [
        line
        for line in found
        if asking.names & content_stems(told_of(line.text, line.item.chunk)) or line.document in of_them
    ]
    if asking.strangers and any(asking.strangers & content_stems(item.text) for item in result.items if item.chunk):
        return _so_now(asking, naming, result)  # how often Rentokil comes is said where it is named, if anywhere
    if not naming:
        return _so_now(asking, found, result)
    more = [line for line in found if asked <= line.words and not any(line.words <= one.words for one in naming)]
    more = more if asked - NAME_STEMS else []  # what somebody else is called
    return _so_now(asking, [line for line in found if line in naming or line in more], result)


def _of_them(asking: Asking, lines: list[Line]) -> list[Line]:
    return [line for line in lines if not is_of_another(asking, line.text, line.item.chunk)]


def _is_of_another_one(question: str, text: str) -> bool:
    others = (is_of_other_number, is_other_way, is_of_other_month, is_the_contrary)
    return any(is_of_other(question, text) for is_of_other in others)


def _is_of_other(asking: Asking, asked: frozenset[str], line: Line) -> bool:
    """Whether it tells of another chapter or time, of a show that is live, of the way back, or of what nobody has."""
    return (
        _is_of_another_one(asking.question, line.text)
        or is_of_other_year(asking.by, line)
        or is_of_other_day(asking.question, line)
        or is_on_stage(asked, line.text)
        or is_nobodys(asking.question, line.text)
        or says_too_little(asking, line)
    )


def _so_now(asking: Asking, found: list[Line], result: Result) -> list[Line]:
    """What is so now first, of how many there are what says so, and before a day that was moved the other."""
    lines = _counting_first(asking, changed_first(asking, found))
    moved = _moved(asking, lines[:1], result)
    return [*moved, *(line for line in lines if line.item.pk not in {one.item.pk for one in moved})]


def _moved(asking: Asking, best: list[Line], result: Result) -> list[Line]:
    """What was said later of what the best line tells: "the principal moved the 6C meeting to the 11th".

    It has another of that line's words beside one that is asked for, or is of "the clearance" alone.
    """
    if not best or not all(line.is_said for line in best) or _IS_MOVED.search(asking.question):
        return []
    asked = words_of(asking)
    shared = content_stems(best[0].text) - asked
    the_one = re.compile(rf"\bthe (?P<what>[\w-]+)(?: [a-z]+){{0,4}}? {_IS_MOVED.pattern}", re.IGNORECASE)

    def is_of_it(text: str) -> bool:
        named = the_one.search(text)
        return bool(shared & content_stems(text)) or (named is not None and bool(asked & content_stems(named["what"])))

    others = [item for item in result.items if item.pk != best[0].item.pk]
    return [
        replace(line, words=best[0].words)
        for line in speaking_to(Sought(asked), frozenset(), others, {})
        if line.words and _IS_MOVED.search(line.text) and is_of_it(line.text)
        if line.is_said and line.at > best[0].at
    ][:1]


def _counting_first(asking: Asking, found: list[Line]) -> list[Line]:
    """Of how many there are first the lines that say so: "14 plots" before "all plots: 4.2 %"."""
    asked = _HOW_MANY.search(asking.question)
    if asked is None:
        return found
    counts = re.compile(rf"(?:{COUNT.pattern})(?: \w+)? {re.escape(asked['what'])}\b", re.IGNORECASE)
    return sorted(found, key=lambda line: counts.search(line.text) is None)


def _held_first(asking: Asking, found: list[Line]) -> list[Line]:
    """Of who holds a post first the lines that name it of somebody: "role: coach" before "all coaches need a check"."""
    asked = _WHO_IS.fullmatch(asking.question.strip())
    if asked is None:
        return found
    held = re.compile(rf"(?:: {re.escape(asked['post'])}(?=;|$)|\b{re.escape(asked['post'])}: )", re.IGNORECASE)
    return sorted(found, key=lambda line: held.search(line.text) is None)


def _happened(asking: Asking, found: list[Line]) -> list[Line]:
    """Of what happened to somebody what they did or what befell them, if any says so: not what they like."""
    if WHAT_HAPPENED.search(asking.question) is None:
        return found
    return [line for line in found if befell(asking, line.text)] or found


def _placed_first(asking: Asking, found: list[Line]) -> list[Line]:
    """Of where something is first the lines that say of it, or of "it", that it is, stands or hangs somewhere."""
    if asking.words or not ASKS_WHERE.match(asking.question):
        return found
    return sorted(found, key=lambda line: not tells_where(asking, line.text))


def _present(asking: Asking, asked: frozenset[str], result: Result) -> list[Line]:
    """Of who was at a meeting what its minutes say: their title and their other lines tell of which one."""
    if _WHO_WAS_THERE.search(asking.question) is None:
        return []
    told = [line for stem in _PRESENT for line in speaking_to(Sought(frozenset({stem})), frozenset(), result.items, {})]
    held = [(line, asked & content_stems(told_of(line.text, line.item.chunk))) for line in told if line.words]
    return [replace(line, words=line.words | words) for line, words in held if words]


def _doers(asking: Asking, result: Result) -> list[Line]:
    """The lines that call somebody by what is done: "Surveyor: Martin Cole"."""
    asked = _WHO_DOES.match(asking.question)
    if asked is None:
        return []
    done = (asked["deed"] or asked["verb"]).casefold()
    verb = content_stems(done)
    doers = content_stems(f"{done}er {done}or {done}r")
    told = [line for doer in doers for line in speaking_to(Sought(frozenset({doer})), frozenset(), result.items, {})]
    return [replace(line, words=line.words | verb) for line in told if line.words]


def words_of(asking: Asking) -> frozenset[str]:
    """The stems of what is asked, without those of whom it is asked and without light ones, if there are others."""
    words = asking.focus.stems - FILLERS - asking.names
    if asking.focus.name:
        words = words - NAME_STEMS or words  # what somebody is called is told of them, and not of calls
    if _HOW_MANY_TIMES.search(asking.question):
        words = words - _TIMES or words
    if asking.by.year is not None:  # a line is of "this year" by when it was said
        words = words - _YEARS or words
    if _HOW_LONG.search(asking.question):
        words = words - _LASTS or words
    if demanded(asking.question) == Demand(SUM):  # "£55 an hour" says what he charges
        words = words if words - _OF_SUMS - LIGHT - _HOW or not asking.names else frozenset()
    if demanded(asking.question) == Demand(HEAT):
        words = words - _HEAT or words  # "at 4 degrees" says it
    if words & HAPPEN and (asking.names or words - HAPPEN):
        words -= HAPPEN
    return words - LIGHT - _HOW or words - LIGHT or words
