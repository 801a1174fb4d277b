"""Whether a person has more vectors, or words, of a kind than some limit, without counting them at every question.

Of a kind beyond `params.SEARCHED_VECTORS` there is no vector index: what names, words and the graph lead to is
compared one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from graph import params, versions
from graph.projections import vector_rows
from graph.projections.subjects import EMBEDDING_TOUCH
from graph.retrieval.types import Kind


@dataclass(frozen=True, slots=True)
class Extent:
    """How many there are at a version: between `least` and `most`, which are equal when they were counted."""

    version: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Holding:
    """In how many rows each phrase is that was asked for at a version of the graph."""

    version: int
    epoch: UUID | None
    rows: dict[str, int] = field(default_factory=dict)


_known: dict[tuple[int, Kind, str], Extent] = {}
_indexed: dict[tuple[int, Kind], Extent] = {}
_holding: dict[tuple[int, Kind], Holding] = {}


def is_searched(user_id: int, kind: Kind, model: str) -> bool:
    """Whether rows of the kind are found by their vectors."""
    return not exceeds(params.SEARCHED_VECTORS, user_id, kind, model)


def exceeds(limit: int, user_id: int, kind: Kind, model: str) -> bool:
    """Whether there are more than `limit`; they are counted only where what is known does not tell."""
    known = _known.get((user_id, kind, model))
    version = versions.current(user_id, known.version if known else 0)
    known = _brought_to(version, user_id, kind, known)
    if known is None or known.least <= limit < known.most:
        count = vector_rows.count(user_id, kind, model)
        known = Extent(version, count, count)
    _known[user_id, kind, model] = known
    return known.least > limit


def indexed(user_id: int, kind: Kind, count: Callable[[], int]) -> int:
    """How many rows of the kind the word index has, by `count`, which is asked once for each version of the graph."""
    version, known = versions.current(user_id), _indexed.get((user_id, kind))
    if known is None or known.version != version:
        rows = count()
        known = _indexed[user_id, kind] = Extent(version, rows, rows)
    return known.least


def holding(
    user_id: int, kind: Kind, phrases: Sequence[str], count: Callable[[Sequence[str]], Sequence[int]]
) -> dict[str, int]:
    """How many rows of the kind have each phrase, by `count`, which is asked once for each version of the graph.

    What takes long to count is what many rows have, and such words are in most questions.
    """
    stands, known = versions.standing(user_id), _holding.get((user_id, kind))
    is_of_it = known is not None and (known.version, known.epoch) == (stands.version, stands.epoch)
    if known is None or not is_of_it or len(known.rows) > params.KEYWORDS_COUNTED:
        known = _holding[user_id, kind] = Holding(stands.version, stands.epoch)
    if missing := [phrase for phrase in phrases if phrase not in known.rows]:
        known.rows.update(zip(missing, count(missing), strict=True))
    return {phrase: known.rows[phrase] for phrase in phrases}


def forget(user_id: int | None = None) -> None:
    """Count what a user has anew, or everyone."""
    for key in [key for key in list(_known) if user_id in (None, key[0])]:
        _known.pop(key, None)
    for counted in (_indexed, _holding):
        for of in [of for of in list(counted) if user_id in (None, of[0])]:
            counted.pop(of, None)


def _brought_to(version: int, user_id: int, kind: Kind, known: Extent | None) -> Extent | None:
    """What is known at a newer version: each vector touched since may be one more or one less."""
    if known is None or known.version == version:
        return known
    touched = versions.since(user_id, known.version) if known.version < version else None
    if touched is None:
        return None
    changed = sum(1 for touch, _ in touched if touch == EMBEDDING_TOUCH[kind])
    return Extent(version, known.least - changed, known.most + changed)
