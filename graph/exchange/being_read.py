"""How far what imports brought is read or learned from: that is work of its own, which goes on after the import."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from graph import jobs
from graph.documents.params import READING
from graph.models import Job, User

WAITING = Q(state__in=(Job.State.QUEUED, Job.State.RUNNING))


@dataclass(frozen=True, slots=True)
class Progress:
    """Of `of` documents or conversations `done` are not waiting any more."""

    done: int
    of: int


def progress(user: User, runs: Collection[str], kind: str = READING) -> dict[str, Progress]:
    """Of each of these runs of which something still waits for work of this kind, how far it is."""
    if not jobs.are_at_hand(kind, user.pk):
        return {}
    queued = Job.objects.for_user(user).filter(kind=kind, payload__run__in=sorted(runs)).order_by()
    told = queued.values_list("payload__run").annotate(
        of=Count("key", distinct=True), waiting=Count("key", filter=WAITING, distinct=True)
    )
    return {run: Progress(of - waiting, of) for run, of, waiting in told if waiting}
