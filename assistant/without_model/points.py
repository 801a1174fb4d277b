"""Which point of a list a question names by its number: "what was week 7?", "the third inn that you named". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant.extraction.words.dates import ORDINALS
from graph.prose import Unit

_NTH = re.compile(
    rf"\b(?:the|your) (?:(?P<word>{'|'.join(ORDINALS)})|(?P<number>\d{{1,2}})(?:st|nd|rd|th)|(?P<last>last)) [a-z]",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"(?:\b(?:number|no\.|point|item|option|tip|step|rule|question|suggestion|idea|reason|exercise|job|#)|#) ?#?"
    r"(?P<number>\d{1,3})\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?P<of>chapter|week|day|stage|phase|part|lesson|session|level|month|act) (?P<number>\d{1,3})\b", re.I
)


def point(told: Sequence[Unit], question: str) -> int | None:
    """The place of the unit that is the point which the question names; None where it names none, or where no list or
    more than one has it.
    """
    numbered = {
        place: int(unit.number.strip(".)")) for place, unit in enumerate(told) if unit.number.strip(".)").isdigit()
    }
    if (asked := _POINT.search(question)) is not None:
        return _only(place for place, number in numbered.items() if number == int(asked["number"]))
    if (asked := _PART.search(question)) is not None:
        begins = re.compile(rf"\W*{asked['of']} {asked['number']}\b", re.IGNORECASE)
        return _only(place for place, unit in enumerate(told) if begins.match(unit.text))
    if (asked := _NTH.search(question)) is None:
        return None
    places = list(numbered) or [place for place, unit in enumerate(told) if unit.opens == "item"]
    if len(places) < 2 or (numbered and list(numbered.values()) != list(range(1, len(numbered) + 1))):
        return None
    which = len(places) if asked["last"] else int(asked["number"] or ORDINALS[asked["word"].casefold()])
    return places[which - 1] if which <= len(places) else None


def _only(places: Iterator[int]) -> int | None:
    found = list(places)
    return found[0] if len(found) == 1 else None
