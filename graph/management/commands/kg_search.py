"""`kg_search QUERY --user U`: one retrieval on the terminal."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from graph import clock
from graph.api import shapes
from graph.management.book import BookCommand
from graph.owners import UnknownUser, named
from graph.projections import embed
from graph.retrieval import pipeline
from graph.retrieval.config import MOST_HOPS, moment
from graph.retrieval.presets import UnknownPreset
from graph.retrieval.result import path_out, scores_out


class Command(BookCommand):
    help = "Search a person's graph."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query")
        parser.add_argument("--user", required=True)
        parser.add_argument("--expand", action="store_true", help="follow the graph from what was found")
        parser.add_argument("--depth", type=int, help="how many steps to follow; says --expand by itself")
        parser.add_argument("--preset", default="default")
        parser.add_argument("--limit", type=int, default=10)
        parser.add_argument(
            "--verbose", action="store_true", help="steps, path, source edge and the parts of each score"
        )
        parser.add_argument("--as-of", help="a day or a time: search what was held true then, like 2024-03-01")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] < 1:
            raise CommandError("--limit must be at least 1.")
        config: dict[str, Any] = {} if options["expand"] else {"max_hops": 0}
        if options["depth"] is not None:
            if not 0 <= options["depth"] <= MOST_HOPS:
                raise CommandError(f"--depth must be from 0 to {MOST_HOPS}.")
            config["max_hops"] = options["depth"]
        try:
            embed.load_now()
        except embed.ModelUnavailable as failure:
            self.stderr.write(f"Searching by names and words only: {failure}")
        try:
            as_of = moment(options["as_of"], end=True) if options["as_of"] else None
            result = pipeline.retrieve(
                user=named(options["user"]),
                query=options["query"],
                preset=options["preset"],
                config=config,
                limit=options["limit"],
                now=clock.now(),
                as_of=as_of,
            )
        except (UnknownUser, UnknownPreset, ValueError) as refusal:
            raise CommandError(str(refusal)) from None
        if options["json"]:
            self.stdout.write(json.dumps(shapes.retrieval(result), ensure_ascii=False, indent=2))
            return
        for name in result.degraded:
            self.stderr.write(f"Degraded: {name}")
        if result.searched:
            self.stderr.write(f"Searched for: {result.searched}")
        if not result.items:
            self.stdout.write("Nothing is known about that.")
        for place, item in enumerate(result.items, start=1):
            doubt = " (unconfirmed)" if item.fact and item.fact.status != "confirmed" else ""
            self.stdout.write(f"{place:2}. {item.score:.3f}  {item.kind}  {' '.join(item.text.split())[:300]}{doubt}")
            if options["verbose"]:
                steps = path_out(item.path, result.names)
                walked = " ".join(
                    f"--[{one['relation']}]--> {one['name']}" if one["relation"] else one["name"] for one in steps
                )
                self.stdout.write(
                    f"      hops {item.hops}; source edge {item.source_edge or '-'}; path {walked or '-'}"
                )
                parts = ", ".join(f"{name} {value:.3f}" for name, value in scores_out(item).items())
                self.stdout.write(f"      {parts}")
