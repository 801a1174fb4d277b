"""`up`: all of first run and every run, in one process."""

from __future__ import annotations

import contextlib
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from assistant import alongside, embedded
from assistant.extraction.parsing.parse import parse
from assistant.streaming import runs
from graph import clock, planner, sample
from graph.management.book import is_there
from graph.models import User
from graph.projections import embed

GRACE = 5  # seconds that open streams have to end after Ctrl-C


class Command(BaseCommand):
    help = "Start everything: data folder, database, web and background work, on this machine alone."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="load a sample book once, for the first person")
        parser.add_argument("--no-browser", action="store_true", help="do not open the page")

    def handle(self, *args: Any, **options: Any) -> None:
        listener = self._listen(options["host"], options["port"])
        address = f"http://{options['host']}:{options['port']}/"
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        is_there()  # or it ends here, in words
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if options["demo"]:
            self._demo()
        embed.warm()
        threading.Thread(target=parse, args=("Hello.",), daemon=True, name="warm-rules").start()
        worker = embedded.start_worker()
        planner.look()
        connection.close()
        self.stdout.write(f"Commonplace is at {address}")
        self.stdout.write(f"Its data is in {settings.DATA_DIR}. Ctrl-C stops it.")
        self.stdout.flush()
        if not options["no_browser"] and sys.stdout.isatty():
            webbrowser.open(address)
        server = Server(
            uvicorn.Config(
                "assistant.asgi:application",
                log_level="warning",
                lifespan="on",
                timeout_graceful_shutdown=GRACE,
                server_header=False,
            )
        )
        try:
            server.run(sockets=[listener])
        finally:
            runs.stop_all()
            worker.stop()
        self.stdout.write("Stopped.")
        alongside.leave()

    def _listen(self, host: str, port: int) -> socket.socket:
        """The listening socket, taken before anything slow. Raises CommandError in words a person can act on.

        It is called one of TCP, since asyncio switches Nagle's delay off for those alone: else an answer on a
        connection that is kept open waits for the acknowledgement of its own headers, 40 ms each time.
        """
        if not 0 <= port < 65_536:
            raise CommandError(f"{port} is no port: it is a number up to 65535.")
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
        except OSError as refusal:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({refusal.strerror}). Try another: up --port {port + 1}"
            ) from None
        return listener

    def _demo(self) -> None:
        user = User.objects.order_by("pk").first()
        if user is None:
            self.stdout.write("The sample book is offered on the set-up page, once there is a person to own it.")
        elif not sample.is_loaded(user):
            sample.load(user, clock.now())


class Server(uvicorn.Server):
    """uvicorn's server, which ends quietly on the first signal instead of raising it again."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        def end(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
