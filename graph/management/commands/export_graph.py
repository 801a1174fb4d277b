"""`export_graph PATH --user U --format F`: a person's graph into a file."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from graph import clock
from graph.counted import counted
from graph.exchange import formats
from graph.management.book import BookCommand
from graph.owners import UnknownUser, named


class Command(BookCommand):
    help = "Write a person's graph to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--user", required=True)
        writable = ", ".join(sorted(one.name for one in formats.FORMATS.values() if one.write))
        parser.add_argument("--format", required=True, help=writable)

    def handle(self, *args: Any, path: Path, user: str, format: str, **options: Any) -> None:
        stream = io.BytesIO()
        try:
            chosen = formats.writable(format)
            assert chosen.write is not None
            count = chosen.write(named(user), stream, clock.now())
            _put(path, stream.getvalue())
        except OSError as refusal:
            raise CommandError(f"“{path}” cannot be written: {refusal.strerror or refusal}.") from None
        except (formats.UnknownFormat, UnknownUser) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Wrote {counted(count, 'record')} to {path}.")


def _put(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all. Raises OSError."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    fresh = path.with_name(path.name + ".part")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
