"""`bench`: run suites on data of their own and print what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from graph.bench import chart
from graph.bench import suites as available


class Command(BaseCommand):
    help = "Measure speed and quality on data of its own and print tables; your own data is not touched."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        names = ", ".join(available.names())
        parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {names}; all by default")
        parser.add_argument("--facts", default="1000,10000", help="sizes of the made-up graphs, as a comma list")
        parser.add_argument("--users", type=int, default=10, help="people with a book each, where several are served")
        parser.add_argument("--data", type=Path, metavar="DIR", help="published collections to measure quality on")
        parser.add_argument("--chart", type=Path, metavar="FILE", help="also draw the quality suite to FILE, an SVG")
        parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")

    def handle(self, *args: Any, suites: list[str], facts: str, **options: Any) -> None:
        known = available.names()
        if unknown := sorted(set(suites) - set(known)):
            raise CommandError(f"There is no suite {', '.join(unknown)}; there is {', '.join(known)}.", returncode=2)
        try:
            sizes = [int(size) for size in facts.split(",")]
        except ValueError as error:
            raise CommandError("--facts takes whole numbers separated by commas.", returncode=2) from error
        if not sizes or min(sizes) < 100:
            raise CommandError("--facts takes sizes of at least 100.", returncode=2)
        if options["users"] < 1:
            raise CommandError("--users takes a number of at least 1.", returncode=2)
        data: Path | None = options["data"]
        if data is not None and not data.is_dir():
            raise CommandError(f"There is no folder {data}.", returncode=2)
        if options["chart"] and "quality" not in (suites or known):
            raise CommandError("--chart draws the quality suite: name it, too.", returncode=2)
        asked = available.Options(sizes, timezone.now(), self._say, data, options["users"])
        figures = {}
        for name in suites or known:
            measured = available.run(name, asked)
            figures[name] = measured.figures
            self.stdout.write(measured.table)
        if options["chart"]:
            options["chart"].write_text(chart.svg(figures["quality"]), encoding="utf-8")
        if options["json"]:
            options["json"].write_text(json.dumps(figures, indent=1))

    def _say(self, line: str) -> None:
        self.stderr.write(f"{line} …")
