"""The queue: work is a row with a lease, so a killed worker loses nothing and two never do the same job."""

from __future__ import annotations

import datetime as dt
import logging
import time
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q

from graph import leases, telemetry
from graph.models import Job

logger = logging.getLogger(__name__)

LEASE = dt.timedelta(seconds=60)  # renewed by `heartbeat` while a job runs; a dead worker's job is free after it
SKEW = dt.timedelta(seconds=60)  # by which the clocks of two machines may differ; more is one that was put back
ATTEMPTS = 3
BACKOFF = dt.timedelta(seconds=5)  # doubled with each attempt

Handler = Callable[[Job, dt.datetime], None]
_handlers: dict[str, Handler] = {}


class UnknownJob(LookupError):
    """A job of a kind that nothing handles."""


def handler(kind: str) -> Callable[[Handler], Handler]:
    """Register the function that does jobs of `kind`; it may run twice for the same job and must not mind."""

    def register(function: Handler) -> Handler:
        _handlers[kind] = function
        return function

    return register


def enqueue(
    *, kind: str, key: str, user_id: int, payload: dict, now: dt.datetime, due_at: dt.datetime | None = None
) -> Job:
    """Queue a job, or return the queued one with the same kind and key. The worker is woken after commit.

    A running job does not count as queued: it may already have read what the new one is about.
    """
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind, key=key, user_id=user_id, payload=payload, created_at=now, due_at=due_at or now
            )
    except IntegrityError:
        job = Job.objects.get(kind=kind, key=key, state=Job.State.QUEUED)
    transaction.on_commit(lambda: _wake())
    return job


_wake: Callable[[], object] = lambda: None  # noqa: E731 - replaced once, by the application that has a broker


def wake_with(function: Callable[[], object]) -> None:
    """Name the function that wakes a worker after a job was queued."""
    global _wake
    _wake = function


def due(now: dt.datetime) -> Q:
    """The jobs that wait for a worker: their time came, or their lease ended.

    One that was queued in the future stands before a clock that was put back: it is due as well.
    """
    put_back = Q(created_at__gt=now + SKEW) | Q(attempts__gt=0, due_at__gt=now + SKEW + BACKOFF * 2**ATTEMPTS)
    queued = Q(state=Job.State.QUEUED) & (Q(due_at__lte=now) | put_back)
    return queued | Q(state=Job.State.RUNNING, lease_until__lt=now)


def claim(*, now: dt.datetime, kinds: list[str] | None = None, user_id: int | None = None) -> Job | None:
    """Lease the oldest job that is due and free, or None. Safe between processes: the lease is one UPDATE."""
    free = due(now)
    twin = Job.objects.filter(
        kind=OuterRef("kind"), key=OuterRef("key"), state=Job.State.RUNNING, lease_until__gte=now
    ).exclude(pk=OuterRef("pk"))
    waiting = Job.objects.filter(free).filter(~Exists(twin))
    if kinds is not None:
        waiting = waiting.filter(kind__in=kinds)
    if user_id is not None:
        waiting = waiting.filter(user_id=user_id)
    me = leases.holder()
    for pk in waiting.order_by("due_at", "id").values_list("pk", flat=True)[:5]:
        taken = Job.objects.filter(free, pk=pk).update(
            state=Job.State.RUNNING, lease_until=now + LEASE, leased_by=me, attempts=F("attempts") + 1
        )
        if taken:
            return Job.objects.get(pk=pk)
    return None


def release_dead(now: dt.datetime) -> int:
    """End the leases of this machine's dead processes, so that their jobs need not wait; returns how many.

    Also those from before the clock was put back, unless their process lives here: nobody else would keep them.
    A job that several processes died over keeps its lease: it may be what kills them, and others come first.
    """
    ended = 0
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__gte=now, attempts__lte=ATTEMPTS)
    for pk, held_by, until in running.values_list("pk", "leased_by", "lease_until"):
        from_before = until is not None and until > now + LEASE + SKEW and not leases.is_here(held_by)
        if leases.is_gone(held_by) or from_before:
            ended += Job.objects.filter(pk=pk, leased_by=held_by).update(lease_until=now - dt.timedelta(seconds=1))
    return ended


def heartbeat(job: Job, now: dt.datetime) -> None:
    """Keep the lease of a job that is still being worked on."""
    Job.objects.filter(pk=job.pk, leased_by=job.leased_by).update(lease_until=now + LEASE)


def beating(job: Job, now: dt.datetime) -> Callable[[], None]:
    """What keeps the lease each time it is called: the clock goes on from `now` by the time that passed."""
    began = time.monotonic()
    return lambda: heartbeat(job, now + dt.timedelta(seconds=time.monotonic() - began))


def perform(job: Job, clock: Callable[[], dt.datetime]) -> bool:
    """Do one leased job; a failure is logged, and tried again with backoff up to `ATTEMPTS` times."""
    try:
        if job.kind not in _handlers:
            raise UnknownJob(job.kind)
        with telemetry.working(job):
            _handlers[job.kind](job, clock())
    except Exception as error:
        logger.exception("job %s %s failed", job.kind, job.pk)
        final = job.attempts >= ATTEMPTS
        Job.objects.filter(pk=job.pk, leased_by=job.leased_by).update(
            state=Job.State.FAILED if final else Job.State.QUEUED,
            error=f"{type(error).__name__}: {error}"[:500],
            due_at=clock() + BACKOFF * 2**job.attempts,
            lease_until=None,
            finished_at=clock() if final else None,
        )
        return False
    Job.objects.filter(pk=job.pk, leased_by=job.leased_by).update(
        state=Job.State.DONE, finished_at=clock(), lease_until=None, error=""
    )
    return True


def work(
    clock: Callable[[], dt.datetime],
    *,
    kinds: list[str] | None = None,
    user_id: int | None = None,
    limit: int = 1000,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Do what is due until nothing is left, `limit` jobs were done, or `stop()`; returns how many were tried."""
    release_dead(clock())
    done = 0
    while done < limit and not stop() and (job := claim(now=clock(), kinds=kinds, user_id=user_id)):
        perform(job, clock)
        done += 1
    return done
