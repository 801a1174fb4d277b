"""A database that was started again, for a process whose pool holds many connections to the one before."""

from __future__ import annotations

import time

import pytest
from django.db import connection, connections

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="runs with TEST_DATABASE=postgres"),
    pytest.mark.django_db(transaction=True),  # inside of one the server shows whom it saw first
]
HELD = 8
PIDS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'pooled'"


@pytest.fixture
def pooled():
    """The users of one pool, each of whom has given its connection back."""
    backend, settings = type(connections["default"]), connection.settings_dict
    pool = {"min_size": 1, "max_size": HELD, "timeout": 5}
    options = {**settings["OPTIONS"], "pool": pool, "application_name": "pooled"}
    users = [backend({**settings, "OPTIONS": options}, "pooled") for _ in range(HELD)]
    for change in ("ensure_connection", "close"):
        for user in users:
            getattr(user, change)()
    yield users
    for user in users:
        user.close()
    users[0].close_pool()


def test_what_the_server_ended_is_made_anew_at_once_and_nobody_waits_for_it(pooled):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM ({PIDS}) AS these")
        assert len(cursor.fetchall()) == HELD
        while cursor.execute(PIDS).fetchall():
            time.sleep(0.01)
    for user in pooled:
        with user.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)
