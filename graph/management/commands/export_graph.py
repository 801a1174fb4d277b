"""`export_graph PATH --user U --format F`: a person's graph into a file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from graph import clock
from graph.exchange import formats
from graph.owners import UnknownUser, named


class Command(BaseCommand):
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
            fresh = path.with_name(path.name + ".part")  # a file that is there whole or not at all
            fresh.write_bytes(stream.getvalue())
            fresh.replace(path)
        except (formats.UnknownFormat, UnknownUser, OSError) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Wrote {count:,} records to {path}.")
