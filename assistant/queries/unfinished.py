"""The question that was left without a whole answer: the server restarted, or the model failed, and nobody went on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from assistant import params
from assistant.models import Message
from graph.models import User

LATELY = dt.timedelta(days=7)
BROKEN_OFF = (Message.Status.INTERRUPTED, Message.Status.FAILED)
BEING_WRITTEN = (Message.Status.PENDING, Message.Status.STREAMING)


@dataclass(frozen=True, slots=True)
class Unfinished:
    conversation: int
    question: str
    at: dt.datetime


def unfinished(user: User, now: dt.datetime) -> Unfinished | None:
    """The newest of the last seven days whose answer broke off and is the last word of its conversation (A-J12)."""
    answers = Message.objects.for_user(user).filter(role=Message.Role.ASSISTANT, created_at__gt=now - LATELY)
    later = Message.objects.filter(conversation=OuterRef("conversation"), pk__gt=OuterRef("pk"))
    silent = now - params.DEAD_AFTER
    dead = Q(heartbeat__lt=silent) | Q(heartbeat=None, created_at__lt=silent)
    broken = answers.filter(Q(status__in=BROKEN_OFF) | (Q(status__in=BEING_WRITTEN) & dead), ~Exists(later))
    row = broken.select_related("reply_to").order_by("-created_at", "-pk").first()
    if row is None or row.reply_to is None:
        return None
    return Unfinished(row.conversation_id, row.reply_to.text, row.created_at)
