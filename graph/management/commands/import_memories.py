"""`import_memories PATH --user U [--format F] [--dry-run]`: what another program kept, as facts to be confirmed."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser

from graph import clock
from graph.counted import counted
from graph.exchange import bringing, formats, recognised
from graph.exchange.report import UNREAD, about, spelled
from graph.management.book import BookCommand
from graph.owners import UnknownUser, named

SHOWN = 20  # refused records that are told one by one
COUNTED = {
    "entities": "entity",
    "documents": "document",
    "conversations": "conversation",
    "messages": "message",
    "changed": "changed",
}


class Command(BookCommand):
    help = "Bring in what a file or a folder of notes holds, for its owner to confirm."

    def add_arguments(self, parser: CommandParser) -> None:
        readable = ", ".join(sorted(one.name for one in formats.FORMATS.values() if one.read or one.restores))
        parser.add_argument("path", type=Path)
        parser.add_argument("--user", required=True)
        parser.add_argument("--format", default="", help=f"{readable}; without it, what the file says")
        parser.add_argument("--dry-run", action="store_true", help="only count")

    def handle(self, *args: Any, path: Path, user: str, format: str, dry_run: bool, **options: Any) -> None:
        try:
            if format:
                formats.readable(format)
            person = named(user)
            with opened(path) as stream:
                format = format or recognised.format_of(stream, path.name)
                if not format:
                    raise CommandError(f"“{path}” does not tell what it is. Please say it with --format.")
                run = f"import:{path.name}"[:64]
                report = bringing.take(
                    user=person,
                    format=format,
                    stream=stream,
                    name=path.name,
                    run=run,
                    now=clock.now(),
                    dry_run=dry_run,
                    beat=self._told,
                )
        except OSError as refusal:
            raise CommandError(f"“{path}” cannot be read: {refusal.strerror or refusal}.") from None
        except (ValueError, UnknownUser) as refusal:
            raise CommandError(str(refusal)) from None
        counts, refused = report["counts"], report["refused"]
        for row in refused[:SHOWN]:
            self.stderr.write(f"Refused record {row['row']}: {row['msg']}")
        if len(refused) > SHOWN:
            self.stderr.write(f"… and {counts['refused'] - SHOWN:,} more.")
        self._remark(report)
        more = "".join(f"{counted(counts[many], one, many)}, " for many, one in COUNTED.items() if counts.get(many))
        told = (
            f"{counts['facts']:,} staged" if not formats.FORMATS[format].restores else counted(counts["facts"], "fact")
        )
        standing = f"{counts['standing']:,} stood already, {counts['refused']:,} refused"
        if not dry_run:
            self.stdout.write(f"{counted(counts['records'], 'record')}: {more}{told}, {standing}.")
            return
        self.stdout.write(
            f"{counted(counts['records'], 'record')} would become: {more}{told}, {standing}; nothing was written."
        )
        if report["seconds"]:
            takes = f"Reading them would take about {spelled(report['seconds'])}, in the background"
            number = report["facts_to_come"]
            coming = f", and propose {about(number)} {'fact' if number == 1 else 'facts'} more" if number else ""
            self.stdout.write(f"{takes}{coming}.")

    def _remark(self, report: dict[str, Any]) -> None:
        """The files that were not read, on one line; then what else is to be said of what was taken."""
        remarks = report.get("remarks", [])
        unread = [row["row"] for row in remarks if row["msg"] == UNREAD]
        if unread:
            count = report["counts"]["unread"]
            more = ", …" if count > SHOWN else ""
            said = "1 file was" if count == 1 else f"{count:,} files were"
            self.stderr.write(f"{said} not read: {', '.join(unread[:SHOWN])}{more}")
        others = [row for row in remarks if row["msg"] != UNREAD]
        for row in others[:SHOWN]:
            self.stderr.write(f"{row['row']}: {row['msg']}")
        if len(others) > SHOWN:
            self.stderr.write(f"… and {len(others) - SHOWN:,} more.")

    def _told(self, report: dict[str, Any]) -> None:
        """How far it is, on a terminal."""
        if sys.stderr.isatty() and report["counts"]:
            self.stderr.write(f"\r{counted(report['counts']['records'], 'record')} …", ending="")


def opened(path: Path) -> BinaryIO:
    """A file, or a folder of notes as the zip of it that one could make, in which all stands in it. Raises OSError."""
    if not path.is_dir():
        return path.open("rb")
    packed, root = io.BytesIO(), PurePosixPath(path.resolve().name or "notes")
    with zipfile.ZipFile(packed, "w") as archive:
        for one in sorted(path.rglob("*")):
            inside = one.relative_to(path)
            shown = not one.is_symlink() and not any(part.startswith(".") for part in inside.parts)
            if shown and one.is_file():
                is_read = one.suffix.lower() in {".md", ".markdown", ".txt", ".json"}
                if is_read:
                    archive.write(one, str(root / inside))
                else:
                    archive.writestr(str(root / inside), b"")  # nothing reads it: its name alone, to be told
    packed.seek(0)
    return packed
