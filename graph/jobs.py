"""The queue: work is a row with a lease, so a killed worker loses nothing and two never do the same job."""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
from collections.abc import Callable, Iterator

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from graph import claims, telemetry
from graph.claims import ATTEMPTS, BACKOFF
from graph.models import Job
from graph.statements import select, select_among

logger = logging.getLogger(__name__)

DROPS = "-drop"  # ends the kinds of jobs that throw away, one day, what was kept for a while: nobody waits for them
Handler = Callable[[Job, dt.datetime], None]
_handlers: dict[str, Handler] = {}
_awaited: set[str] = set()
_passing: set[str] = set()


class UnknownJob(LookupError):
    """A job of a kind that nothing handles."""


class NotYet(Exception):
    """Raised by a handler that did a part of its job: it waits in the queue again, and no attempt is counted."""


class Behind(NotYet):
    """Raised by a handler whose job is to wait behind all that is due by now."""


def handler(kind: str, *, awaited: bool = False, passing: bool = False) -> Callable[[Handler], Handler]:
    """Register the function that does jobs of `kind`; it may run twice for the same job and must not mind.

    What is `awaited`, by somebody who looks at the page, goes before all else: thousands of documents may be due.
    What is `passing` leaves nothing to tell of once it was done, and its row goes one day; an import's stays.
    """

    def register(function: Handler) -> Handler:
        _handlers[kind] = function
        if awaited:
            _awaited.add(kind)
        if passing:
            _passing.add(kind)
        return function

    return register


_IS_QUEUED = "SELECT 1 FROM graph_job WHERE kind = %s AND key = %s AND state = 'queued'"
_IS_AWAITED = "SELECT 1 FROM graph_job WHERE kind IN ({among}) AND state = 'queued' AND attempts = 0 LIMIT 1"
_AT_HAND = "SELECT 1 FROM graph_job WHERE state IN ('queued', 'running') AND kind = %s AND user_id = %s LIMIT 1"
_QUEUED = "SELECT * FROM graph_job WHERE kind = %s AND key = %s AND state = 'queued'"


def enqueue(
    *, kind: str, key: str, user_id: int, payload: dict, now: dt.datetime, due_at: dt.datetime | None = None
) -> Job:
    """Queue a job, or return the queued one with the same kind and key. The worker is woken after commit if it is new.

    A running job does not count as queued: it may already have read what the new one is about.
    """
    for job in Job.objects.raw(_QUEUED, [kind, key]):
        return job
    due = due_at or now
    try:
        with transaction.atomic():
            job = Job.objects.create(kind=kind, key=key, user_id=user_id, payload=payload, created_at=now, due_at=due)
    except IntegrityError:  # queued at the same moment
        return Job.objects.get(kind=kind, key=key, state=Job.State.QUEUED)
    if due <= now:
        wake()
    return job


def ask(
    *, kind: str, key: str, user_id: int, payload: dict, now: dt.datetime, due_at: dt.datetime | None = None
) -> None:
    """`enqueue` for what is asked for again and again: where it is queued already, that is all there is to know."""
    if not select(_IS_QUEUED, kind, key):
        enqueue(kind=kind, key=key, user_id=user_id, payload=payload, now=now, due_at=due_at)


def wake() -> None:
    """Wake a worker once the present transaction is committed."""
    transaction.on_commit(lambda: _wake())


_wake: Callable[[], object] = lambda: None  # noqa: E731 - replaced once, by the application that has a broker


def wake_with(function: Callable[[], object]) -> None:
    """Name the function that wakes a worker after a job was queued."""
    global _wake
    _wake = function


_DONE = """
    UPDATE graph_job SET state = 'done', finished_at = %s, lease_until = NULL, error = ''
    WHERE id = %s AND leased_by = %s RETURNING id
"""
_WAIT = """
    UPDATE graph_job SET state = 'queued', attempts = %s, lease_until = NULL, due_at = %s
    WHERE id = %s AND leased_by = %s RETURNING id
"""


def give_way() -> None:
    """For a long job, between two steps. Raises NotYet while something awaited waits that was not tried yet."""
    if _awaited and select_among(_IS_AWAITED, _awaited):
        raise NotYet


def are_at_hand(kind: str, user_id: int) -> bool:
    """Whether jobs of this kind and owner wait or run."""
    return bool(select(_AT_HAND, kind, user_id))


def perform(job: Job, clock: Callable[[], dt.datetime], do: Handler | None = None) -> bool:
    """Do one leased job, or the part of it that `do` does; a failure is logged, and tried again with backoff."""
    mine = Job.objects.filter(pk=job.pk, leased_by=job.leased_by)
    try:
        if job.kind not in _handlers:
            raise UnknownJob(job.kind)
        if do is not None:
            do(job, clock())
        else:
            with telemetry.working(job):
                _handlers[job.kind](job, clock())
    except NotYet as pause:
        due = connection.ops.adapt_datetimefield_value(clock() if isinstance(pause, Behind) else job.due_at)
        with _again(job, lease_until=None):
            select(_WAIT, max(job.attempts - 1, 0), due, job.pk, job.leased_by)
        return False
    except Exception as error:
        if not _lost(error) and not Job.objects.filter(pk=job.pk).exists():
            logger.info("job %s %s ended: what it was about was erased meanwhile", job.kind, job.pk)
            return False
        logger.exception("job %s %s failed", job.kind, job.pk)
        final = is_last(job, error)
        if _lost(error):
            connection.close()  # the next statement opens another
        told = {"error": f"{type(error).__name__}: {error}"[:500], "lease_until": None}
        if final:
            mine.update(state=Job.State.FAILED, finished_at=clock(), **told)
        else:
            due_at = clock() + BACKOFF * 2 ** min(job.attempts, ATTEMPTS)
            with _again(job, **told):
                mine.update(state=Job.State.QUEUED, due_at=due_at, **told)
        return False
    select(_DONE, connection.ops.adapt_datetimefield_value(clock()), job.pk, job.leased_by)
    return True


def is_last(job: Job, error: Exception) -> bool:
    """Whether a job that failed of `error` is not tried again.

    Workers that were killed over it have used up its attempts as well; a database that went away is nobody's failure.
    """
    return job.attempts >= ATTEMPTS and not _lost(error)


def _lost(error: Exception) -> bool:
    """Whether the connection to a database server is what failed, though there may be another by now.

    Such an error has no SQLSTATE, or that of a server that is being stopped or does not take connections.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", "none here")  # SQLite has no server
    return state is None or state.startswith(("08", "57P"))


@contextlib.contextmanager
def _again(job: Job, **told: object) -> Iterator[None]:
    """Around what puts a job into the queue again: where the same work was queued anew meanwhile, this one is done."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        Job.objects.filter(pk=job.pk, leased_by=job.leased_by).update(state=Job.State.DONE, **told)


def work(
    clock: Callable[[], dt.datetime],
    *,
    kinds: list[str] | None = None,
    user_id: int | None = None,
    limit: int = 1000,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Do what is due until nothing is left, `limit` jobs were done, or `stop()`; returns how many were tried."""
    claims.release_dead(clock())
    done = 0
    while (
        done < limit and not stop() and (job := claims.claim(now=clock(), kinds=kinds, user_id=user_id, first=_awaited))
    ):
        perform(job, clock)
        done += 1
    return done


def forget(before: dt.datetime, most: int) -> int:
    """Delete at most `most` passing jobs that were done `before`; returns how many."""
    done = Job.objects.filter(state=Job.State.DONE, finished_at__lt=before, kind__in=_passing)
    return Job.objects.filter(pk__in=list(done.values_list("pk", flat=True)[:most])).delete()[0]
