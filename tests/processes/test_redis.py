"""Web, worker and beat as processes of their own over a real Redis-compatible server."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.forked import Forked
from tests.servers import ROOT, free_port, installed, redis_url, valkey, without_ours

PERSON = """
from django.core.management import call_command
call_command("create_user", "ines")
call_command("create_token", "test", "--user", "ines")
"""


class Processes:
    """A broker, web processes and, unless nothing needs one, a worker with its clock, over one data folder."""

    def __init__(
        self, data: Path, redis: str, database: str = "", webs: int = 1, worker: bool = True, **environment: str
    ):
        self.environment = {
            **without_ours(),
            "ASSISTANT_DATA_DIR": str(data),
            "REDIS_URL": redis,
            "PYTHONUNBUFFERED": "1",
        }
        self.environment |= {"DJANGO_SETTINGS_MODULE": "assistant.settings", **environment}
        if database:
            self.environment["DATABASE_URL"] = database
            self.manage("migrate", "--verbosity", "0")
        else:
            installed(data)
        self.token = self.manage("shell", "-v0", "-c", PERSON).split()[-1]
        self.running: list[Forked] = []
        self.log = (data / "log").open("w+")
        self.ports = [free_port() for _ in range(webs)]
        for port in self.ports:
            self.start(
                "-m", "uvicorn", "assistant.asgi:application", "--port", str(port),
                "--timeout-graceful-shutdown", "5",
            )  # fmt: skip
        if worker:
            self.start(
                "-m", "celery", "-A", "assistant", "worker", "--pool", "threads", "--concurrency", "2",
                "--beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "info",
            )  # fmt: skip

    def manage(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *words: str) -> None:
        self.running.append(Forked(*words, env=self.environment, output=self.log))

    def post(self, path: str, body: dict, web: int = 0) -> dict:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports[web]}/api/v1{path}",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        return json.loads(urllib.request.urlopen(request, timeout=120).read())

    def done(self, kind: str) -> bool:
        """Whether a job of that kind was done, read from SQLite's file: to ask Django takes a process and two seconds."""
        file = Path(self.environment["ASSISTANT_DATA_DIR"]) / "commonplace.sqlite3"
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=60)) as rows:
            found = rows.execute("SELECT count(*) FROM graph_job WHERE state = 'done' AND kind = ?", [kind]).fetchone()
        return bool(found[0])

    def written(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self, patience: float = 20) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                killed(process)
        self.log.close()


def killed(process: Forked) -> None:
    """kill -9 for a process and those it started: a worker's clock is one of its own and would outlive the tests."""
    for one in psutil.Process(process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
    process.kill()
    process.wait()


@pytest.fixture
def processes(tmp_path) -> Iterator[Processes]:
    with valkey() as server:
        both = Processes(tmp_path, redis_url(server))
        try:
            yield both
        finally:
            both.stop()


def until(check, seconds: float, told):
    """Wait until `check` gives something; say what the processes wrote if it never does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if found := check():
                return found
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s:\n{told()[-4000:]}")


def test_the_worker_warms_what_is_frequent_and_a_write_drops_it_j50(processes):
    """The task ran in the worker; the web process's first question is a hit; after a write to the entity it is none."""
    fact = {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}}
    until(lambda: processes.post("/facts", fact), 90, processes.written)
    until(lambda: processes.done("warm"), 90, processes.written)
    first = processes.post("/retrieve", {"query": "Who is Anna?"})
    assert first["cache_hit"] is True
    assert first["items"][0]["text"] == "Anna lives in Lisbon"
    processes.post("/facts", {**fact, "predicate": "likes", "object": {"name": "figs"}})
    assert processes.post("/retrieve", {"query": "Who is Anna?"})["cache_hit"] is False
    assert "assistant.tasks.work" in processes.written()
