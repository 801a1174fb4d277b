"""Celery's tasks: do the queued jobs, and every second look for those whose wake-up was lost."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from celery.signals import worker_ready
from celery.worker import state as worker_state
from kombu.exceptions import OperationalError

from assistant import housekeeping, params
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
    return jobs.work(clock.now, limit=params.JOBS_PER_TASK, stop=_is_stopping)


@application.task
def sweep() -> bool:
    """Start work if a job is due that nobody has: its wake-up was lost, its time came, or its worker died."""
    now = clock.now()
    claims.release_dead(now)
    due = Job.objects.filter(claims.due(now)).exists()
    if due:
        wake()
    return due


@application.task
def tidy() -> dict[str, int]:
    """Throw away what nobody asks for again; what is not reached before the worker stops waits for the next time."""
    return dict(housekeeping.tidy(clock.now(), stop=_is_stopping))


@worker_ready.connect
def begin(**_: Any) -> None:
    """What a worker looks at as it begins, in a process of its own or inside `up`: what was left over goes first."""
    upkeep.catch_up(now=clock.now())
    wake()
    _send(tidy)  # the clock has it done an hour from now, and by then many have closed the book again


@application.on_after_finalize.connect
def keep_sweeping(sender: Any, **_: Any) -> None:
    sender.add_periodic_task(params.SWEPT_EVERY, sweep.s(), name="sweep", expires=params.SWEPT_EVERY)
    sender.add_periodic_task(params.TIDIED_EVERY, tidy.s(), name="tidy", expires=params.TIDIED_EVERY)


def _is_stopping() -> bool:
    return worker_state.should_stop is not None


def wake() -> None:
    """Tell a worker that a job was queued; what no worker took in time is dropped, and the sweep sends another."""
    _send(work)


def _send(task: Task) -> None:
    """A broker that cannot be reached does no harm: what is to be done is a row."""
    try:
        task.apply_async(retry=False, expires=params.WAKES_FOR)
    except OperationalError as error:
        logger.warning("the broker could not be reached, %s waits for its next time: %s", task.name, error)
