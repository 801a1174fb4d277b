"""A story that many tests begin with, told once: what stands in the database after it is put back for each of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from django.db import connection

from tests.conftest import forget

_KEPT: dict[str, tuple[sqlite3.Connection, dict[str, Any], dict[str, Any]]] = {}


def once(talk, tell: Callable[[Any], None]):
    """`talk` after `tell(talk)`, which is done the first time only; on a server's database each time.

    Its tests commit (`transaction=True`), and each finds the person, the token and the rows of the first telling.
    """
    if connection.vendor != "sqlite":
        tell(talk)
        return talk
    key = f"{tell.__module__}.{tell.__qualname__}"
    connection.ensure_connection()
    if key not in _KEPT:
        tell(talk)
        talk.work()
        held = sqlite3.connect(":memory:", check_same_thread=False)
        connection.connection.backup(held)
        _KEPT[key] = held, dict(talk.headers), dict(talk.user.__dict__)
        return talk
    held, headers, person = _KEPT[key]
    held.backup(connection.connection)
    talk.headers = headers
    talk.user.__dict__.clear()
    talk.user.__dict__.update(person)
    forget()
    return talk
