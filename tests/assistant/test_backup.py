"""A backup made while the product runs comes back in an empty folder, equal in every row and projection."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path

from tests.servers import ROOT, installed, without_ours

WRITE = """
from graph import clock, sample
from graph.models import User
from graph.curation import owners
user = owners.create(username="ines", password="paper and ink", name="Ines", now=clock.now())
sample.load(user, clock.now())
"""


def manage(data: Path, *words: str, **more: str) -> subprocess.CompletedProcess:
    environ = {
        **without_ours(),
        "ASSISTANT_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "assistant.settings",
        **more,
    }
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


def rows(data: Path) -> dict[str, list]:
    kept = sqlite3.connect(data / "commonplace.sqlite3")
    names = [name for (name,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found = {name: kept.execute(f"SELECT * FROM {name}").fetchall() for name in names if name.startswith("graph_")}
    kept.close()
    return found


def test_a_backup_comes_back_in_an_empty_folder_and_nowhere_else(tmp_path):
    """A-J14: one file that is carried elsewhere."""
    book, other, file = installed(tmp_path / "book"), tmp_path / "other", tmp_path / "book.tar.gz"
    done = manage(book, "shell", "-v0", "-c", WRITE)
    assert done.returncode == 0, done.stderr
    # Somebody is in the middle of writing: what is not committed is not in the copy, and nobody waits.
    writer = sqlite3.connect(book / "commonplace.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE graph_entity SET name = 'half-written'")
    said = manage(book, "backup", str(file))
    writer.execute("ROLLBACK")
    writer.close()
    assert said.returncode == 0, said.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    again = manage(book, "backup", str(file))
    assert again.returncode == 1
    assert "File exists" in again.stderr

    restored = manage(other, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert "ines: projections equal the database" in restored.stdout
    assert len(rows(book)["graph_fact"]) > 10
    assert rows(other) == rows(book)
    assert (other / "secret_key").read_text() == (book / "secret_key").read_text()
    assert sorted(path.name for path in other.iterdir() if "sqlite3-" not in path.name) == [
        "commonplace.sqlite3",
        "secret_key",
    ]

    refused = manage(other, "restore", str(file))
    assert refused.returncode == 1
    assert "restore into an empty data folder" in refused.stderr


def test_what_is_no_backup_leaves_the_folder_as_it_was(tmp_path):
    data, text, empty, sly = tmp_path / "data", tmp_path / "text", tmp_path / "empty.tgz", tmp_path / "sly.tgz"
    text.write_text("hello")
    with tarfile.open(empty, "w:gz") as archive:
        archive.add(text, "hello")
    with tarfile.open(sly, "w:gz") as archive:
        archive.add(text, "../outside")
    for file in (text, empty, sly, tmp_path / "nowhere"):
        refused = manage(data, "restore", str(file))
        assert refused.returncode == 1
        assert "is no backup" in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
    assert [path.name for path in data.iterdir()] == ["secret_key"]
    assert not (tmp_path / "outside").exists()


def test_on_postgresql_its_own_tools_are_named(tmp_path):
    for words in (("backup", str(tmp_path / "x")), ("restore", str(tmp_path / "x"))):
        told = manage(tmp_path, *words, DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
        assert told.returncode == 1
        assert "pg_restore" in told.stderr
