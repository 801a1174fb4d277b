"""`create_token NAME --user U [--scope read,propose,write]`: prints a token, once."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from assistant.http import tokens
from graph import clock
from graph.management.book import BookCommand
from graph.owners import UnknownUser, named


class Command(BookCommand):
    help = "Create a token for a program; it is printed alone on the last line and never shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the token is for")
        parser.add_argument("--user", required=True)
        parser.add_argument("--scope", default="write", help="comma list of read, propose, write (default write)")

    def handle(self, *args: Any, **options: Any) -> None:
        scopes = [scope.strip() for scope in options["scope"].split(",") if scope.strip()]
        try:
            user = named(options["user"])
            _, text = tokens.create(user=user, scopes=scopes, name=options["name"], now=clock.now())
        except (UnknownUser, tokens.UnknownScope) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(text)
