"""Long work that writes batch by batch lets others write in between."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.db import connection

PAUSE = 0.03  # seconds: whoever waits for SQLite's one lock is not called when it is free, but looks every 1 to 100 ms

T = TypeVar("T")


def paced(batches: Iterable[T]) -> Iterator[T]:
    """Each batch, and between two of them a pause where only one at a time may write."""
    for number, batch in enumerate(batches):
        if number and connection.vendor == "sqlite":
            time.sleep(PAUSE)
        yield batch
