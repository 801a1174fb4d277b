"""Which way a question walks a relation from who is named: "the advisor of X" is whom X has, and X not whose."""

from __future__ import annotations

from graph.retrieval.question.words import deed

# What each of two people is to the other, where one relation tells both.
_OPPOSITE = [
    ("advisor supervisor teacher mentor tutor", "student pupil mentee"),
    ("parent mother father mum dad", "child kid son daughter"),
    ("boss manager employer", "staff report"),
    ("author writer", "book novel"),
]
_SIDES = [tuple(frozenset(map(deed, side.split())) for side in pair) for pair in _OPPOSITE]
_DOERS = ("er", "or", "ers", "ors")
_DONE_BY = "by"


def leads_back(somebody: str, read: str) -> bool | None:
    """Whether "the `somebody` of X" walks a relation that reads so against its direction; None if nothing tells.

    A role or what is done by somebody leads on from X ("X advisor Y", "X directed by Y"); who does it leads back
    ("Y directed X"), and so does the other side of a role.
    """
    words = read.casefold().split()
    stem = deed(somebody)
    stems = [deed(word) for word in words]
    for here, there in (*_SIDES, *(side[::-1] for side in _SIDES)):
        if stem in here and stems[0] not in here and not there.isdisjoint(stems):
            return True
    if stem not in stems:
        return None
    if _DONE_BY in words or words[stems.index(stem)].removesuffix("s") == somebody.casefold().removesuffix("s"):
        return False
    return True if somebody.casefold().endswith(_DOERS) else None
