"""The database connection of a thread, given back before a long wait, and one that stays as long as the server."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from django.db import connection


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
        self._held: sqlite3.Connection | None = None

    def open(self) -> None:
        """Hold it. A book that is not there, or cannot be opened, is told of by whoever asks for it."""
        if connection.vendor != "sqlite":
            return
        held = None
        try:
            file = Path(connection.settings_dict["NAME"]).absolute().as_uri()
            held = sqlite3.connect(f"{file}?mode=rw", uri=True, check_same_thread=False)
            held.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the log is opened with the first page
        except sqlite3.Error:
            if held is not None:
                held.close()
        else:
            self._held = held

    def close(self) -> None:
        """Let go of it."""
        if self._held is not None:
            self._held.close()
            self._held = None
