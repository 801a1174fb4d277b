"""Until when an operation may run: a moment, or whenever somebody cancels it."""

from __future__ import annotations

import time
from collections.abc import Callable


class DeadlinePassed(TimeoutError):
    """The operation was stopped: its time was over, or it was cancelled."""


class Deadline:
    """`seconds` from now by `clock`, or never when None; `cancel` may come from any thread."""

    def __init__(self, seconds: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True

    def check(self) -> None:
        """Raises DeadlinePassed when the operation must stop."""
        if self._cancelled:
            raise DeadlinePassed("The operation was cancelled.")
        if self._end is not None and self._clock() >= self._end:
            raise DeadlinePassed("The operation took too long; ask for less depth or fewer results.")


NO_DEADLINE = Deadline()
