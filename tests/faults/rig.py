"""Processes on a data folder of their own that are killed at random moments, and a look at what is left."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.forked import Forked
from tests.servers import ROOT, without_ours
from tests.tables import show

FULL = bool(os.environ.get("FAULTS_FULL"))  # 20, 20 and 10 deaths instead of 3 each
SETUP = """
import time, zlib, django
django.setup()
import numpy as np
from graph import clock, jobs
from graph.projections import embed

def encode(texts, model=None):
    made = np.stack([np.random.default_rng(zlib.crc32(text.encode())).normal(size=384) for text in texts])
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)

embed.encode = encode  # vectors are not what is tested here, and a model takes six seconds to load
"""
PERSON = """
from django.core.management import call_command
call_command("create_user", "ines", "--password", "paper and ink")
call_command("create_token", "talk", "--user", "ines")
"""
WORK = """
print("ready", flush=True)
while True:
    jobs.work(clock.now)
    time.sleep(0.02)
"""


@dataclass
class Rig:
    """A data folder with a migrated database. `deaths` counts what was killed."""

    data: Path
    deaths: int = 0
    moments: list[float] = field(default_factory=list)
    random: random.Random = field(default_factory=lambda: random.Random(7))
    model: str = ""  # the address of a language model

    def environment(self) -> dict[str, str]:
        own = {"ASSISTANT_DATA_DIR": str(self.data), "DJANGO_SETTINGS_MODULE": "assistant.settings"}
        if self.model:
            own |= {"ASSISTANT_MODEL": "openai/test", "ASSISTANT_API_BASE": self.model, "ASSISTANT_API_KEY": "k"}
        return {**without_ours(), **own, "PYTHONUNBUFFERED": "1"}

    def manage(self, *words: str, **more: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "manage.py", *words]
        environment = self.environment() | more
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    def do(self, program: str) -> str:
        """Run a program to its end."""
        done = subprocess.run(
            [sys.executable, "-c", SETUP + program], cwd=ROOT, env=self.environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def person(self) -> str:
        """Create somebody; gives a token to talk with."""
        return self.do(PERSON).split()[-1]

    def worker(self) -> Forked:
        """A process that does queued work until it is ended."""
        process = Forked("-c", SETUP + WORK, env=self.environment())
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def kill(self, process: Forked, after: float) -> None:
        """kill -9 after so many seconds: no handler runs, nothing is tidied up."""
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.deaths += 1
        self.moments.append(after)

    def rows(self, sql: str, *values: Any) -> list[tuple]:
        connection = sqlite3.connect(f"file:{self.data / 'commonplace.sqlite3'}?mode=ro", uri=True, timeout=60)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def one(self, sql: str, *values: Any) -> Any:
        return self.rows(sql, *values)[0][0]

    def wait(self, condition: Callable[[], bool], seconds: float = 180) -> None:
        ends = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < ends, self.rows(
                "SELECT kind, state, attempts, error FROM graph_job WHERE state != 'done'"
            )
            time.sleep(0.05)

    def is_idle(self) -> bool:
        return self.one("SELECT count(*) FROM graph_job WHERE state IN ('queued', 'running') AND kind != 'warm'") == 0

    def report(self, what: str, **counts: object) -> None:
        """Check what holds after every fault, and add a line to the table."""
        failed = self.rows("SELECT kind, error FROM graph_job WHERE state = 'failed'")
        assert failed == []
        assert self.one("PRAGMA integrity_check") == "ok"
        checked = self.manage("check_projections")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        told = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items())
        moments = f"{min(self.moments):.2f}-{max(self.moments):.2f} s"
        show(f"faults: {what:10} killed {self.deaths:2} times ({moments}): {told}; projections equal, nothing lost")


def deaths(full: int) -> int:
    return full if FULL else 3
