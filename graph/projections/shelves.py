"""The vectors that this process searches: a table or a snapshot of each kind, brought up to date when they are read."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

import duckdb

from graph import params, versions
from graph.projections import snapshots, vector_rows
from graph.projections.duck import database
from graph.projections.exact import ExactTable, Hits, Vectors
from graph.projections.snapshots import IndexNotUsed, Published, Snapshot
from graph.projections.subjects import EMBEDDING_TOUCH
from graph.projections.vector_rows import Rows
from graph.retrieval.types import Kind

logger = logging.getLogger(__name__)

Key = tuple[int, Kind, str]


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
        newer = self.table.search(query, k) if self.table.count else []
        found = dict(self._standing(query, k)) | dict(newer)  # a row being replaced may be in both: the newer wins
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


_shelves: dict[int, OrderedDict[Key, Shelf]] = {}  # by process id: a fork begins with none
_failure = ""


def content(user_id: int, kind: Kind, model: str) -> Content | None:
    """What to search, at the user's present version; None while there is no vector."""
    key = (user_id, kind, model)
    shelf = _shelf(key)
    with shelf.lock:
        version, limit = _read(user_id, shelf.version)
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


def some(user_id: int, kind: Kind, model: str, ids: Collection[int], dimension: int) -> Rows:
    """The vectors of `dimension` numbers among `ids` (0: as many as the first has), as (ids, matrix).

    Out of memory if all of the kind are held there as they are now; else from the database. Nothing is loaded for it.
    """
    shelf = _shelves.get(os.getpid(), OrderedDict()).get((user_id, kind, model))
    held = shelf.content if shelf and shelf.version == versions.current(user_id, shelf.version) else None
    if held and held.snapshot is None and dimension in (0, held.table.dimension):
        return held.table.some(ids)
    return vector_rows.some(user_id, kind, model, ids, dimension)


def changed(key: Key, touched: Iterable[tuple[str, int]]) -> set[int]:
    """The rows of the kind whose vectors are among what was touched."""
    return {pk for touch, pk in touched if touch == EMBEDDING_TOUCH[key[1]]}


def threshold(user_id: int) -> int:
    """The number of vectors of a kind above which a snapshot serves."""
    return _read(user_id)[1]


def failure() -> str:
    """Why a snapshot could not be used in this process; "" when none was refused."""
    return _failure


def forget(user_id: int | None = None) -> None:
    """Let go of a user's tables and snapshots in this process, or of everyone's."""
    global _failure
    shelves = _shelves.get(os.getpid(), OrderedDict())
    for key in list(shelves):
        if user_id is None or key[0] == user_id:
            shelves.pop(key, None)
    if user_id is None:
        _failure = ""
    database().tidy()


def memory() -> dict[Key, int]:
    """Bytes of the vectors in the tables of this process and in the indexes of its snapshots, without their links."""
    shelves = list(_shelves.get(os.getpid(), OrderedDict()).items())
    return {
        key: (content.table.count + (content.snapshot.count if content.snapshot else 0))
        * (4 * content.table.dimension + 8)
        for key, shelf in shelves
        if (content := shelf.content)
    }


def _updated(held: Content | None, key: Key, touched: Iterable[tuple[str, int]]) -> Content | None:
    """The content with what was touched applied; None when loading anew is cheaper."""
    rows = changed(key, touched)
    if held is None or not rows:
        return held
    table = held.table
    if held.snapshot is None and len(rows) > max(1000, params.SYNC_SHARE * table.count):
        return None
    table.replace(rows, *vector_rows.some(*key, rows, table.dimension))
    return replace(held, removed=held.removed | held.snapshot.having(rows)) if held.snapshot else held


def _chosen(shelf: Shelf, key: Key, limit: int) -> Content | None:
    """Exact table or snapshot, whichever the number of vectors asks for, and the newest snapshot."""
    held = shelf.content
    total = held.count if held else vector_rows.count(*key)
    if total <= limit or not database().has_index():
        return held if held and not held.snapshot else _load(key)
    published = snapshots.newest(*key)
    if published and published not in (held and held.published, shelf.refused):
        attached = _attached(key, published)
        if attached:
            return attached
        shelf.refused = published
    return held or _load(key)


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
    rows = changed(key, touched)
    delta = ExactTable(snapshot.dimension)
    delta.replace((), *vector_rows.some(*key, rows, snapshot.dimension))
    return Content(delta, snapshot, published, snapshot.having(rows))


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


def _read(user_id: int, not_below: int = 0) -> tuple[int, int]:
    """The user's version and threshold."""
    stands = versions.standing(user_id, not_below)
    return stands.version, int(stands.retrieval.get("hnsw_threshold", params.HNSW_THRESHOLD))
