"""A database and a data folder that exist only while a benchmark runs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from graph.projections import adjacency, pending, vectors


@contextmanager
def throwaway() -> Iterator[Path]:
    """Everything written inside goes to a temporary place, which is yielded and then deleted.

    On a server the database is named for this process: what goes by the name of a test's database may be in use.
    """
    kept_name, kept_folder = connection.settings_dict["NAME"], settings.DATA_DIR
    kept_test = connection.settings_dict["TEST"]
    sqlite = connection.vendor == "sqlite"
    with tempfile.TemporaryDirectory(prefix="commonplace-bench-") as place:
        connection.close()
        settings.DATA_DIR = Path(place)
        _forget()
        if sqlite:
            connection.settings_dict["NAME"] = str(Path(place) / "bench.sqlite3")
            call_command("migrate", verbosity=0)
        else:
            connection.settings_dict["TEST"] = {**kept_test, "NAME": f"commonplace_bench_{os.getpid()}"}
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield Path(place)
        finally:
            if not sqlite:
                connection.creation.destroy_test_db(kept_name, verbosity=0)
            connection.close()
            connection.settings_dict |= {"NAME": kept_name, "TEST": kept_test}
            settings.DATA_DIR = kept_folder
            _forget()


def address() -> str:
    """Where other processes find the database that is used at present."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def _forget() -> None:
    for projection in (adjacency, pending, vectors):
        projection.forget()
