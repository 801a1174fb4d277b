"""`backup`: everything that cannot be made again, in one file, while the product runs."""

from __future__ import annotations

import os
import sqlite3
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connection

from graph.management.book import BookCommand

DATABASE, SECRET, IMPORTS = "commonplace.sqlite3", "secret_key", "imports"
DUMP = (
    'This book is on PostgreSQL, which keeps its own: pg_dump --format=custom --file=PATH "$DATABASE_URL", and '
    "pg_restore to bring it back. Keep SECRET_KEY (or the file secret_key of the data folder) beside it."
)


class Command(BookCommand):
    help = "Write the database, the secret key and files that wait to be imported to one new file (SQLite)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the file to write, like book.tar.gz; it must not exist")

    def execute(self, *args: Any, **options: Any) -> str | None:
        if connection.vendor != "sqlite":
            raise CommandError(DUMP, returncode=1)
        return super().execute(*args, **options)

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # everything anybody said is in it
        except OSError as refusal:
            raise CommandError(f"{path} cannot be written: {refusal.strerror}.", returncode=1) from None
        try:
            with os.fdopen(handle, "wb") as file, tempfile.TemporaryDirectory(dir=path.resolve().parent) as place:
                copied = Path(place) / DATABASE
                _copy(copied)
                with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as archive:
                    archive.add(copied, DATABASE)
                    for name in (SECRET, IMPORTS):
                        if (settings.DATA_DIR / name).exists():
                            archive.add(settings.DATA_DIR / name, name)
        except (OSError, sqlite3.Error) as failure:
            path.unlink(missing_ok=True)
            raise CommandError(f"The backup failed and left nothing behind: {failure}.", returncode=1) from None
        self.stdout.write(f"Written to {path}, {path.stat().st_size:,} bytes. Whoever has it can read the whole book.")


def _copy(path: Path) -> None:
    """The database at one moment, by SQLite's own means: who writes meanwhile neither waits nor breaks it."""
    connection.ensure_connection()
    copy = sqlite3.connect(path)
    try:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        (said,) = copy.execute("PRAGMA quick_check").fetchone()
    finally:
        copy.close()
    if said != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {said}")
