"""Web processes started for a measurement, and clients that keep them busy."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from graph.bench.throwaway import address

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180  # seconds for a process to start and to load its embedding model, on a busy machine


class NotServing(RuntimeError):
    """A web process did not start; the message has the end of what it said."""


@dataclass(frozen=True, slots=True)
class Web:
    """One web process: where it listens, and its number for the system."""

    port: int
    pid: int

    def megabytes(self) -> float:
        """What the system counts as resident."""
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(self.pid)], capture_output=True, text=True, check=True)
        return int(told.stdout) / 1024

    def ask(self, method: str, path: str, token: str = "", body: Any = None) -> dict[str, Any]:
        """One request on a connection of its own, answered with JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            return sent(connection, method, path, token, body)
        finally:
            connection.close()


def sent(connection: http.client.HTTPConnection, method: str, path: str, token: str = "", body: Any = None) -> Any:
    """One request on an open connection. Raises NotServing for anything but success."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    raw = answer.read()
    if answer.status != 200:
        raise NotServing(f"{method} {path} answered {answer.status}: {raw[:300].decode(errors='replace')}")
    return json.loads(raw) if raw[:1] in b"[{" else raw


@contextmanager
def processes(number: int, place: Path, **environment: str) -> Iterator[list[Web]]:
    """So many web processes over the throw-away database and data folder, as the Procfile starts them."""
    own = {"ASSISTANT_DATA_DIR": str(place), "DATABASE_URL": address(), "PYTHONUNBUFFERED": "1", **environment}
    log = (place / "web.log").open("w+")
    running = []
    try:
        for _ in range(number):
            port = _free_port()
            command = [sys.executable, "-m", "uvicorn", "assistant.asgi:application", "--port", str(port)]
            process = subprocess.Popen(
                [*command, "--log-level", "warning", "--timeout-graceful-shutdown", "5"],
                cwd=ROOT, env={**os.environ, **own}, stdout=log, stderr=log,
            )  # fmt: skip
            running.append((process, Web(port, process.pid)))
        for process, web in running:
            _wait(process, web, Path(log.name))
        yield [web for _, web in running]
    finally:
        for process, _ in running:
            process.terminate()
        for process, _ in running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        log.close()


def _wait(process: subprocess.Popen, web: Web, log: Path) -> None:
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            web.ask("GET", "/healthz")
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > ends:
                raise NotServing(f"a web process did not start: {log.read_text()[-500:]}") from None
            time.sleep(0.2)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


Request = Callable[[http.client.HTTPConnection, int], object]


def busy(webs: Sequence[Web], clients: int, seconds: float, request: Request) -> list[float]:
    """`clients` threads send one request after the other for so long, each to the processes in turn.

    `request` gets an open connection and a number that is never given twice. Returns the milliseconds of each.
    Raises what a request raised.
    """
    numbers, took, failures = count(), [], []
    ends = time.monotonic() + seconds

    def client(place: int) -> None:
        connections = [http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE) for web in webs]
        try:
            for turn in count(place):
                began = time.perf_counter()
                request(connections[turn % len(connections)], next(numbers))
                if time.monotonic() > ends:
                    return
                took.append((time.perf_counter() - began) * 1000)
        except Exception as failure:  # noqa: BLE001 - told to whoever waits for the threads
            failures.append(failure)
        finally:
            for connection in connections:
                connection.close()

    together([lambda place=place: client(place) for place in range(clients)])  # type: ignore[misc]
    if failures:
        raise failures[0]
    return took


def together(calls: Sequence[Callable[[], object]]) -> None:
    """Run all of them at once and wait for the last."""
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
