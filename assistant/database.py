"""The thread's database connection, given back before a long wait."""

from __future__ import annotations

from django.db import connection


def release_connection() -> None:
    """Give it back before waiting for a model or a reader; inside a transaction it must stay."""
    if not connection.in_atomic_block:
        connection.close()
