"""What was said since of a plan: that it is called off, or moved to another day. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.agenda.passages import Text
from assistant.extraction.words.dates import MONTHS, SHORT, WEEKDAYS
from assistant.extraction.words.named_days import Days, named
from assistant.extraction.words.nouns import words_of
from assistant.question.referents import names_in
from graph.retrieval.question.words import content_stems

_MOVED = re.compile(
    r"\b(?:moved?|moving|postponed?|rescheduled?|delayed|pushed|put off|brought forward|changed)\b"
    r"|\b(?:renewed|extended|prolonged)\b"
    r"|\binstead\b|\bnew (?:date|day|time|deadline)\b"
    r"|\b(?:is|are|be|comes?|arrives?|starts?|delivered|ready) (?:an?|one|two|three|a few|\d+)"
    r" (?:hour|day|week|month)s? (?:later|earlier)\b",
    re.IGNORECASE,
)
# "Kvik called: delivery is a week later", "the XRF is out of order": who says it, and why, is not what it is about.
_ASIDE = re.compile(
    r"\bout of order\b"
    r"|^(?:the |my |our )?[a-z][\w'’-]+ (?=(?:has |have )?(?:moved|postponed|rescheduled|pushed|changed|cancell?ed)"
    r" (?:the|my|our)\b)"
    r"|^[A-ZÀ-ÞĀ-Ž][\w'’.-]*(?: [A-ZÀ-ÞĀ-Ž][\w'’.-]*)?(?:['’]s \w+)? (?:just )?"
    r"(?:called|rang|wrote|says?|said|texted|e-?mailed|phoned|told (?:me|us))\s*(?::|,|that\b)"
)
_OFF = re.compile(
    r"\bcancel(?! (?:\w+ )?(?:before|by|within|until|any ?time|if|online)\b)(?:l?ed|s|l?ing)?\b"
    r"|\bcall(?:ed|s|ing)? (?:\w+ ){0,4}off\b|\bfell through\b"
    r"|(?:\b(?:is|are)|['’](?:s|re)) off\b|\b(?:not|no longer) (?:coming|happening|going|taking place|on)\b"
    r"|\bcan(?:['’]?t|not) (?:(?:make it|come|do it|meet) )?(?:on|this|next|at) (?:the )?\w"
    r"|\b(?:does|do|did)(?:n['’]?t| not) work(?: out)?\b(?=, (?:so )?(?:now|instead|but)\b)"
    r"|\b(?:is|are|wo)n['’]?t (?:coming|come|happening|happen|going|go|taking|take|on|be)\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[a-z]+")
_HINTS = words_of(  # one of them is in every such sentence: a quick look before it is searched
    "cancel cancelled canceled cancels cancelling canceling off fell not longer isn isnt aren arent won wont move moved"
    " moving postpone postponed reschedule rescheduled pushed brought changed new delayed later earlier"
    " instead renewed extended prolonged can cant cannot work"
)
_NO_THING = content_stems(  # words of such a sentence that are no name of what it is about
    " ".join([*MONTHS, *SHORT, *WEEKDAYS])
    + " cancel cancelled canceled cancels cancelling canceling call called calls calling off fell through not no longer"
    " coming come happening happen going go taking take place moved move moving postponed postpone rescheduled"
    " reschedule pushed put brought forward changed after all today tomorrow tonight week weekend next this am pm"
    " i've i'm i'll we've we're it's that's have had actually instead unfortunately sorry now half past quarter to"
    " renewed extended prolonged until till can't cannot make come meet do does did doesn't don't work"
    " same new date time deadline delayed later earlier hour month comes arrives starts ready"
    " o'clock noon midnight morning afternoon evening one two three four five six seven eight nine ten eleven twelve"
)
_ANY = content_stems("appointment meeting call event plan plans date day time")


@dataclass(frozen=True, slots=True)
class Off:
    """A sentence that calls something off or moves it: by the stems of what, and the days it names, if any.

    `things` are those stems that are of no name.
    """

    chunk: int
    text: str
    at: dt.datetime
    said_on: dt.date
    stems: frozenset[str]
    days: tuple[Days, ...]
    moves: bool
    things: frozenset[str] = frozenset()


def called_off(texts: Iterable[Text]) -> list[Off]:
    """Each such sentence of what was said or noted on a known day, newest first."""
    found = []
    for text in texts:
        if text.at is None or text.said_on is None or _HINTS.isdisjoint(_LETTERS.findall(text.text.casefold())):
            continue
        for sentence in text.sentences():
            moves = _MOVED.search(sentence) is not None
            if moves or _OFF.search(sentence):
                days = named(sentence, text.said_on)
                said = _ASIDE.sub("", sentence)
                stems = things(said)
                unnamed = stems - content_stems(" ".join(names_in(said))) - _ANY
                found.append(Off(text.chunk, sentence, text.at, text.said_on, stems, days, moves, unnamed))
    return sorted(found, key=lambda one: one.at, reverse=True)


def things(words: str) -> frozenset[str]:
    """The stems of what is meant: numbers are its days and times."""
    return frozenset(stem for stem in content_stems(words) - _NO_THING if not stem[0].isdigit())


def since(
    offs: Sequence[Off], words: str, days: tuple[dt.date, dt.date], at: dt.datetime, chunk: int = 0
) -> Off | None:
    """The newest that was said after `at` of what these words tell of these days, before they were over."""
    stems = things(words)
    for one in offs:
        if one.chunk != chunk and one.at > at and one.said_on <= days[1] and _is_of(one, stems, days):
            return one
    return None


def _is_of(off: Off, stems: frozenset[str], days: tuple[dt.date, dt.date]) -> bool:
    """Whether it names the thing, by one word where it names the day as well, else by two if it has so many, of which
    not all are of a name: what a doctor changed moves no appointment with her.

    Where it names other days it is of something else, unless it moves it there; "appointment" is any.
    """
    named = off.stems - _ANY or off.stems
    shared = len(named & stems)
    if any(day.meets(*days) for day in off.days):
        return shared > 0
    is_named = not off.things or bool(off.things & stems)
    return is_named and shared >= min(2, len(named)) > 0 and (off.moves or not off.days)
