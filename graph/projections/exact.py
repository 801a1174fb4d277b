"""Vectors in memory, searched by exact scan: changes are safe, recall is one, no lock is needed."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Hits = list[tuple[int, float]]
Vectors = NDArray[np.float32]

# Of a similarity: the digits after them depend on the place at which a row is multiplied, so equal texts would differ.
DIGITS = 6


class ZeroVector(ValueError):
    """A vector without direction: all zero, or not finite."""


class WrongDimension(ValueError):
    """A question's vector has another length than the vectors it is compared with."""


def usable(vectors: Vectors) -> NDArray[np.bool_]:
    """Which rows of a matrix have a direction."""
    return np.logical_and(np.isfinite(vectors).all(axis=1), vectors.any(axis=1))


def refuse_zero(vectors: Vectors) -> None:
    """Raise ZeroVector if a row of the matrix has no direction."""
    if not usable(vectors).all():
        raise ZeroVector("a vector of zeros, or one that is not finite, has no neighbours")


@dataclass(frozen=True, slots=True)
class _Rows:
    """What a reader sees: the ids (n), their vectors (n, dimension) and the vectors' lengths (n)."""

    ids: NDArray[np.int64]
    vectors: Vectors
    lengths: NDArray[np.float32]

    @property
    def count(self) -> int:
        return len(self.ids)

    def first(self, count: int) -> _Rows:
        """So many of them; nothing is copied."""
        return _Rows(self.ids[:count], self.vectors[:count], self.lengths[:count])

    def without(self, gone: NDArray[np.int64]) -> _Rows:
        """All but the rows of these ids; itself when it has none of them."""
        kept = ~np.isin(self.ids, gone)
        return self if kept.all() else _Rows(self.ids[kept], self.vectors[kept], self.lengths[kept])


class ExactTable:
    """Rows of an id and a vector of one dimension; a reader sees all of a change or nothing of it."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._changing = threading.Lock()
        self._room = self._rows = _empty(0, dimension)  # `_rows` are the first of `_room`
        self._ordered = (self._rows, np.empty(0, np.int64))  # rows as they were, and their places ascending by id

    @property
    def count(self) -> int:
        return self._rows.count

    def replace(self, gone: Collection[int], ids: NDArray[np.int64], vectors: Vectors) -> None:
        """Take `gone` out and put the rows in. Rows that only come take their place behind those that readers hold."""
        with self._changing:
            held = self._rows.without(np.fromiter(gone, np.int64, len(gone)))
            count = held.count + len(ids)
            if held is not self._rows or count > self._room.count:
                self._room = _empty(max(count, 2 * held.count if held is self._rows else 0), self.dimension)
                _put(self._room, 0, held)
            _put(self._room, held.count, _Rows(ids, vectors, np.linalg.norm(vectors, axis=1)))
            self._rows = self._room.first(count)

    def search(self, query: Vectors, k: int) -> Hits:
        """The `k` nearest, best first, ties by id, as (id, cosine similarity). Raises WrongDimension."""
        if len(query) != self.dimension:
            raise WrongDimension(f"the question has {len(query)} numbers, the vectors have {self.dimension}")
        rows = self._rows
        similarity = np.round(rows.vectors @ query / (rows.lengths * np.linalg.norm(query)), DIGITS)
        near = np.arange(rows.count)
        if rows.count > k:
            near = np.flatnonzero(similarity >= np.partition(similarity, -k)[-k])
        best = near[np.lexsort((rows.ids[near], -similarity[near]))][:k]
        return list(zip(rows.ids[best].tolist(), similarity[best].tolist(), strict=True))

    def some(self, ids: Collection[int]) -> tuple[NDArray[np.int64], Vectors]:
        """The vectors of those of `ids` that have one, as (ids, matrix)."""
        rows, (ordered, order) = self._rows, self._ordered
        if rows is not ordered:
            order = np.argsort(rows.ids, kind="stable")
            self._ordered = rows, order
        wanted = np.fromiter(ids, np.int64, len(ids))
        if not rows.count:
            return wanted[:0], rows.vectors
        places = order[np.searchsorted(rows.ids, wanted, sorter=order) % rows.count]
        places = places[rows.ids[places] == wanted]
        return rows.ids[places], rows.vectors[places]

    def contents(self) -> dict[int, bytes]:
        """Every vector's bytes by id, for comparing with the database."""
        rows = self._rows
        return {pk: vector.tobytes() for pk, vector in zip(rows.ids.tolist(), rows.vectors, strict=True)}


def _empty(count: int, dimension: int) -> _Rows:
    return _Rows(np.empty(count, np.int64), np.empty((count, dimension), np.float32), np.empty(count, np.float32))


def _put(room: _Rows, start: int, rows: _Rows) -> None:
    """Write rows into a room from the place `start` on."""
    place = slice(start, start + rows.count)
    room.ids[place], room.vectors[place], room.lengths[place] = rows.ids, rows.vectors, rows.lengths
