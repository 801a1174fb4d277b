"""Vectors in an in-memory table, searched by exact scan: changes are safe, recall is one, no lock is needed."""

from __future__ import annotations

import os
import weakref
from collections.abc import Collection, Sequence

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from graph.projections.duck import QUESTION, Database, as_table, database

Hits = list[tuple[int, float]]
Vectors = NDArray[np.float32]


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


class ExactTable:
    """`id` and `v` rows of one dimension. It is dropped when the last one who reads it lets go."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.count = 0
        self.dead = 0  # rows deleted so far: DuckDB keeps their place
        self._database = database()
        self.name = self._database.new_name("vectors")
        self._database.tidy()
        self._database.cursor().execute(f"CREATE TABLE {self.name} (id BIGINT, v FLOAT[{dimension}])")
        weakref.finalize(self, _drop, self._database, os.getpid(), self.name).atexit = False

    def replace(self, gone: Collection[int], ids: NDArray[np.int64], vectors: Vectors) -> None:
        """Take `gone` out and put the rows in, in one transaction: a reader sees all of it or nothing."""
        cursor = self._database.cursor()
        cursor.begin()
        try:
            removed = self._delete(cursor, gone) if gone else 0
            if len(ids):
                cursor.register("incoming", as_table(ids, vectors))
                cursor.execute(f"INSERT INTO {self.name} SELECT id, v::FLOAT[{self.dimension}] FROM incoming")
                cursor.unregister("incoming")
            cursor.commit()
        except duckdb.Error:
            cursor.rollback()
            raise
        self.count += len(ids) - removed
        self.dead += removed

    def search(self, query: Vectors, k: int) -> Hits:
        """The `k` nearest, best first, ties by id, as (id, cosine similarity)."""
        return search_each([(self, k)], query)[0]

    def scan(self, place: int, query: Vectors, k: int) -> str:
        """The statement that finds the `k` nearest of this table, each row marked with `place`."""
        if len(query) != self.dimension:
            raise WrongDimension(f"the question has {len(query)} numbers, the vectors have {self.dimension}")
        distance = f"array_cosine_distance(v, {QUESTION}) AS d"
        return f"(SELECT {place} AS place, id, {distance} FROM {self.name} ORDER BY d, id LIMIT {int(k)})"

    def contents(self) -> dict[int, bytes]:
        """Every vector's bytes by id, for comparing with the database."""
        table = self._database.cursor().execute(f"SELECT id, v FROM {self.name}").to_arrow_table()
        return by_id(table)

    def _delete(self, cursor: duckdb.DuckDBPyConnection, gone: Collection[int]) -> int:
        cursor.register("outgoing", pa.table({"id": pa.array(sorted(gone), pa.int64())}))
        (removed,) = cursor.execute(f"DELETE FROM {self.name} WHERE id IN (SELECT id FROM outgoing)").fetchone() or (0,)
        cursor.unregister("outgoing")
        return removed


def search_each(wanted: Sequence[tuple[ExactTable, int]], query: Vectors) -> list[Hits]:
    """The nearest of each table, `k` of it, in one statement: planning one takes as long as scanning it."""
    found: list[Hits] = [[] for _ in wanted]
    scans = [table.scan(place, query, k) for place, (table, k) in enumerate(wanted)]
    if scans:
        for place, pk, distance in database().planned(query, " UNION ALL ".join(scans)):
            found[place].append((pk, 1.0 - distance))
    return [sorted(hits, key=lambda hit: (-hit[1], hit[0])) for hits in found]


def by_id(table: pa.Table) -> dict[int, bytes]:
    """The bytes of each vector in an Arrow table of `id` and `v`."""
    flat = [chunk.flatten().to_numpy(zero_copy_only=False) for chunk in table["v"].chunks]
    if not flat:
        return {}
    vectors = np.concatenate(flat).astype("<f4").reshape(len(table), -1)
    return {pk: vector.tobytes() for pk, vector in zip(table["id"].to_pylist(), vectors, strict=True)}


def _drop(opened: Database, process: int, name: str) -> None:
    """The collector calls this in the middle of anything, even of a search on the same cursor: nothing is run here."""
    if process == os.getpid():  # one inherited by a fork is the parent's
        opened.later(f"DROP TABLE IF EXISTS {name}")
