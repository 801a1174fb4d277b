"""Vectors searched where they are stored: PostgreSQL with pgvector, exactly by owner, or by an index of one owner's.

The column `direction` of the embeddings is generated: the server makes it of the stored bytes in the same statement.
A filter beside one big index would find few of the neighbours, so which way is taken is never left to the planner.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import DatabaseError, connection, transaction
from numpy.typing import NDArray

from graph import params
from graph.retrieval.types import Kind
from graph.statements import select

logger = logging.getLogger(__name__)

Hits = list[tuple[int, float]]
MOST_DIMENSIONS = 2000  # of an index of pgvector
MISSING = "pgvector is not on this PostgreSQL server: vectors are searched in the memory of each process"

# Little-endian float32 numbers as a vector; NULL for what has no direction. Bound to its parts when it is made, so
# that a dump is restored under any search path.
_AS_VECTOR = """
    CREATE OR REPLACE FUNCTION graph_as_vector(stored bytea) RETURNS vector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (
        SELECT CASE WHEN bool_and((bits >> 23) & 255 < 255) AND bool_or(bits & 2147483647 > 0) THEN
            array_agg(((CASE WHEN bits < 0 THEN -1 ELSE 1 END) * (
                CASE (bits >> 23) & 255 WHEN 255 THEN NULL WHEN 0 THEN (bits & 8388607) * power(2::float8, -149)
                ELSE (1 + (bits & 8388607) / 8388608::float8) * power(2::float8, ((bits >> 23) & 255) - 127) END
            ))::real ORDER BY place)::vector END
        FROM (
            SELECT place, get_byte(stored, 4 * place) | (get_byte(stored, 4 * place + 1) << 8)
                | (get_byte(stored, 4 * place + 2) << 16) | (get_byte(stored, 4 * place + 3) << 24) AS bits
            FROM generate_series(0, octet_length(stored) / 4 - 1) AS place
            WHERE octet_length(stored) <= 64000
        ) AS numbers
    )
"""
_COLUMN = (
    "ALTER TABLE graph_embedding ADD COLUMN direction vector GENERATED ALWAYS AS (graph_as_vector(vector)) STORED",
    # What is searched lies in the row, the stored bytes beside it: a scan reads nothing else.
    "ALTER TABLE graph_embedding ALTER COLUMN direction SET STORAGE MAIN",
    "ALTER TABLE graph_embedding ALTER COLUMN vector SET STORAGE EXTERNAL",
)
_OWNED = "user_id = %s AND model = %s AND kind = %s AND vector_dims(direction) = %s"
_EXACT = f"""
    WITH mine AS MATERIALIZED (
        SELECT object_id, (direction <=> %s::vector) AS far FROM graph_embedding WHERE {_OWNED}
    )
    SELECT object_id, 1 - far FROM mine ORDER BY far, object_id LIMIT %s
"""
_ways: dict[str, bool] = {}  # by database: whether it has the column


def available() -> bool:
    """Whether vectors are searched by this database."""
    if connection.vendor != "postgresql":
        return False
    name = str(connection.settings_dict["NAME"])
    if name not in _ways:
        there = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('graph_embedding') AND attname = 'direction'"
        _ways[name] = bool(select(there))
    return _ways[name]


def install() -> str:
    """Make the column if the server has pgvector; returns why not, or "". Nothing else depends on it."""
    forget()
    if connection.vendor != "postgresql" or available():
        return ""
    forget()
    if not select("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"):
        return MISSING
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
            for statement in (_AS_VECTOR, *_COLUMN):
                cursor.execute(statement)
    except DatabaseError as error:
        logger.warning("pgvector could not be set up: %s", error)
        return f"pgvector could not be set up: {str(error).splitlines()[0]}"
    return ""


def nearest(user_id: int, kind: Kind, query: NDArray[np.float32], k: int, *, model: str) -> Hits:
    """The `k` nearest as (id, cosine similarity), best first, ties by id."""
    asked = literal(query)
    if indexed(user_id, kind, model, len(query)):
        found = _by_index(user_id, kind, model, asked, len(query), k)
        if len(found) >= k:
            return found
    return select(_EXACT, asked, user_id, model, kind, len(query), k)


def dimension(user_id: int, kind: Kind, model: str) -> int:
    """How many numbers the usable vectors have; 0 when there is none."""
    sql = """
        SELECT vector_dims(direction) FROM graph_embedding
        WHERE user_id = %s AND model = %s AND kind = %s AND direction IS NOT NULL ORDER BY id LIMIT 1
    """
    found = select(sql, user_id, model, kind)
    return found[0][0] if found else 0


def held(user_id: int, kind: Kind, model: str) -> dict[int, bytes]:
    """Every vector that a search would compare, as the stored bytes would be."""
    sql = f"SELECT object_id, direction::real[] FROM graph_embedding WHERE {_OWNED}"
    rows = select(sql, user_id, model, kind, dimension(user_id, kind, model))
    return {pk: np.asarray(numbers, "<f4").tobytes() for pk, numbers in rows}


def indexed(user_id: int, kind: Kind, model: str, numbers: int) -> bool:
    """Whether these vectors have an index of their own."""
    sql = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid"
    return bool(select(sql, _index(user_id, kind, model, numbers)))


def build(user_id: int, kind: Kind, model: str) -> str:
    """Index these vectors by themselves (HNSW), without stopping who writes; returns the index's name."""
    numbers = dimension(user_id, kind, model)
    name = _index(user_id, kind, model, numbers)
    aside = "" if connection.in_atomic_block else " CONCURRENTLY"
    with connection.cursor() as cursor:
        if not aside:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no index is made while some wait to be checked
        # What a builder that was killed left is not valid.
        cursor.execute(f"DROP INDEX{aside} IF EXISTS {name}")
        cursor.execute(
            f"CREATE INDEX{aside} {name} ON graph_embedding "
            f"USING hnsw ((direction::vector({numbers})) vector_cosine_ops) WHERE {_OWNED}",
            [user_id, model, kind, numbers],
        )
    return name


def remove(user_id: int, *, but: str | None = None) -> int:
    """Drop the indexes of a user's vectors, but for those of one model; returns how many went."""
    if connection.vendor != "postgresql":
        return 0
    sql = r"SELECT indexname FROM pg_indexes WHERE tablename = 'graph_embedding' AND indexname LIKE %s"
    names = [name for (name,) in select(sql, rf"graph\_near\_{user_id}\_%")]
    gone = [name for name in names if but is None or not name.endswith(f"_{_digest(but)}")]
    with connection.cursor() as cursor:
        for name in gone:
            cursor.execute(f"DROP INDEX IF EXISTS {name}")
    return len(gone)


def forget() -> None:
    """Look again at whether this database searches vectors."""
    _ways.clear()


def literal(vector: Sequence[float] | NDArray[np.float32]) -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(f'{number:.9g}' for number in np.asarray(vector, np.float32).tolist())}]"


def by_index(user_id: int, kind: Kind, model: str, asked: str, numbers: int, k: int) -> tuple[str, list[Any]]:
    """The statement that the index of one person's vectors answers."""
    near = f"(direction::vector({numbers})) <=> %s::vector"
    sql = f"""
        WITH near AS MATERIALIZED (
            SELECT object_id, {near} AS far FROM graph_embedding WHERE {_OWNED} ORDER BY {near} LIMIT %s
        )
        SELECT object_id, 1 - far FROM near ORDER BY far, object_id LIMIT %s
    """
    return sql, [asked, user_id, model, kind, numbers, asked, k, k]


def _by_index(user_id: int, kind: Kind, model: str, asked: str, numbers: int, k: int) -> Hits:
    with transaction.atomic(), connection.cursor() as cursor:
        settle(cursor, k)
        sql, values = by_index(user_id, kind, model, asked, numbers, k)
        cursor.execute(sql, values)
        return cursor.fetchall()


def settle(cursor, k: int) -> None:
    """For this transaction: enough candidates, and no way but the index."""
    cursor.execute(
        "SELECT set_config('hnsw.ef_search', %s, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),"
        " set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),"
        " set_config('enable_sort', 'off', true)",
        [str(min(1000, max(params.PGVECTOR_EF_SEARCH, 2 * k)))],
    )


def _index(user_id: int, kind: Kind, model: str, numbers: int) -> str:
    return f"graph_near_{int(user_id)}_{kind}_{int(numbers)}_{_digest(model)}"


def _digest(model: str) -> str:
    return hashlib.blake2b(model.encode(), digest_size=4).hexdigest()
