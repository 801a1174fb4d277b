"""The day of what takes place once: "Dad's funeral is on Monday" is a day of the calendar, and tells it for good."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from assistant.extraction.words.named_days import Days, named
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

_ONCE = words_of(
    "funeral wedding dinner lunch breakfast exam test interview appointment operation surgery flight trip party concert"
    " gig play recital match game viewing delivery hearing trial checkup scan graduation ceremony reunion christening"
    " reception launch presentation talk show performance visit move"
)
_MEANS_ONE = re.compile(r"^(?:on )?(?:this|next|coming|tomorrow|tonight|today|the day after)\b", re.IGNORECASE)
_YEARLY = words_of("birthday anniversary")


def on_its_day(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    """With a day by a weekday or without its year as the day that is meant; of "my day off is Monday" it says none."""
    value, noun = candidate.value or "", candidate.predicate.rpartition("_")[2]
    is_one = noun in _ONCE or (_MEANS_ONE.match(value) and noun not in _YEARLY)
    if said_at is None or candidate.object is not None or not is_one:
        return [candidate]
    day = re.sub(r"^(?:on )?", "on ", value, flags=re.IGNORECASE)  # "the 14th" names one only so
    days = named(day, said_at.date(), back=False)
    if len(days) != 1 or days[0].first != days[0].last or not _is_all(day, days[0]):
        return [candidate]
    return [replace(candidate, value=days[0].first.isoformat(), value_type="date")]


def _is_all(words: str, day: Days) -> bool:
    return {*words[: day.start].split(), *words[day.end :].split()} <= {"on", "the"}
