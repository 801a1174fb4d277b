"""The nearest rows by meaning: exact in memory, or an HNSW snapshot with an exact delta for a large graph.

Where the database searches vectors itself (PostgreSQL with pgvector), it is asked, and nothing is held here.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import duckdb
import numpy as np
from django.db import connection

from graph import params, versions
from graph.projections import extent, pgvector, snapshots, vector_rows
from graph.projections.duck import database
from graph.projections.exact import ExactTable, Hits, Vectors, WrongDimension, refuse_zero, search_each
from graph.projections.snapshots import IndexNotUsed, Published, Snapshot
from graph.projections.subjects import EMBEDDING_TOUCH
from graph.projections.vector_rows import serving
from graph.retrieval.types import Kind

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Content:
    """What is searched: all vectors in `table`, or `snapshot` less `removed` together with the newer in `table`."""

    table: ExactTable
    snapshot: Snapshot | None = None
    published: Published | None = None
    removed: frozenset[int] = frozenset()  # of the snapshot's: gone, or replaced by a newer one in `table`

    @property
    def count(self) -> int:
        return self.table.count + (self.snapshot.count - len(self.removed) if self.snapshot else 0)

    def search(self, query: Vectors, k: int) -> Hits:
        if self.snapshot is None:
            return self.table.search(query, k)
        # A row being replaced at this moment may be in both: the newer wins.
        found = dict(self._standing(query, k)) | dict(self.table.search(query, k))
        return sorted(found.items(), key=lambda hit: (-hit[1], hit[0]))[:k]

    def _standing(self, query: Vectors, k: int) -> Hits:
        """The snapshot's nearest without the removed: asked for some more until `k` are left or all were seen."""
        assert self.snapshot is not None
        limit = k + min(k, len(self.removed))
        while True:
            found = self.snapshot.search(query, limit)
            standing = [hit for hit in found if hit[0] not in self.removed]
            if len(standing) >= k or limit >= min(self.snapshot.count, k + len(self.removed)):
                return standing
            limit *= 2


@dataclass(slots=True)
class Shelf:
    """One kind of one person's vectors by one model, as this process holds them."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    version: int = -1
    content: Content | None = None
    refused: Published | None = None  # a snapshot that cannot be used here: not tried again


Key = tuple[int, Kind, str]
_shelves: dict[int, OrderedDict[Key, Shelf]] = {}  # by process id: a fork begins with none
_failure = ""


def nearest(user_id: int, kind: Kind, query: Vectors, k: int, *, model: str | None = None) -> Hits:
    """The `k` rows whose vectors are most like `query`, as (id, cosine similarity), best first, ties by id.

    None of a kind with so many that it is not searched (`is_searched`). `model` is the one that made `query`; by
    default the one that serves. Raises ZeroVector and WrongDimension.
    Not to be called inside a transaction that has written: what it rolls back would stay.
    """
    refuse_zero(np.asarray(query, np.float32)[None, :])
    if k <= 0 or not is_searched(user_id, kind, model):
        return []
    if pgvector.available():
        return _stored(user_id, kind, query, k, model or serving(user_id))
    content = _content(user_id, kind, model or serving(user_id))
    return content.search(query, k) if content else []


def nearest_of_each(user_id: int, wanted: Mapping[Kind, int], query: Vectors) -> dict[Kind, Hits]:
    """The nearest of each kind, as many as it says, like `nearest`; small tables are scanned in one statement."""
    refuse_zero(np.asarray(query, np.float32)[None, :])
    model = serving(user_id)
    searched = {kind: k for kind, k in wanted.items() if k > 0 and is_searched(user_id, kind, model)}
    if pgvector.available():
        stored = {kind: _stored(user_id, kind, query, k, model) for kind, k in searched.items()}
        return {kind: stored.get(kind, []) for kind in wanted}
    contents = {kind: _content(user_id, kind, model) for kind in searched}
    small = [(kind, content.table) for kind, content in contents.items() if content and content.snapshot is None]
    scanned = search_each([(table, wanted[kind]) for kind, table in small], query)
    found = {kind: hits for (kind, _), hits in zip(small, scanned, strict=True)}
    large = {kind: content for kind, content in contents.items() if content and content.snapshot}
    found |= {kind: content.search(query, wanted[kind]) for kind, content in large.items()}
    return {kind: found.get(kind, []) for kind in wanted}


def is_searched(user_id: int, kind: Kind, model: str | None = None) -> bool:
    """Whether rows of the kind are found by their vectors; beyond `params.SEARCHED_VECTORS` they are only compared."""
    return extent.is_searched(user_id, kind, model or serving(user_id))


def similarities(
    user_id: int, kind: Kind, ids: Collection[int], query: Vectors, *, model: str | None = None
) -> dict[int, float]:
    """The cosine similarity of each of `ids` that has a vector; from the database, as they are few."""
    refuse_zero(np.asarray(query, np.float32)[None, :])
    found, vectors = vector_rows.some(user_id, kind, model or serving(user_id), ids, len(query))
    unit = query / np.linalg.norm(query)
    scores = vectors @ unit / np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
    return dict(zip(found.tolist(), scores.tolist(), strict=True))


def directions(user_id: int, kind: Kind, ids: Collection[int]) -> dict[int, Vectors]:
    """The unit vector of each of `ids` that has one by the model that serves; from the database, as they are few."""
    model = serving(user_id)
    found, vectors = vector_rows.some(user_id, kind, model, ids)
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return dict(zip(found.tolist(), unit, strict=True))


def threshold(user_id: int) -> int:
    """The number of vectors of a kind above which a snapshot serves."""
    return _read(user_id)[1]


def degradation() -> str:
    """Why large graphs are searched by exact scan in this process; "" when nothing is missing."""
    if connection.vendor == "postgresql":
        return "" if pgvector.available() else pgvector.MISSING
    return database().extension_failure or _failure


def held(user_id: int, kind: Kind, model: str) -> dict[int, bytes]:
    """Every vector that this process would search, by id, brought up to date first."""
    if not is_searched(user_id, kind, model):
        return {}
    if pgvector.available():
        return pgvector.held(user_id, kind, model)
    content = _content(user_id, kind, model)
    if content is None:
        return {}
    base = content.snapshot.contents() if content.snapshot else {}
    return {pk: vector for pk, vector in base.items() if pk not in content.removed} | content.table.contents()


def snapshot_is_due(user_id: int, kind: Kind, model: str) -> bool:
    """Whether a snapshot should be built: there is none for a large kind, or too much changed since."""
    total = vector_rows.count(user_id, kind, model)
    if not total or total <= threshold(user_id) or not is_searched(user_id, kind, model):
        return False
    if pgvector.available():
        numbers = pgvector.dimension(user_id, kind, model)
        return 0 < numbers <= pgvector.MOST_DIMENSIONS and not pgvector.indexed(user_id, kind, model, numbers)
    if not database().has_index():
        return False
    published = snapshots.newest(user_id, kind, model)
    touched = versions.since(user_id, published.version) if published else None
    if touched is None:
        return True
    changed = len(_changed((user_id, kind, model), touched))
    return changed > params.DELTA_ROWS or changed > params.REMOVED_SHARE * total


def forget(user_id: int | None = None) -> None:
    """Let go of a user's tables and snapshots in this process, or of everyone's."""
    vector_rows.forget()
    extent.forget(user_id)
    pgvector.forget()
    shelves = _shelves.get(os.getpid(), OrderedDict())
    for key in list(shelves):
        if user_id is None or key[0] == user_id:
            shelves.pop(key, None)
    database().tidy()


def memory() -> dict[Key, int]:
    """Bytes of the vectors in the tables of this process."""
    shelves = list(_shelves.get(os.getpid(), OrderedDict()).items())
    return {
        key: shelf.content.table.count * (4 * shelf.content.table.dimension + 8)
        for key, shelf in shelves
        if shelf.content
    }


def _stored(user_id: int, kind: Kind, query: Vectors, k: int, model: str) -> Hits:
    """What the database finds; vectors of another dimension than the question's are an error, not an empty answer."""
    found = pgvector.nearest(user_id, kind, query, k, model=model)
    if not found and (numbers := pgvector.dimension(user_id, kind, model)) not in (0, len(query)):
        raise WrongDimension(f"the question has {len(query)} numbers, the vectors have {numbers}")
    return found


def _content(user_id: int, kind: Kind, model: str) -> Content | None:
    """What to search, at the user's present version; None while there is no vector."""
    key = (user_id, kind, model)
    shelf = _shelf(key)
    with shelf.lock:
        version, limit = _read(user_id)
        if shelf.version == version and shelf.content is None:
            return None  # looked for at this version, and there was none
        if shelf.version != version:
            # A version lower than ours is another database (a restored one): everything is loaded anew.
            known = shelf.content is not None and shelf.version <= version
            touched = versions.since(user_id, shelf.version) if known else None
            shelf.content = None if touched is None else _updated(shelf.content, key, touched)
            shelf.version = version
        shelf.content = _chosen(shelf, key, limit)
        return shelf.content


def _updated(content: Content | None, key: Key, touched: Iterable[tuple[str, int]]) -> Content | None:
    """The content with what was touched applied; None when loading anew is cheaper."""
    changed = _changed(key, touched)
    if content is None or not changed:
        return content
    table = content.table
    if content.snapshot is None and len(changed) + table.dead > max(1000, params.SYNC_SHARE * table.count):
        return None
    table.replace(changed, *vector_rows.some(*key, changed, table.dimension))
    return replace(content, removed=content.removed | content.snapshot.having(changed)) if content.snapshot else content


def _chosen(shelf: Shelf, key: Key, limit: int) -> Content | None:
    """Exact table or snapshot, whichever the number of vectors asks for, and the newest snapshot."""
    content = shelf.content
    total = content.count if content else vector_rows.count(*key)
    if total <= limit or not database().has_index():
        return content if content and not content.snapshot else _load(key)
    published = snapshots.newest(*key)
    if published and published not in (content and content.published, shelf.refused):
        attached = _attached(key, published)
        if attached:
            return attached
        shelf.refused = published
    return content or _load(key)


def _attached(key: Key, published: Published) -> Content | None:
    """The snapshot with everything newer beside it; None if it cannot be used."""
    global _failure
    touched = versions.since(key[0], published.version)
    if touched is None:
        return None  # too old: what changed since is no longer known
    try:
        snapshot = Snapshot(published.path, published.ef)
    except (duckdb.Error, IndexNotUsed) as error:
        _failure = f"the snapshot {published.path.name} cannot be used: {error}"
        logger.warning("%s", _failure)
        return None
    changed = _changed(key, touched)
    delta = ExactTable(snapshot.dimension)
    delta.replace((), *vector_rows.some(*key, changed, snapshot.dimension))
    return Content(delta, snapshot, published, snapshot.having(changed))


def _changed(key: Key, touched: Iterable[tuple[str, int]]) -> set[int]:
    return {pk for touch, pk in touched if touch == EMBEDDING_TOUCH[key[1]]}


def _load(key: Key) -> Content | None:
    """Every vector in an exact table."""
    dimension = vector_rows.dimension(*key)
    if not dimension:
        return None
    table = ExactTable(dimension)
    for ids, vectors in vector_rows.stream(*key):
        table.replace((), ids, vectors)
    return Content(table)


def _shelf(key: Key) -> Shelf:
    shelves = _shelves.setdefault(os.getpid(), OrderedDict())
    shelf = shelves.setdefault(key, Shelf())
    shelves.move_to_end(key)
    while len(shelves) > params.VECTOR_TABLES:
        shelves.popitem(last=False)
    return shelf


def _read(user_id: int) -> tuple[int, int]:
    """The user's version and threshold."""
    version, overrides = versions.standing(user_id)
    return version, int(overrides.get("hnsw_threshold", params.HNSW_THRESHOLD))
