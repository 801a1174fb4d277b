"""`ingest PATH… --user U`: files, folders and globs become documents."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from graph import clock, jobs
from graph.documents import folder, params, parse, references
from graph.documents.estimate import estimate
from graph.models import Document, User
from graph.owners import UnknownUser, named

UNSPLIT = (Document.Stage.RECEIVED, Document.Stage.PARSED)
WORK = ["ingest", "embed", "mentions", "mend"]  # what --wait does itself if no worker has it


class Command(BaseCommand):
    help = "Read files into a person's documents."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", help="files, folders or globs; comma lists are allowed")
        parser.add_argument("--user", required=True)
        parser.add_argument("--sequence", action="store_true", help="link neighbouring passages")
        parser.add_argument("--extract", action="store_true", help="let the language model link passages")
        parser.add_argument("--min-edge-weight", type=float, default=0, help="keep only links of at least this weight")
        parser.add_argument("--max-edges-per-chunk", type=int, default=0, help="keep only the strongest of a passage")
        parser.add_argument("--dry-run", action="store_true", help="say what it would take, and read nothing")
        parser.add_argument("--budget", type=int, help="refuse a run that would take more tokens of the model")
        parser.add_argument("--wait", action="store_true", help="return when everything is read")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = named(options["user"])
        except UnknownUser as refusal:
            raise CommandError(str(refusal)) from None
        files = folder.expand(options["paths"])
        if not files:
            raise CommandError("There are no files at these paths.")
        chosen = {
            "sequence_edges": options["sequence"],
            "graph_extraction": options["extract"],
            "min_edge_weight": options["min_edge_weight"],
            "max_edges_per_chunk": options["max_edges_per_chunk"],
        }
        wanted = estimate([path.stat().st_size for path, _ in files], chosen)
        if options["dry_run"]:
            self.stdout.write(wanted.words())
            return
        if options["budget"] is not None and wanted.tokens > options["budget"]:
            raise CommandError(
                f"This would take about {wanted.tokens:,} tokens, more than the {options['budget']:,} allowed."
            )
        if len(files) > params.LARGE_RUN:
            self.stderr.write(wanted.words())
        documents: list[tuple[Path, Document]] = []
        refused: list[tuple[Path, str]] = []
        for place, (path, name) in enumerate(files, start=1):
            try:
                document, _ = folder.receive(user, path, name, chosen)
            except (parse.CannotRead, OSError) as refusal:
                refused.append((path, str(refusal)))
            else:
                documents.append((path, document))
            self._progress("Received", place, len(files))
        if options["wait"]:
            self._wait(user, [document.pk for _, document in documents])
        for path, document in documents:
            document.refresh_from_db()
            chunks = document.chunks.count() if document.stage not in UNSPLIT else None
            counted = f"{chunks} chunks" if chunks is not None else "queued"
            self.stdout.write(f"{document.pk}\t{document.status}\t{counted}\t{path}")
            if document.status == Document.Status.FAILED:
                refused.append((path, document.error))
        for path, why in refused:
            self.stderr.write(f"Refused {path}: {why}")
        if refused and len(refused) >= len(files):
            raise CommandError("Nothing could be read.")

    def _wait(self, user: User, ids: list[int]) -> None:
        """Do what no worker has leased, and wait for what one has."""
        open_states = [Document.Status.QUEUED, Document.Status.PROCESSING]
        while True:
            done = jobs.work(clock.now, kinds=WORK, user_id=user.pk, limit=1)
            waiting = Document.objects.filter(pk__in=ids, status__in=open_states).count()
            self._progress("Read", len(ids) - waiting, len(ids))
            if not waiting and not done:
                break
            if not done:
                time.sleep(0.2)
        references.resolve(user, clock.now())

    def _progress(self, word: str, done: int, total: int) -> None:
        """A bar on a terminal, plain lines otherwise."""
        if sys.stderr.isatty():
            width = 30 * done // max(total, 1)
            self.stderr.write(f"\r{word} [{'#' * width}{'.' * (30 - width)}] {done}/{total}", ending="")
            if done == total:
                self.stderr.write("")
        elif done == total or done % 100 == 0:
            self.stderr.write(f"{word} {done} of {total}")
