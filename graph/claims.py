"""Which job a worker takes next, and how long it is its own: a lease that is kept up while the job is done."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Collection, Iterator

from django.db import connection
from django.db.models import Q

from graph import leases
from graph.models import Job
from graph.statements import select

LEASE = dt.timedelta(seconds=60)  # renewed by `heartbeat` while a job runs; a dead worker's job is free after it
SKEW = dt.timedelta(seconds=60)  # by which the clocks of two machines may differ; more is one that was put back
ATTEMPTS = 3
BACKOFF = dt.timedelta(seconds=5)  # doubled with each attempt
LONGEST_WAIT = SKEW + BACKOFF * 2**ATTEMPTS  # what is due later than this was put off by a clock that was put back
BEATEN_EVERY = 5.0  # seconds between two renewals of a lease, however often a job asks for one


def due(now: dt.datetime) -> Q:
    """The jobs that wait for a worker: their time came, or their lease ended.

    One that was queued in the future stands before a clock that was put back: it is due as well.
    """
    put_back = Q(created_at__gt=now + SKEW) | Q(attempts__gt=0, due_at__gt=now + LONGEST_WAIT)
    queued = Q(state=Job.State.QUEUED) & (Q(due_at__lte=now) | put_back)
    return queued | Q(state=Job.State.RUNNING, lease_until__lt=now)


_NEXT = """
    SELECT id FROM (
        SELECT * FROM (
            SELECT id, due_at FROM graph_job job WHERE state = 'queued' AND due_at <= %s {narrowed} {untwinned}
            ORDER BY due_at, id LIMIT {most}) queued
        UNION ALL SELECT * FROM (
            SELECT id, due_at FROM graph_job job WHERE state = 'running' AND lease_until < %s {narrowed} {untwinned}
            ORDER BY due_at, id LIMIT {most}) lapsed
        UNION ALL SELECT * FROM (
            SELECT id, due_at FROM graph_job job WHERE state = 'queued' AND due_at > %s
            AND (created_at > %s OR attempts > 0 AND due_at > %s) {narrowed} {untwinned}
            ORDER BY due_at, id LIMIT {most}) put_back
    ) free ORDER BY due_at, id LIMIT {most}
"""
_UNTWINNED = """AND NOT EXISTS (
    SELECT 1 FROM graph_job twin WHERE twin.state = 'running' AND twin.lease_until >= %s
    AND twin.kind = job.kind AND twin.key = job.key AND twin.id <> job.id)
"""
_TAKE = """
    UPDATE graph_job SET state = 'running', lease_until = %s, leased_by = %s, attempts = attempts + 1 WHERE id = %s
    AND (state = 'queued' AND (due_at <= %s OR created_at > %s OR attempts > 0 AND due_at > %s)
         OR state = 'running' AND lease_until < %s) RETURNING *
"""

_KEEP = "UPDATE graph_job SET lease_until = %s WHERE id = %s AND leased_by = %s RETURNING id"


def claim(
    *, now: dt.datetime, kinds: Collection[str] | None = None, user_id: int | None = None, first: Collection[str] = ()
) -> Job | None:
    """Lease the oldest job that is due and free, of the kinds `first` if there is one, or None.

    Safe between processes: the lease is one UPDATE.
    """
    for group in (kinds,) if kinds is not None or not first else (first, None):
        for pk in _free(now, group, user_id, most=5):
            if (job := _take(pk, now)) is not None:
                return job
    return None


def others(job: Job, now: dt.datetime, *, most: int) -> Iterator[Job]:
    """Further jobs of the same kind and owner, each leased when it is asked for; at most `most`, oldest first."""
    for pk in _free(now, [job.kind], job.user_id, most=most):
        if (other := _take(pk, now)) is not None:
            yield other


def others_wait(job: Job, now: dt.datetime) -> bool:
    """Whether further jobs of the same kind and owner are due."""
    return bool(_free(now, [job.kind], job.user_id, most=1))


def _free(now: dt.datetime, kinds: Collection[str] | None, user_id: int | None, most: int) -> list[int]:
    """The oldest jobs that are due, free, and not the same work as one that is being done."""
    at, created, waited = map(connection.ops.adapt_datetimefield_value, (now, now + SKEW, now + LONGEST_WAIT))
    narrowed: str = ""
    values: list[object] = []
    if kinds is not None:
        narrowed += f"AND kind IN ({', '.join(['%s'] * len(kinds))})"
        values += kinds
    if user_id is not None:
        narrowed += " AND user_id = %s"
        values.append(user_id)
    sql = _NEXT.format(narrowed=narrowed, untwinned=_UNTWINNED, most=int(most))
    return [pk for (pk,) in select(sql, at, *values, at, at, *values, at, at, created, waited, *values, at)]


def _take(pk: int, now: dt.datetime) -> Job | None:
    moments = (now, now + LEASE, now + SKEW, now + LONGEST_WAIT)
    at, until, created, waited = map(connection.ops.adapt_datetimefield_value, moments)
    taken: list[Job] = list(Job.objects.raw(_TAKE, [until, leases.holder(), pk, at, created, waited, at]))
    return taken[0] if taken else None


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
    select(_KEEP, connection.ops.adapt_datetimefield_value(now + LEASE), job.pk, job.leased_by)


def beating(job: Job, now: dt.datetime) -> Callable[[], None]:
    """What keeps the lease, called as often as one likes: the clock goes on from `now` by the time that passed."""
    began, beaten = time.monotonic(), 0.0  # the lease was just taken

    def beat() -> None:
        nonlocal beaten
        passed = time.monotonic() - began
        if passed - beaten >= BEATEN_EVERY:
            beaten = passed
            heartbeat(job, now + dt.timedelta(seconds=passed))

    return beat
