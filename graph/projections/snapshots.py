"""Immutable HNSW snapshots of a user's vectors: built aside, checked, published by rename, attached read-only."""

from __future__ import annotations

import hashlib
import os
import re
import weakref
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
from django.conf import settings

from graph import params, versions
from graph.projections.duck import SETTINGS, Database, as_table, by_id, database, load_extension, prepared
from graph.projections.exact import Hits, Vectors
from graph.projections.metric import COSINE, INNER_PRODUCT, Metric, are_unit, unit
from graph.projections.vector_rows import count, stream
from graph.retrieval.types import Kind

_FILE = re.compile(r"(?P<kind>\w+)-(?P<model>[0-9a-f]{8})-(?P<version>\d{12})-(?P<ef>\d+)\.duckdb$")


class RecallTooLow(RuntimeError):
    """The built index misses too many of the true neighbours; it was not published."""


class IndexNotUsed(RuntimeError):
    """DuckDB's plan would scan the snapshot instead of searching its index."""


@dataclass(frozen=True, slots=True)
class Published:
    """A snapshot file: what it holds is the state at `version`, searched with `ef` candidates."""

    path: Path
    version: int
    ef: int


class Snapshot:
    """A published file attached to this process; detached when the last one who reads it lets go."""

    def __init__(self, path: Path, ef: int) -> None:
        self.ef = ef
        self._database = database()
        self.name = self._database.new_name("snapshot")
        self._database.tidy()
        cursor = self._database.cursor()
        cursor.execute(f"ATTACH '{_quoted(path)}' AS {self.name} (READ_ONLY)")
        weakref.finalize(self, _detach, self._database, os.getpid(), self.name).atexit = False
        ids = cursor.execute(f"SELECT id FROM {self.name}.vectors").fetchnumpy()["id"]
        self.ids = np.sort(np.asarray(ids, np.int64))
        self.count = len(self.ids)
        (self.dimension,) = cursor.execute(f"SELECT len(v) FROM {self.name}.vectors LIMIT 1").fetchone() or (0,)
        self._metric = self._indexed_by()

    def search(self, query: Vectors, limit: int) -> Hits:
        """The `limit` nearest by HNSW as (id, cosine similarity): no condition, one sort key, one search at a time."""
        cursor, asked = self._database.asking(unit(query), max(self.ef, limit))
        with self._database.hnsw_lock:
            found = cursor.execute(self._statement(asked, limit, self._metric)).fetchall()
        return [(pk, self._metric.similarity(distance)) for pk, distance in found]

    def scan(self, query: Vectors, limit: int) -> Hits:
        """The true `limit` nearest by exact scan: a second sort key keeps DuckDB from using the index."""
        cursor, asked = self._database.asking(unit(query))
        statement = self._statement(asked, limit, COSINE).replace("ORDER BY d", "ORDER BY d, id")
        found = cursor.execute(statement).fetchall()
        return [(pk, COSINE.similarity(distance)) for pk, distance in found]

    def having(self, ids: Collection[int]) -> frozenset[int]:
        """Those of `ids` that are in it."""
        asked = np.fromiter(ids, np.int64, len(ids))
        return frozenset(asked[np.isin(asked, self.ids)].tolist())

    def contents(self) -> dict[int, bytes]:
        """Every vector's bytes by id."""
        return by_id(self._database.cursor().execute(f"SELECT id, v FROM {self.name}.vectors").to_arrow_table())

    def sample(self, size: int) -> Vectors:
        """`size` of its vectors, evenly spread over the ids."""
        step = max(1, self.count // size)
        numbered = f"SELECT v, row_number() OVER (ORDER BY id) AS place FROM {self.name}.vectors"
        chosen = f"SELECT v FROM ({numbered}) WHERE place % {step} = 0 ORDER BY place LIMIT {size}"
        table: pa.Table = self._database.cursor().execute(chosen).to_arrow_table()
        flat = [chunk.flatten().to_numpy(zero_copy_only=False) for chunk in table["v"].chunks]
        return np.concatenate(flat).reshape(-1, self.dimension)

    def _statement(self, asked: str, limit: int, metric: Metric) -> str:
        distance = f"{metric.function}(v, {asked})"
        return f"SELECT id, {distance} AS d FROM {self.name}.vectors ORDER BY d LIMIT {int(limit)}"

    def _indexed_by(self) -> Metric:
        """The metric by which DuckDB's plan searches the index. Raises IndexNotUsed."""
        cursor, asked = self._database.asking(np.ones(self.dimension, np.float32))
        for metric in (INNER_PRODUCT, COSINE):
            plan = cursor.execute(f"EXPLAIN {self._statement(asked, 10, metric)}")
            if "HNSW_INDEX_SCAN" in str(plan.fetchall()):
                return metric
        raise IndexNotUsed(self.name)


def newest(user_id: int, kind: Kind, model: str) -> Published | None:
    """The latest published snapshot."""
    found = _published(user_id, kind, model)
    return max(found, key=lambda each: each.version) if found else None


def build(user_id: int, kind: Kind, model: str, *, beat: Callable[[], object] = lambda: None) -> Published | None:
    """Build, check and publish a snapshot; None if there is no vector. `beat` is called at least every some seconds.

    Raises RecallTooLow, and ExtensionMissing when the index cannot be built here.
    """
    version = versions.current(user_id)  # before the rows: what is written meanwhile counts as newer
    if not count(user_id, kind, model):
        return None
    place = directory(user_id)
    place.mkdir(parents=True, exist_ok=True)
    begun = f"{kind}-{_digest(model)}.building-"
    for left in place.glob(f"{begun}*"):
        left.unlink(missing_ok=True)  # by a builder that was killed; the lease lets one build at a time
    # A name of its own: what an attempt that failed has attached stays so until nobody holds it any more.
    building = place / f"{begun}{os.getpid()}-{database().new_name('attempt')}"
    try:
        if not _written(building, INNER_PRODUCT, user_id, kind, model, beat):
            building.unlink()
            _written(building, COSINE, user_id, kind, model, beat)
        ef = _enough(building, beat)
        published = Published(place / f"{kind}-{_digest(model)}-{version:012d}-{ef}.duckdb", version, ef)
        building.rename(published.path)
    finally:
        for left in place.glob(f"{building.name}*"):
            left.unlink(missing_ok=True)
    for older in _published(user_id, kind, model):
        if older.version < version:
            older.path.unlink(missing_ok=True)  # who has it attached keeps reading it
    return published


def remove(user_id: int, *, but: str | None = None) -> int:
    """Delete the user's snapshot files (erasure), or those of other models than `but`; returns how many went.

    An erasure takes those of a database that stood here before as well: what a restored archive replaced left some.
    """
    if but is None:
        files = list((settings.DATA_DIR / "snapshots").glob(f"{user_id}-*/*"))
    else:
        files = [path for path in directory(user_id).glob("*") if f"-{_digest(but)}" not in path.name]
    for path in files:
        path.unlink(missing_ok=True)
    return len(files)


def directory(user_id: int) -> Path:
    """Where a user's snapshots are kept; another database's user of the same id has another place."""
    epoch = versions.standing(user_id).epoch
    return settings.DATA_DIR / "snapshots" / f"{user_id}-{epoch.hex[:12] if epoch else 'new'}"


def aside(user_id: int, what: str, model: str) -> Path:
    """A file of a user that is no snapshot and stands beside theirs, to be deleted with them."""
    return directory(user_id) / f"{what}-{_digest(model)}.npz"


def _written(path: Path, metric: Metric, user_id: int, kind: Kind, model: str, beat: Callable[[], object]) -> bool:
    """Write a file with an index by the metric; False at a vector whose inner product would be no cosine."""
    database().tidy()  # a file that this process still has attached cannot be opened again
    connection = duckdb.connect(str(path), config=SETTINGS)
    try:
        load_extension(connection)
        prepared(connection)
        # Only here: a persisted index that is later changed cannot be read after a crash.
        connection.execute("SET hnsw_enable_experimental_persistence = true")
        # Nothing is gained by compressing vectors, and each that is found would be unpacked with its neighbours.
        connection.execute("SET force_compression = 'uncompressed'")
        made = False
        for ids, vectors in stream(user_id, kind, model):
            if metric is INNER_PRODUCT and not are_unit(vectors):
                return False
            if not made:
                connection.execute(f"CREATE TABLE vectors (id BIGINT, v FLOAT[{vectors.shape[1]}])")
                connection.execute(f"CREATE INDEX near ON vectors USING hnsw (v) WITH (metric = '{metric.name}')")
                made = True
            connection.register("incoming", as_table(ids, vectors))
            connection.execute(f"INSERT INTO vectors SELECT id, v::FLOAT[{vectors.shape[1]}] FROM incoming")
            connection.unregister("incoming")
            beat()
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    return True


def _enough(path: Path, beat: Callable[[], object]) -> int:
    """The fewest candidates with which the closed file finds enough of the true neighbours of a sample."""
    snapshot = Snapshot(path, params.HNSW_EF_SEARCH[0])
    stored = snapshot.sample(params.RECALL_SAMPLE)
    sample = stored + np.roll(stored, 1, axis=0) / 2  # a question is like some texts but equal to none: harder to find
    limit = min(params.RECALL_DEPTH, snapshot.count)
    farthest = []
    for vector in sample:
        farthest.append(snapshot.scan(vector, limit)[-1][1])
        beat()
    for snapshot.ef in params.HNSW_EF_SEARCH:
        # Equal texts have equal vectors, so a neighbour counts by its similarity, not by its id.
        found = sum(
            similarity >= least - 1e-6
            for vector, least in zip(sample, farthest, strict=True)
            for _, similarity in snapshot.search(vector, limit)
        )
        if found >= params.HNSW_MIN_RECALL * limit * len(sample):
            return snapshot.ef
    raise RecallTooLow(f"{found} of {limit * len(sample)} true neighbours were found")


def _published(user_id: int, kind: Kind, model: str) -> list[Published]:
    place = directory(user_id)
    try:
        names = os.listdir(place)
    except FileNotFoundError:
        return []
    matches = [match for name in names if (match := _FILE.match(name))]
    return [
        Published(place / match[0], int(match["version"]), int(match["ef"]))
        for match in matches
        if match["kind"] == kind and match["model"] == _digest(model)
    ]


def _digest(model: str) -> str:
    return hashlib.blake2b(model.encode(), digest_size=4).hexdigest()


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def _detach(opened: Database, process: int, name: str) -> None:
    if process == os.getpid():
        opened.later(f"DETACH DATABASE IF EXISTS {name}")
