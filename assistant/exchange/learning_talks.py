"""Learning from conversations that were imported: what the person said in them, in the background, by the rules alone.

A language model is not asked: an export holds thousands of messages, and nobody agreed to pay for them.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import Max, QuerySet

from assistant import params
from assistant.extraction import read
from assistant.memory import learning
from assistant.models import Conversation, Message
from graph import claims, jobs
from graph.models import Job

JOB = "learn_talk"


def enqueue(conversation: Conversation, now: dt.datetime, origin: dict[str, Any]) -> None:
    """Queue learning from an imported conversation after those that wait already, one after the other.

    Their times lie apart, so that whatever is said meanwhile is learned from in between. `origin` says where it came
    from and how many lines are still to come (`left`), also of what was queued for it before, unless it `stood` whole.
    """
    queued = Job.objects.for_user(conversation.user_id).filter(kind=JOB, state=Job.State.QUEUED)
    last = queued.aggregate(last=Max("due_at"))["last"]
    payload = {"conversation": conversation.pk, **origin}
    jobs.enqueue(
        kind=JOB,
        key=str(conversation.pk),
        user_id=conversation.user_id,
        payload=payload,
        now=now,
        due_at=max(last + params.TALKS_APART, now) if last else now,
    )
    before = _of(conversation).filter(payload__run=origin.get("run")) if origin.get("stood") else _of(conversation)
    before.update(payload=payload)


def left(conversation: Conversation) -> int:
    """How many lines of an imported conversation are still to come; none of any other."""
    return int(_newest(conversation).get("left", 0))


def stood(conversation: Conversation) -> bool:
    """Whether the import that was last at it found it whole, and only went on with it."""
    return bool(_newest(conversation).get("stood"))


def _newest(conversation: Conversation) -> dict[str, Any]:
    newest = _of(conversation).order_by("pk").last()
    return newest.payload if newest else {}


def _of(conversation: Conversation) -> QuerySet[Job]:
    return Job.objects.filter(kind=JOB, key=str(conversation.pk))


@jobs.handler(JOB)
def learn(job: Job, now: dt.datetime) -> None:
    """Stage what the person's messages state, by their own dates; a second run finds nothing to do.

    Bounded: after `TALK_FACTS` facts the rest of a conversation is only kept and found, as all of it is.
    """
    beat = claims.beating(job, now)
    waiting = Message.objects.filter(
        conversation=job.payload["conversation"], role=Message.Role.USER, learning=Message.Learning.QUEUED
    )
    before = Message.objects.filter(conversation=job.payload["conversation"], role=Message.Role.USER)
    learned = sum(len(one) for one in before.values_list("learned", flat=True))
    for message in waiting.select_related("user", "conversation").order_by("pk"):
        reading = learning.states(message, read.by_rules) if learned < params.TALK_FACTS else learning.Stated()
        learned += learning.keep(message, reading, now)
        beat()
