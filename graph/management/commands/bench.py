"""`bench`: run suites on throw-away data and print what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from graph.bench import report, speed

SUITES = ("speed",)


class Command(BaseCommand):
    help = "Measure speed on throw-away data and print a table; your own data is not touched."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {', '.join(SUITES)}; all by default")
        parser.add_argument("--facts", default="1000,10000", help="sizes of the made-up graphs, as a comma list")
        parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")

    def handle(self, *args: Any, suites: list[str], facts: str, **options: Any) -> None:
        if unknown := sorted(set(suites) - set(SUITES)):
            raise CommandError(f"There is no suite {', '.join(unknown)}; there is {', '.join(SUITES)}.", returncode=2)
        try:
            sizes = [int(size) for size in facts.split(",")]
        except ValueError as error:
            raise CommandError("--facts takes whole numbers separated by commas.", returncode=2) from error
        if not sizes or min(sizes) < 100:
            raise CommandError("--facts takes sizes of at least 100.", returncode=2)
        timings = speed.run(sizes, now=timezone.now(), say=self._say)
        self.stdout.write(report.table(timings))
        if options["json"]:
            options["json"].write_text(json.dumps({"speed": report.as_json(timings)}, indent=1))

    def _say(self, line: str) -> None:
        self.stderr.write(f"{line} …")
