"""`import_memories PATH --user U --format F [--dry-run]`: what another program kept, as facts to be confirmed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from graph import clock
from graph.curation.recorder import Actor
from graph.exchange import formats, incoming
from graph.models import Change
from graph.owners import UnknownUser, named

SHOWN = 20  # refused records that are told one by one


class Command(BaseCommand):
    help = "Stage what a file holds, for its owner to confirm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--user", required=True)
        parser.add_argument("--format", required=True, help="maig")
        parser.add_argument("--dry-run", action="store_true", help="only count")

    def handle(self, *args: Any, path: Path, user: str, format: str, dry_run: bool, **options: Any) -> None:
        try:
            chosen, person = formats.readable(format), named(user)
            assert chosen.read is not None
            taken = incoming.take(
                user=person,
                stream=io.BytesIO(path.read_bytes()),
                read=chosen.read,
                run=f"import:{path.name}"[:64],
                by=Actor(Change.Actor.IMPORT, person),
                now=clock.now(),
                dry_run=dry_run,
            )
        except (ValueError, UnknownUser, OSError) as refusal:
            raise CommandError(str(refusal)) from None
        if dry_run:
            self.stdout.write(f"{taken.records:,} records; nothing was written.")
            return
        for place, why in taken.refused[:SHOWN]:
            self.stderr.write(f"Refused record {place + 1}: {why}")
        counts = f"{taken.staged:,} staged, {taken.standing:,} stood already, {len(taken.refused):,} refused"
        self.stdout.write(f"{taken.records:,} records: {counts}.")
