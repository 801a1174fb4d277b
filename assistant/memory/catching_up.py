"""What was said just before a question is learned before it is looked for: people type faster than a worker wakes."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

from assistant import params
from assistant.memory import learning
from graph import jobs
from graph.models import Job, User


def catch_up(user: User, clock: Callable[[], dt.datetime]) -> None:
    """Learn here from the person's messages that are due, and wait a moment for those that a worker is reading.

    Only for answers without a language model: a model is slower to read, and is given what was said just now anyway.
    """
    jobs.work(clock, kinds=[learning.JOB], user_id=user.pk, limit=params.CAUGHT_UP)
    for _ in range(params.CATCHING_UP_LOOKS):
        if not Job.objects.filter(kind=learning.JOB, user_id=user.pk, state=Job.State.RUNNING).exists():
            return
        time.sleep(params.CATCHING_UP_EVERY)
