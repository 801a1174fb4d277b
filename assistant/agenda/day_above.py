"""The day below whose heading a line of a log or of a plan stands: "## 12 May", "## Sat 4 April 2027 - Kyoto". Pure."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import NamedTuple

from assistant.extraction.words.dates import WEEKDAYS, iso_day, written
from graph.days import in_words
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow

_ON = "|".join(f"{day}|{day[:4]}|{day[:3]}" for day in WEEKDAYS)
_HEADING = re.compile(
    rf"(?:(?:on )?(?:{_ON})\.?,? )?"
    rf"(?:(?P<iso>\d{{4}}-\d\d-\d\d)\b|(?P<day>[^-–—:(]*?\d[^-–—:(]*?)(?:,? (?:{_ON}))?\s*(?=$|[-–—:(]))(?P<about>.*)",
    re.IGNORECASE,
)
WHEN_WAS = re.compile(r"\W*(?:and )?(?:when|(?:on )?(?:what|which) (?:day|date)) (?:did|was|were)\b", re.IGNORECASE)
_DATED = re.compile(r"\b(?:18|19|20)\d\d-\d\d-\d\d\b")  # as daily notes are called
_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")


class Above(NamedTuple):
    """A day as it is told, "12 May 2026 (Hakone)", and as a date where a year is known of it."""

    told: str
    on: dt.date | None

    def is_planned(self, written_at: dt.datetime) -> bool:
        """Whether it was still to come when what stands below it was written."""
        return self.on is not None and self.on >= written_at.date()


@lru_cache(maxsize=1024)  # of each passage found it is asked several times
def day_above(prefix: str) -> Above | None:
    """The day that heads a passage: the nearest of the headings in its `prefix` that is one, perhaps with words behind.

    A heading without its year has the only one that those above it or the title name: "## 12 May" of "Bee log 2026".
    """
    steps = prefix.split(" › ")
    for place in range(len(steps) - 1, -1, -1):
        found = _HEADING.fullmatch(steps[place].strip())
        if found is None:
            continue
        day = found["iso"] or " ".join(found["day"].split())
        if exact := iso_day(day):
            return Above(f"{in_words(day)}{_about(found)}", exact)
        if (told := written(day)) is not None:
            value, is_whole = told
            years = {*_YEAR.findall(" ".join(steps[:place]))}
            if not is_whole and len(years) == 1:
                value, is_whole = written(f"{value} {years.pop()}") or told
            return Above(f"{in_words(value)}{_about(found)}", iso_day(value) if is_whole else None)
    return None


def _about(heading: re.Match[str]) -> str:
    said = heading["about"].strip(" -–—:,()")
    return f" ({said})" if said else ""


def tells_its_day(question: str, passage: ChunkRow) -> bool:
    """Whether the day that a note is of, or that heads a passage of it, is when what it says was, if that is asked.

    Of what is or will be tells only a plan, whose day was still to come when it was written; the minutes of a meeting
    say of nothing when it is due.
    """
    above = None if passage.document_kind == TALK else day_above(passage.prefix)
    if WHEN_WAS.match(question):
        return above is not None or _DATED.search(passage.document_title) is not None
    return above is not None and above.is_planned(passage.created_at)
