"""What is left of deleted rows elsewhere: file pages, the write-ahead log, snapshots, what processes remember."""

from __future__ import annotations

import time

from django.db import OperationalError, connection

from graph.models import User
from graph.projections import adjacency, embed, fts5, pending, pgvector, phrases, snapshots, vectors
from graph.retrieval import cache
from graph.retrieval.question import telling

OURS = ("graph_", "assistant_")  # tables that hold what people wrote
PATIENCE = 30.0  # seconds that other writers and readers are waited for


def forget(user: User) -> int:
    """Delete the snapshot files and indexes, empty what this process remembers of the user; returns how many went."""
    phrases.forget()  # first: of these a file is made, too
    files = snapshots.remove(user.pk) + pgvector.remove(user.pk)
    for projection in (adjacency, pending, vectors):
        projection.forget(user.pk)
    embed.forget_questions()
    telling.forget()
    cache.forget(user.pk)
    return files


def compact() -> str:
    """Rewrite the database file without its free pages and empty the log; returns why not, or "".

    PostgreSQL takes deleted rows out of its pages and indexes; its own log and old backups go by their own rules.
    """
    if connection.in_atomic_block:
        return "The database file is cleaned only outside a transaction."
    if connection.vendor != "sqlite":
        return _vacuum()
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            _compact()
        except OperationalError as busy:
            if time.monotonic() > ends:
                return f"The database file could not be cleaned: {busy}."
            time.sleep(0.2)
        else:
            return ""


def _vacuum() -> str:
    tables = sorted(name for name in connection.introspection.table_names() if name.startswith(OURS))
    with connection.cursor() as cursor:
        for name in tables:
            cursor.execute(f"VACUUM {connection.ops.quote_name(name)}")
    return ""


def _compact() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete=ON")
        for table in fts5.tables():
            # Deleted words stay in the index's segments until it is written anew.
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if cursor.fetchone()[0]:
            raise OperationalError("the log is still being read")
