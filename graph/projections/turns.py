"""A lock for which threads queue: one that lets it go and asks again at once comes after the one that waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Turns:
    """Long work takes a turn for each part of it, so that who wants a moment gets it in between."""

    next: threading.Lock = field(default_factory=threading.Lock)
    now: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def taken(self) -> Iterator[None]:
        with self.next:
            self.now.acquire()
        try:
            yield
        finally:
            self.now.release()
