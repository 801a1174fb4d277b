"""Background work alongside a command that serves one person: in a thread, where no worker process is set up."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection, connections

from assistant import params
from graph import clock, jobs

logger = logging.getLogger(__name__)


@contextmanager
def working() -> Iterator[None]:
    """Do what is queued while the command serves; beside `up` both do, and no job is done twice.

    Where there is a broker there are workers, and nothing is done here. The job in hand when the command ends has a
    moment to end too; as a row it is taken up again by whoever comes next.
    """
    if settings.REDIS_URL:
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_work, args=(ended,), daemon=True, name="alongside")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(params.STOP_PATIENCE)


def _work(ended: threading.Event) -> None:
    while not ended.wait(params.SWEPT_EVERY):
        try:
            jobs.work(clock.now, stop=ended.is_set)
        except Exception:  # the edge of a task: the next look is a second later
            logger.exception("background work could not be done")
    connection.close()


def leave() -> None:
    """End the process at once if a thread is at work still; else return.

    Python's own end would cut such a thread off within the embedding model, which aborts then. Jobs are rows, and are
    taken up again at the next start.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        connections.close_all()
        sys.stdout.flush()
        os._exit(0)
