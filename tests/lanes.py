"""Checks one after another, and others beside them whose words are kept until they can be read in one piece."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

NICE = shutil.which("nice")


@dataclass(frozen=True, slots=True)
class Check:
    """A command with a name, the environment it is given, and how far behind others it stands, 0 to 19.

    One that stands behind takes what others leave of the processors, where the system knows how.
    """

    name: str
    command: list[str]
    environment: dict[str, str]
    behind: int = 0

    @property
    def run(self) -> list[str]:
        """The command as it is started."""
        return [NICE, "-n", str(self.behind), *self.command] if NICE and self.behind else self.command


def shown(checks: Iterable[Check]) -> list[str]:
    """Run each check, written out as it goes; gives the names of those that failed."""
    failed = []
    for check in checks:
        heading(check.name)
        if subprocess.run(check.run, env=check.environment, check=False).returncode != 0:
            failed.append(check.name)
    return failed


@dataclass
class Beside:
    """Checks that run one after another in a thread of their own, from `begin` on."""

    checks: list[Check]
    ended: list[tuple[Check, subprocess.CompletedProcess[bytes], float]] = field(default_factory=list)
    thread: threading.Thread = field(init=False)

    def begin(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        for check in self.checks:
            began = time.monotonic()
            done = subprocess.run(
                check.run, env=check.environment, check=False,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            self.ended.append((check, done, time.monotonic() - began))

    def told(self) -> list[str]:
        """Wait for the last one and write out what each said; gives the names of those that failed."""
        self.thread.join()
        for check, done, seconds in self.ended:
            heading(f"{check.name} (beside the tests, {seconds:.0f} s)")
            sys.stdout.buffer.write(done.stdout)
            sys.stdout.flush()
        unheard = [check.name for check in self.checks[len(self.ended) :]]  # the thread itself broke off
        return [check.name for check, done, _ in self.ended if done.returncode != 0] + unheard


def heading(name: str) -> None:
    print(f"\n=== {name}", flush=True)  # noqa: T201 - this is a command line
