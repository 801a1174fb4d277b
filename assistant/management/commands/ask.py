"""`ask QUESTION --user U`: one answer on the terminal, streamed, with its sources."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from assistant.turn import chat
from assistant.turn.events import Done, Evidence, Failed, Token
from graph import clock
from graph.management.book import BookCommand
from graph.owners import UnknownUser, named
from graph.projections import embed
from graph.retrieval.result import Result
from graph.retrieval.types import Item


class Command(BookCommand):
    help = "Ask a question about what a person's book says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question")
        parser.add_argument("--user", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = named(options["user"])
            turn = chat.begin(user=user, text=options["question"], mode="read_only", now=clock.now())
        except (UnknownUser, chat.MessageRefused) as refusal:
            raise CommandError(str(refusal)) from None
        try:
            embed.load_now()
        except embed.ModelUnavailable as failure:
            self.stderr.write(f"Searching by names and words only: {failure}")
        result: Result | None = None
        cited: tuple[tuple[str, int], ...] = ()
        for event in chat.answer(turn, clock.now):
            match event:
                case Evidence():
                    result = event.result
                case Token():
                    self.stdout.write(event.delta, ending="")
                    self.stdout.flush()
                case Done():
                    cited = event.cited
                case Failed():
                    cited = event.cited
                    self.stderr.write(f"\n{event.error}")
        self.stdout.write("")
        self._sources(result, cited)

    def _sources(self, result: Result | None, cited: tuple[tuple[str, int], ...]) -> None:
        """What the answer cited, by number."""
        if result is None:
            return
        items: dict[tuple[str, int], Item] = {(item.kind, item.pk): item for item in result.items}
        for number, key in enumerate(cited, start=1):
            item = items.get(key)
            if item is None:
                continue
            doubt = " (unconfirmed)" if item.fact and item.fact.status != "confirmed" else ""
            place = item.chunk.document_title if item.chunk else item.text
            self.stdout.write(f"[{number}] {place}{doubt}")
