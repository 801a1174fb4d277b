"""Processes of the product as forks of one that has imported what takes seconds, for the tests that start dozens."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
# As the settings set them, which are read later than this is imported: litellm asks the network for prices otherwise.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
_fork = multiprocessing.get_context("forkserver")
_fork.set_forkserver_preload(
    [
        "tests.forked", "tests.loaded", "torch", "sentence_transformers", "transformers.models.bert.modeling_bert",
        "litellm", "spacy", "duckdb", "uvicorn", "celery.bin.celery", "redis.asyncio", "psycopg_pool",
    ]
)  # fmt: skip


class Forked:
    """What the tests use of a `subprocess.Popen` with its output and errors in one, for a command of Python's.

    `words` are those after `python`: a file, -m and a module, or -c and a program. Without `output` there is a pipe,
    `stdout`. That a new interpreter starts the product is shown by the tests that run it once: four seconds of imports
    are nothing of that.
    """

    def __init__(self, *words: str, env: Mapping[str, str], output: TextIO | None = None) -> None:
        self.words = words
        reader = None
        if output is None:
            reader, writer = _fork.Pipe(duplex=False)
        else:
            writer = Connection(os.dup(output.fileno()), readable=False)
        self._process = _fork.Process(target=_run, args=(words, dict(env), writer))
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), "r") if reader else None
        self.pid: int = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self.words, timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """What it wrote from here on, and its end; the time is that of the end alone."""
        written = ""
        if self.stdout:
            with self.stdout:
                written = self.stdout.read()
        self.wait(timeout)
        return written, None


def _run(words: Sequence[str], env: dict[str, str], output: Connection) -> None:
    """The command in this process, as if Python had been started with it."""
    os.environ.clear()
    os.environ.update(env)
    os.chdir(ROOT)
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        match words:
            case "-m", module, *_:
                sys.argv = [*words[1:]]
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            case "-c", program:
                sys.argv = ["-c"]
                exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})
            case file, *_:
                sys.argv = [*words]
                runpy.run_path(file, run_name="__main__")
    finally:
        atexit._run_exitfuncs()  # which multiprocessing leaves out
