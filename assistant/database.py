"""The database connection of a thread, given back before a long wait, and one that stays as long as the server."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper


def release_connection() -> None:
    """Give it back before waiting for a model or a reader; inside a transaction it must stay."""
    if not connection.in_atomic_block:
        connection.close()


class HeldOpen:
    """One more connection to SQLite, which nobody uses: the last one to close brings the write-ahead log into the file.

    Each request has a connection of its own, so without it most of those that write were the last, and each waited
    for the disk twice more.
    """

    def __init__(self) -> None:
        self._held: BaseDatabaseWrapper | None = None

    def open(self) -> None:
        """Hold it. A book that cannot be opened is told of by whoever asks for it."""
        if connection.vendor != "sqlite":
            return
        held = connection.copy()
        held.inc_thread_sharing()  # closed by whichever thread stops the server
        try:
            with held.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM sqlite_master")  # its log is opened with the first page it reads
        except DatabaseError:
            held.close()
        else:
            self._held = held

    def close(self) -> None:
        """Let go of it."""
        if self._held is not None:
            self._held.close()
            self._held = None
