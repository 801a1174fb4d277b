"""Celery's tasks: do the queued jobs, and every second look for those whose wake-up was lost."""

from __future__ import annotations

import logging
from typing import Any

from celery.signals import worker_ready
from celery.worker import state as worker_state
from kombu.exceptions import OperationalError

from assistant import params
from assistant.celery import application
from graph import claims, clock, jobs
from graph.models import Job
from graph.projections import upkeep

logger = logging.getLogger(__name__)


@application.task
def work() -> int:
    """Do what is due until nothing is left; safe to run twice at once, since a job is leased by one UPDATE.

    A worker that is told to stop begins no further job.
    """
    return jobs.work(clock.now, limit=params.JOBS_PER_TASK, stop=lambda: worker_state.should_stop is not None)


@application.task
def sweep() -> bool:
    """Start work if a job is due that nobody has: its wake-up was lost, its time came, or its worker died."""
    now = clock.now()
    claims.release_dead(now)
    due = Job.objects.filter(claims.due(now)).exists()
    if due:
        wake()
    return due


@worker_ready.connect
def catch_up(**_: Any) -> None:
    """What a worker of its own process looks at as it begins, as the one inside `up` does."""
    upkeep.catch_up(now=clock.now())


@application.on_after_finalize.connect
def keep_sweeping(sender: Any, **_: Any) -> None:
    sender.add_periodic_task(params.SWEPT_EVERY, sweep.s(), name="sweep", expires=params.SWEPT_EVERY)


def wake() -> None:
    """Tell a worker that a job was queued; a message that no worker took in time is dropped, the sweep sends another.

    A broker that cannot be reached does no harm either: the job is a row.
    """
    try:
        work.apply_async(retry=False, expires=params.WAKES_FOR)
    except OperationalError as error:
        logger.warning("the broker could not be reached, the job waits for the next sweep: %s", error)
