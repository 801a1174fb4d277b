"""What somebody has by what they belong to: the coach of their club, the country of the town where they play."""

from __future__ import annotations

from graph.retrieval.question.telling import all_deeds, deeds

_BELONGS = deeds(
    "works plays member belongs part based located studies employed owned team club department country class school"
)
_STANDS = deeds("located based headquartered country city town")
_OF_LAND = deeds("currency language timezone president king government monarch")
_LEADS = deeds("coach trainer lead head chief manage boss captain chair president ceo director teacher tutor")


def is_belonging(read: str) -> bool:
    """Whether a relation that reads so leads from somebody to what they belong to, or from that to where it is."""
    return not _BELONGS.isdisjoint(all_deeds(read))


def is_shared(read: str, *, is_place: bool) -> bool:
    """Whether what a relation of that leads to is as well theirs who belong to it: who leads it and, where a place is
    asked for, where it is, and of a place what its country has. Its address, its age and its telephone are not theirs.
    """
    told = all_deeds(read)
    return not (_LEADS | _OF_LAND).isdisjoint(told) or (is_place and not _STANDS.isdisjoint(told))
