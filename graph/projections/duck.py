"""The process's own DuckDB, opened after any fork: a cursor a thread, one lock around searches of an HNSW index."""

from __future__ import annotations

import importlib.util
import logging
import os
import threading
from collections import deque
from itertools import count
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

logger = logging.getLogger(__name__)

# The optimizers that make a search of an index or a scan for the nearest. A search is planned anew each time, and
# looking through it in vain, the others take a quarter of its time; "late_materialization" joins the table again.
OPTIMIZERS = {"expression_rewriter", "unused_columns", "column_lifetime", "top_n", "extension"}
PACKAGE = "duckdb_extension_vss"
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    # Looking for extensions on a network that swallows packets hangs for two minutes.
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "1",  # measured: a second one gains nothing on a scan of 10k vectors
}


class ExtensionMissing(RuntimeError):
    """The vector index extension of exactly DuckDB's version cannot be loaded; exact scans serve."""


class Database:
    """One in-memory DuckDB; tables and attached snapshots live in it."""

    def __init__(self) -> None:
        self.hnsw_lock = threading.Lock()  # concurrent HNSW searches crash the process, even read-only
        self._opening = threading.Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._cursors = threading.local()
        self._numbers = count(1)
        self.extension_failure = ""
        self._let_go: deque[str] = deque()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """This thread's cursor."""
        cursor = getattr(self._cursors, "cursor", None)
        if cursor is None:
            cursor = self._cursors.cursor = prepared(self._open().cursor())
        return cursor

    def asking(self, question: NDArray[np.float32], candidates: int = 0) -> tuple[duckdb.DuckDBPyConnection, str]:
        """This thread's cursor, and what stands for the question in a statement planned anew.

        A search of an index keeps so many `candidates`. Reading a vector's text takes half as long as a search, and a
        setting a tenth: the cursor remembers both, so that a question asked of several is told once.
        """
        cursor, text = self.cursor(), literal(question)
        if getattr(self._cursors, "asked", "") != text:
            cursor.execute(f"SET VARIABLE asked = '{text}'::FLOAT[{len(question)}]")
            self._cursors.asked = text
        if candidates and getattr(self._cursors, "candidates", 0) != candidates:
            cursor.execute(f"SET hnsw_ef_search = {candidates}")
            self._cursors.candidates = candidates
        return cursor, "getvariable('asked')"

    def later(self, statement: str) -> None:
        """Run a statement that frees something at the next `tidy`: safe where the collector may call, in any thread."""
        self._let_go.append(statement)

    def tidy(self) -> None:
        """Free what nobody reads any more."""
        while self._let_go:
            statement = self._let_go.popleft()
            try:
                self.cursor().execute(statement)
            except duckdb.Error:
                logger.warning("%s could not be done", statement, exc_info=True)

    def new_name(self, prefix: str) -> str:
        """A name that no table or attached file of this process has had."""
        return f"{prefix}_{next(self._numbers)}"

    def has_index(self) -> bool:
        """Whether HNSW snapshots can be searched here."""
        self._open()
        return not self.extension_failure

    def _open(self) -> duckdb.DuckDBPyConnection:
        with self._opening:
            if self._connection is None:
                connection = duckdb.connect(":memory:", config=SETTINGS)
                try:
                    load_extension(connection)
                except ExtensionMissing as error:
                    self.extension_failure = str(error)
                    logger.warning("%s", error)
                self._connection = connection
        return self._connection


_databases: dict[int, Database] = {}  # by process id: what a fork inherits is never touched, not even closed


def database() -> Database:
    """The database of this process."""
    process = os.getpid()
    return _databases.get(process) or _databases.setdefault(process, Database())


def prepared(cursor: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The cursor with the settings that every one of ours has."""
    cursor.execute("SET enable_progress_bar = false")
    every = {name for (name,) in cursor.execute("SELECT name FROM duckdb_optimizers()").fetchall()}
    cursor.execute(f"SET disabled_optimizers = '{','.join(sorted(every - OPTIMIZERS))}'")
    return cursor


def load_extension(connection: duckdb.DuckDBPyConnection) -> None:
    """Load the vector index extension by its path in site-packages. Raises ExtensionMissing."""
    path = extension_path()
    if path is None:
        raise ExtensionMissing(f"no vector index extension for DuckDB {duckdb.__version__} is installed")
    try:
        connection.execute(f"LOAD '{str(path).replace(chr(39), chr(39) * 2)}'")
    except duckdb.Error as error:
        raise ExtensionMissing(f"the vector index extension does not load: {error}") from error


def extension_path() -> Path | None:
    """The extension built for exactly this DuckDB, or None."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        return None
    path = Path(package.origin).parent / "extensions" / f"v{duckdb.__version__}" / "vss.duckdb_extension"
    return path if path.exists() else None


def literal(vector: NDArray[np.float32]) -> str:
    """A vector as the text DuckDB casts to an array: bound as a list of numbers it takes 25 ms longer.

    Nine digits would tell any two float32 numbers apart; eight make no difference to a ranking and are read faster.
    """
    numbers: tuple[float, ...] = tuple(vector.tolist())
    return f"[{','.join(['%.8g'] * len(numbers))}]" % numbers


def as_table(ids: NDArray[np.int64], vectors: NDArray[np.float32]) -> pa.Table:
    """Ids and vectors as an Arrow table, for loading in bulk: row by row would take minutes."""
    flat = pa.array(np.ascontiguousarray(vectors).reshape(-1))
    return pa.table({"id": pa.array(ids), "v": pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])})


def by_id(table: pa.Table) -> dict[int, bytes]:
    """The bytes of each vector in an Arrow table of `id` and `v`."""
    flat = [chunk.flatten().to_numpy(zero_copy_only=False) for chunk in table["v"].chunks]
    if not flat:
        return {}
    vectors = np.concatenate(flat).astype("<f4").reshape(len(table), -1)
    return {pk: vector.tobytes() for pk, vector in zip(table["id"].to_pylist(), vectors, strict=True)}
