"""The sentences that name some days, and on request what was told on them. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant import params
from assistant.agenda.asked import Past
from assistant.agenda.entry import meets
from assistant.extraction.words.named_days import Days, is_told, monthly, named, recurring
from assistant.extraction.words.reckoning import may_name
from assistant.question.intents import takes_back
from assistant.question.questions import asks, is_to_be_kept
from graph.prose import OPEN, units
from graph.retrieval.ranking.score import TALK

_TIME = re.compile(
    r"\b(?:at|from|by|around|between) (?P<hour>\d{1,2})(?:[:.](?P<minutes>\d\d))?\b(?P<half>\s*[ap]\.?m\b)?"
    r"(?!\s*[%€£$])"
    r"|\b(?P<hour2>\d{1,2})(?:[:.](?P<minutes2>\d\d))?(?P<half2>\s*[ap]\.?m\b)"
    r"|\b(?P<hour3>[01]?\d|2[0-3]):(?P<minutes3>\d\d)\b",
    re.IGNORECASE,
)
# What stands before the day from which, or until which, something is every week.
_BEGINS = re.compile(
    r"\b(?:start(?:s|ing)?|begin(?:s|ning)?|from|as of|since)(?: again)?(?: on| in)?(?: the)? $", re.IGNORECASE
)
_ENDS = re.compile(r"\b(?:until|till|up to|ends?|ending)(?: on| in)?(?: the)? $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """A passage, and when its words were said or noted, where that is known; `kind` is that of its document.

    Of a plan it `is_planned`: what stands there is to be on the day `said_on`.
    """

    chunk: int
    text: str
    at: dt.datetime | None = None
    said_on: dt.date | None = None
    kind: str = "file"
    is_planned: bool = False

    @property
    def is_note(self) -> bool:
        return self.kind != TALK

    def sentences(self) -> Iterator[str]:
        """Those that tell something, without the marks of lists; none of a message that takes something back."""
        if not self.is_note and takes_back(self.text):
            return
        for unit in units(self.text, is_typed=not self.is_note):
            said = unit.text.removeprefix(OPEN).lstrip()
            asked = said.endswith("?") or asks(said, by_form=self.is_note)  # of notes there are thousands of sentences
            asked = asked and not is_to_be_kept(said)
            if not unit.is_code and not asked:
                yield unit.text


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a passage, and the days that it tells."""

    chunk: int
    first: dt.date
    last: dt.date
    text: str


def on(texts: Iterable[Text], first: dt.date, last: dt.date, past: Past) -> list[Said]:
    """Each sentence once that names one of these days, and what was told on them, as far as `past` lets it."""
    found: dict[tuple[dt.date, str], Said] = {}
    for text in texts:
        for one in _in(text, first, last, past):
            found.setdefault((one.first, one.text.casefold()), one)
    return list(found.values())


def _in(text: Text, first: dt.date, last: dt.date, past: Past) -> Iterator[Said]:
    of_the_day = (past or text.is_planned) and text.said_on is not None and first <= text.said_on <= last
    if not (of_the_day or may_name(text.text)):
        return
    left = (0, 1, params.OF_A_NOTE)[past] if text.is_note else (0, 0, params.OF_A_NOTE)[past]
    left = params.OF_A_NOTE if text.is_planned else left
    for sentence in text.sentences():
        days = named(sentence, text.said_on) if may_name(sentence) else ()
        meant = [one for one in days if meets((one.first, one.last), first, last) and (past or not one.behind)]
        if meant:  # "the exam is on the 17th, the other on the 24th" is of both days
            yield from (Said(text.chunk, one.first, one.last, sentence) for one in meant)
        elif not past and last - first <= params.LOOKED_AHEAD and (days_of_months := monthly(sentence, first, last)):
            yield from (Said(text.chunk, day, day, sentence) for day in days_of_months)
        elif not past and last - first < params.A_WEEK and (weekly := _weekly(sentence, first, last, days)):
            yield from (Said(text.chunk, day, day, sentence) for day in weekly)
        elif of_the_day and text.said_on and left and not days and _tells(text, sentence):
            left -= 1
            yield Said(text.chunk, text.said_on, text.said_on, sentence)


def _weekly(sentence: str, first: dt.date, last: dt.date, named_in_it: Sequence[Days]) -> list[dt.date]:
    """Of a week or less the days on which something is every week: of a month they would fill the page.

    None before it starts or after it ends: "starts on 8 February, Mondays at 9:30".
    """
    if is_told(sentence, 0, len(sentence)):
        return []
    begins = [one.first for one in named_in_it if _BEGINS.search(sentence, 0, one.start)]
    ends = [one.last for one in named_in_it if _ENDS.search(sentence, 0, one.start)]
    weekdays = recurring(sentence)
    days = (first + dt.timedelta(days=step) for step in range((last - first).days + 1))
    of_it = (day for day in days if max([first, *begins]) <= day <= min([last, *ends]))
    return [day for day in of_it if day.weekday() in weekdays]


def _tells(text: Text, sentence: str) -> bool:
    """Whether a sentence tells of the day on which it was said: all of its note does, and what is in the past."""
    return text.is_note or is_told(sentence, 0, len(sentence))


def time_in(sentence: str) -> str:
    """The time of day that a sentence names, "15:00"; "at 3" is in the afternoon. Empty where it names none."""
    found = _TIME.search(sentence)
    if found is None:
        return ""
    hour = int(found["hour"] or found["hour2"] or found["hour3"])
    half = (found["half"] or found["half2"] or "").strip().casefold()[:1]
    in_the_afternoon = not half and found["hour"] and not found["minutes"] and 1 <= hour <= 7
    if in_the_afternoon or (half == "p" and hour < 12):
        hour += 12
    hour = 0 if half == "a" and hour == 12 else hour
    return f"{hour:02}:{found['minutes'] or found['minutes2'] or found['minutes3'] or '00'}" if hour < 24 else ""
