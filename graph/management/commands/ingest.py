"""`ingest PATH… --user U`: files, folders and globs become documents."""

from __future__ import annotations

import time
import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.models import Count

from graph import clock, jobs
from graph.documents import budget, folder, ingest, params, references, watching
from graph.documents.estimate import estimate
from graph.management.book import BookCommand
from graph.management.progress import Progress
from graph.models import Document, User
from graph.owners import UnknownUser, named

UNSPLIT = (Document.Stage.RECEIVED, Document.Stage.PARSED)
WORK = ["ingest", "embed", "mentions", "mend"]  # what --wait does itself if no worker has it
AT_ONCE = 500  # documents whose result is looked up and told at once


class Command(BookCommand):
    help = "Read files into a person's documents."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", help="files, folders or globs; comma lists are allowed")
        parser.add_argument("--user", required=True)
        parser.add_argument("--sequence", action="store_true", help="link neighbouring passages")
        parser.add_argument("--extract", action="store_true", help="let the language model link passages")
        parser.add_argument("--min-edge-weight", type=float, default=0, help="keep only links of at least this weight")
        parser.add_argument("--max-edges-per-chunk", type=int, default=0, help="keep only the strongest of a passage")
        parser.add_argument("--dry-run", action="store_true", help="say what it would take, and read nothing")
        parser.add_argument("--budget", type=int, default=0, help="stop asking the model after so many tokens")
        parser.add_argument("--wait", action="store_true", help="return when everything is read")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = named(options["user"])
        except UnknownUser as refusal:
            raise CommandError(str(refusal)) from None
        files = folder.expand(options["paths"])
        if not files:
            raise CommandError(f"There are no files at {', '.join(options['paths'])}.")
        for path in folder.missing(options["paths"]):
            self.stderr.write(f"There is no file at {path}.")
        chosen = {
            "sequence_edges": options["sequence"],
            "graph_extraction": options["extract"],
            "min_edge_weight": options["min_edge_weight"],
            "max_edges_per_chunk": options["max_edges_per_chunk"],
            "budget": max(options["budget"], 0),
            "run": uuid.uuid4().hex if options["budget"] else "",
        }
        wanted = estimate([path.stat().st_size for path, _ in files], chosen)
        if options["dry_run"]:
            self.stdout.write(wanted.words())
            return
        if len(files) > params.LARGE_RUN:
            self.stderr.write(wanted.words())
        if 0 < chosen["budget"] < wanted.tokens:
            self.stderr.write(
                f"The budget of {chosen['budget']:,} tokens will probably end before its {wanted.tokens:,} are spent."
            )
        self.progress = Progress(self.stderr, len(files))
        documents: dict[int, Path] = {}
        refused: list[tuple[Path, str]] = []
        for received in folder.receive(user, files, chosen):
            if received.document is None:
                refused.append((received.path, received.refusal))
            else:
                documents.setdefault(received.document, received.path)
                if received.remark:
                    self.stderr.write(f"{received.path}: {received.remark}")
            self.progress.count("Received")
        self._go_on(user, documents, chosen)
        if options["wait"]:
            self._wait(user, documents)
        self._tell(documents, refused)
        if refused and len(refused) >= len(files):
            raise CommandError("Nothing could be read.")

    def _go_on(self, user: User, documents: dict[int, Path], chosen: dict[str, Any]) -> None:
        """Documents that an earlier budget stopped go on with this one."""
        if not chosen["graph_extraction"]:
            return
        stopped = Document.objects.for_user(user).filter(**{f"metadata__{budget.STOPPED}": True})
        for document in stopped.defer("text"):
            if document.pk in documents and document.status == Document.Status.READY_WITHOUT_GRAPH:
                budget.renew(document, chosen["budget"], chosen["run"])
                ingest.retry(document, clock.now())

    def _wait(self, user: User, documents: dict[int, Path]) -> None:
        """Do what no worker has leased, and wait for what one has; each stage is told as it begins."""
        self.progress.begin(len(documents))
        at_work = Document.objects.for_user(user).filter(status__in=ingest.AT_WORK)

        def watch(document: Document) -> None:
            if document.pk in documents:
                self.progress.stage(documents[document.pk].name, watching.at_hand(document))

        with watching.watched(watch):
            while True:
                done = jobs.work(clock.now, kinds=WORK, user_id=user.pk, limit=1 + len(documents) // 100)
                waiting = sum(pk in documents for pk in at_work.values_list("pk", flat=True))
                self.progress.reach(len(documents) - waiting, "Read")
                if not waiting and not done:
                    break
                if not done:  # somebody else has it
                    for document in at_work.only("stage", "metadata"):
                        watch(document)
                    time.sleep(0.2)
        self.progress.end()
        references.resolve(user, clock.now())

    def _tell(self, documents: dict[int, Path], refused: list[tuple[Path, str]]) -> None:
        """A line for each document with its id and passages; then what went wrong."""
        stopped: list[str] = []
        places = list(documents.items())
        for start in range(0, len(places), AT_ONCE):
            some = dict(places[start : start + AT_ONCE])
            rows = Document.objects.filter(pk__in=some).annotate(count=Count("chunks"))
            found = {pk: rest for pk, *rest in rows.values_list("pk", "status", "stage", "error", "count", "metadata")}
            for pk, path in some.items():
                status, stage, error, count, metadata = found[pk]
                split = stage not in UNSPLIT or status == Document.Status.FAILED
                counted = f"{count} chunks" if split else "queued"
                self.stdout.write(f"{pk}\t{status}\t{counted}\t{path}")
                if status == Document.Status.FAILED:
                    refused.append((path, error))
                if metadata.get(budget.STOPPED) and status == Document.Status.READY_WITHOUT_GRAPH:
                    stopped.append(error)
        for path, why in refused:
            self.stderr.write(f"Refused {path}: {why}")
        if stopped:
            limit = stopped[0].split(":")[0]
            self.stderr.write(
                f"{limit}: {len(stopped):,} of {len(documents):,} documents were not wholly compared. "
                "What was found is kept; the same command goes on from there."
            )
