"""Plain SQL where a question waits: building a query with the ORM takes several times as long as running it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db import connection

BATCH = 500  # ids a statement: SQLite binds at most some thousands

Row = tuple[Any, ...]


def select(sql: str, *values: Any) -> list[Row]:
    """The rows of a statement with `%s` for each of `values`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def batched(sql: str, size: int, *values: Any) -> Iterator[list[Row]]:
    """The rows of a statement, so many at a time; no more of them are held."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while rows := cursor.fetchmany(size):
            yield rows


def select_among(sql: str, ids: Collection[Any], *values: Any) -> list[Row]:
    """The rows of a statement that has `{among}` for a list of ids; they come first, `values` after them.

    The owner has to be compared in the statement, or looked at by who calls.
    """
    ordered = sorted(ids)
    found: list[Row] = []
    for start in range(0, len(ordered), BATCH):
        batch: Sequence[Any] = ordered[start : start + BATCH]
        found += select(sql.replace("{among}", ", ".join(["%s"] * len(batch)), 1), *batch, *values)
    return found


def insert(table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """New rows of a table, each with a value for each column; JSON as text."""
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


def moment(value: Any) -> dt.datetime | None:
    """A time as SQLite gives it, in UTC without saying so, or as PostgreSQL does."""
    if value is None:
        return None
    found = value if isinstance(value, dt.datetime) else dt.datetime.fromisoformat(value)
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)
