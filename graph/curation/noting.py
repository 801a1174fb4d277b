"""What is noted of somebody waits to be read for what it says; whoever reads it handles jobs of this kind."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from graph import jobs
from graph.models import Fact, User
from graph.predicates import NOTED

JOB = "learn_notes"
AT_ONCE = 100  # notes of one job: a second or two of reading


def enqueue(user: User, facts: Iterable[Fact], now: dt.datetime, run: str) -> None:
    """Queue the reading of those of the facts that are notes; what is learned from them belongs to the same `run`."""
    noted = [fact.pk for fact in facts if fact.object_id is None and fact.predicate in NOTED]
    for place in range(0, len(noted), AT_ONCE):
        some = noted[place : place + AT_ONCE]
        payload = {"facts": some, "run": run}
        jobs.enqueue(kind=JOB, key=f"{user.pk}:{some[0]}", user_id=user.pk, payload=payload, now=now)
