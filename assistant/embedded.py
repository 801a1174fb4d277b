"""Background work inside the one process of `manage.py up`: a Celery worker and its clock, each in a thread."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

from celery.beat import Scheduler, Service
from celery.worker import WorkController
from celery.worker import state as worker_state

from assistant import params, tasks
from assistant.celery import application

logger = logging.getLogger(__name__)

# Of the worker's loop: one sees that it is to stop, and one follows; each waits two seconds for a message.
ROUNDS_TO_STOP = 2


@dataclass(slots=True)
class Worker:
    """The running worker; `stop()` lets the jobs in hand finish, for a while, and says whether they did."""

    controller: Any
    clock: Service
    threads: tuple[threading.Thread, ...]

    def stop(self, patience: float = params.STOP_PATIENCE) -> bool:
        self.clock.stop()
        worker_state.should_stop = 0  # type: ignore[assignment]  # the worker's own loop looks at it, and ends as on a first Ctrl-C
        for _ in range(ROUNDS_TO_STOP):
            tasks.wake()
        ends = time.monotonic() + patience
        for thread in self.threads:
            thread.join(max(0.0, ends - time.monotonic()))
            if thread.is_alive():
                logger.warning("%s did not stop in time; its job is taken up again at the next start", thread.name)
        worker_state.should_stop = None
        return not any(thread.is_alive() for thread in self.threads)


def start_worker() -> Worker:
    """Start the worker with two threads and a clock that keeps nothing on disk; what was left over is done first."""
    application.finalize()
    controller = WorkController(
        app=application,
        pool="threads",  # torch and DuckDB do not survive a fork
        concurrency=params.WORKER_THREADS,
        hostname="commonplace@embedded",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        quiet=True,
    )
    beat = Service(application, max_interval=params.SWEPT_EVERY, scheduler_cls=Scheduler)
    threads = (
        threading.Thread(target=controller.start, daemon=True, name="worker"),
        threading.Thread(target=beat.start, daemon=True, name="worker-clock"),
    )
    for thread in threads:
        thread.start()
    tasks.begin()
    return Worker(controller, beat, threads)
