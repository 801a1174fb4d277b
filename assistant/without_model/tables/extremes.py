"""What the most or the least of a table is asked by: "the oldest" by "Born" or "Age". Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# What is the most, by the heads below which it is told, and whether that is the greatest there.
_NUMBERED = "cost price amount total fee sum rate paid rent"
_EXTREMES: dict[str, tuple[tuple[str, bool], ...]] = {
    "oldest": (("age", True), ("born birth birthday birthdate dob year built bought acquired founded since", False)),
    "youngest": (("age", False), ("born birth birthday birthdate dob", True)),
    "expensive": ((_NUMBERED, True),),
    "dearest": ((_NUMBERED, True),),
    "costliest": ((_NUMBERED, True),),
    "cheapest": ((_NUMBERED, False),),
    "longest": (("length duration minutes min hours km distance pages nights time", True),),
    "shortest": (("length duration minutes min hours km distance pages nights height time", False),),
    "farthest": (("distance km miles", True),),
    "heaviest": (("weight kg g", True),),
    "lightest": (("weight kg g", False),),
    "tallest": (("height cm", True),),
    "biggest": (("size area users members population people employees pages", True),),
    "largest": (("size area users members population people employees pages", True),),
    "smallest": (("size area users members population people employees pages", False),),
    "fastest": (("speed", True), ("time duration", False)),
    "slowest": (("speed", False), ("time duration", True)),
    "newest": (("date since year built bought acquired founded", True),),
    "latest": (("date since year", True),),
    "earliest": (("date since year time", False),),
    "best": (("rating stars score grade marks points", True),),
    "worst": (("rating stars score grade marks points", False),),
}
_MOST = {
    "most": True,
    "highest": True,
    "maximum": True,
    "fewest": False,
    "least": False,
    "lowest": False,
    "minimum": False,
}


@dataclass(frozen=True, slots=True)
class Extreme:
    """What is the most or the least `by` some heads, and whether it is the greatest there.

    Where it is by none of these it is by the head that the question names, the greatest if it `is_most`.
    """

    word: str
    by: tuple[tuple[frozenset[str], bool], ...]
    is_most: bool = True


def extreme(told: Sequence[str]) -> Extreme | None:
    """What the words of a question, in small letters, ask for the most or the least of."""
    for word in told:
        if word in _EXTREMES:
            by = tuple((frozenset(heads.split()), most) for heads, most in _EXTREMES[word])
            if word == "expensive":
                if not {"most", "least"} & {*told}:
                    return None
                by = tuple((heads, "most" in told) for heads, _ in by)
            return Extreme(word, by)
    for before, word in zip(["", *told], told, strict=False):
        if word in _MOST and before != "at":  # "at least five" is not the least
            return Extreme(word, (), is_most=_MOST[word])
    return None
