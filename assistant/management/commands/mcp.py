"""`mcp --user U [--scope propose]`: the tools over standard input and output, for clients that start their servers."""

from __future__ import annotations

import asyncio
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assistant import alongside
from graph.api.caller import SCOPES, Caller
from graph.management.book import BookCommand
from graph.models import Change
from graph.owners import UnknownUser, named
from graph.projections import embed

LACKS = "This server was started without the scope “{0}”. Start it with “mcp --scope {0}” to allow this."


class Command(BookCommand):
    help = "Serve a person's book to an MCP client over standard input and output."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", required=True)
        parser.add_argument("--scope", default="propose", help="read, propose (the default) or write")

    def handle(self, *args: Any, user: str, scope: str, **options: Any) -> None:
        if scope not in SCOPES:
            raise CommandError(f"Scopes are {', '.join(SCOPES)}.")
        try:
            who = Caller.token(named(user), frozenset([scope]), Change.Actor.MCP)
        except UnknownUser as refusal:
            raise CommandError(str(refusal)) from None
        embed.warm()
        with alongside.working():
            asyncio.run(_serve(who))
        alongside.leave()


async def _serve(who: Caller) -> None:
    from mcp.server.stdio import stdio_server

    from assistant.doors.mcp_server import server
    from assistant.doors.mcp_stdio import answering

    serving = server(lambda context: who, LACKS)
    async with stdio_server() as streams, answering(*streams) as (read, write):
        await serving.run(read, write, serving.create_initialization_options())
