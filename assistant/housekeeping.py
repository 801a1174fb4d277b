"""What gathers that nobody asks for again: thrown away in small steps, so that no write waits for it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from itertools import chain

from django.core.management import call_command
from django.db.models import Exists, OuterRef, Q

from assistant import params
from assistant.models import Message
from graph import jobs
from graph.models import Retrieval, RetrievalItem
from graph.projections import keywords, relations


def tidy(now: dt.datetime, stop: Callable[[], bool] = lambda: False) -> Counter[str]:
    """Throw away receipts of searches, jobs that were done and sessions that ended; how many of the first two.

    The indexes of words are merged where they fell into pieces, and the vectors of many relations kept in a file.

    What an answer stands on is never touched. A program that looks something up with each of its turns leaves 24 kB a
    time.
    """
    thrown: Counter[str] = Counter()
    for name, throw in (("receipts", _receipts), ("jobs", _jobs)):
        while not stop() and (count := throw(now)):
            thrown[name] += count
    for owner in keywords.owners():
        for _ in chain(keywords.settle(owner), relations.settle(owner)):
            if stop():
                return thrown
    call_command("clearsessions")
    return thrown


def _receipts(now: dt.datetime) -> int:
    """Some receipts that belong to no answer, of which nothing was judged or read, when they are old."""
    answers = Message.objects.filter(retrieval=OuterRef("pk"))
    meant = RetrievalItem.objects.filter(Q(used=True) | Q(helpful__isnull=False), retrieval=OuterRef("pk"))
    old = Retrieval.objects.filter(~Exists(answers), ~Exists(meant), created_at__lt=now - params.RECEIPTS_KEPT)
    some = list(old.order_by("pk").values_list("pk", flat=True)[: params.THROWN_AT_ONCE])
    Retrieval.objects.filter(pk__in=some).delete()
    return len(some)


def _jobs(now: dt.datetime) -> int:
    """Some jobs that were done long ago and left nothing to tell of."""
    return jobs.forget(now - params.JOBS_KEPT, params.THROWN_AT_ONCE)
