"""`kg_context QUERY --user U`: the markdown that a model would be given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from graph import clock
from graph.api import shapes
from graph.curation import names
from graph.management.book import BookCommand
from graph.models import Document, Entity, User
from graph.naming import SELF_WORDS, normalise
from graph.owners import UnknownUser, named
from graph.projections import embed
from graph.retrieval import pipeline
from graph.retrieval.channels import globs
from graph.retrieval.result import Context


class Command(BookCommand):
    help = "Print the narrative that a model would be given for a question."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query")
        parser.add_argument("--user", required=True)
        parser.add_argument(
            "--files", default="", help="comma list of open documents: titles or globs like notes/**/*.md"
        )
        parser.add_argument("--entities", default="", help="comma list of open entities: names or ids")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = named(options["user"])
        except UnknownUser as refusal:
            raise CommandError(str(refusal)) from None
        try:
            embed.load_now()
        except embed.ModelUnavailable as failure:
            self.stderr.write(f"Searching by names and words only: {failure}")
        context = Context(_entities(user, globs.parts(options["entities"])), _documents(user, options["files"]))
        result = pipeline.retrieve(user=user, query=options["query"], context=context, now=clock.now())
        if options["json"]:
            self.stdout.write(json.dumps(shapes.retrieval(result), ensure_ascii=False, indent=2))
        else:
            self.stdout.write(result.narrative)


def _entities(user: User, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """Ids of the entities meant. Raises CommandError for a name that nothing goes by."""
    found: list[int] = []
    for text in wanted:
        ids = names.matches(user, [normalise(text)]).get(normalise(text), [])
        if text.isdecimal() and len(text) < 19:
            ids = list(Entity.objects.for_user(user).filter(pk=int(text)).values_list("pk", flat=True))
        if not ids and normalise(text) in SELF_WORDS:  # who never said a thing about themself has no entry yet
            ids = [names.self_entity(user, clock.now()).pk]
        if not ids:
            raise CommandError(f"There is no entity “{text}”.")
        found += ids
    return tuple(found)


def _documents(user: User, files: str) -> tuple[int, ...]:
    """Ids of the documents whose title or source matches a glob. Raises CommandError when one matches nothing."""
    rows = list(Document.objects.for_user(user).values_list("pk", "title", "source"))
    found: list[int] = []
    for pattern in globs.parts(files):
        found_by = ([pk for pk, *called in rows if globs.matches(one, *called)] for one in _ends(pattern))
        hits = next(filter(None, found_by), [])
        if not hits:
            raise CommandError(f"No document matches “{pattern}”.")
        found += hits
    return tuple(dict.fromkeys(found))


def _ends(pattern: str) -> Iterator[str]:
    """The pattern; of a file's whole path also its ends: kept is its place in the folder that was read."""
    yield pattern
    if pattern.startswith(("/", "./", "../")) and not set(pattern) & set("*?["):
        parts = pattern.split("/")
        yield from ("/".join(parts[start:]) for start in range(1, len(parts)) if parts[start])
