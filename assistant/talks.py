"""Conversations that come from elsewhere: kept with their own dates, findable, and learned from."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection

from django.db import transaction
from django.db.models import Count

from assistant import conversations, learning_talks, turns
from assistant.models import Conversation, Message
from graph.exchange.records import Line, Talk
from graph.exchange.talks import Brought
from graph.models import Job, User
from graph.naming import clean
from graph.projections.subjects import batches

LONGEST = 200_000  # characters of one message that are kept
CHANGED = "You went on with it or renamed it since."


def keep(user: User, talk: Talk, now: dt.datetime, *, run: str = "") -> bool:
    """Keep a conversation once, and queue learning from the person's side of it. Raises ValueError for an empty one.

    The queued work names the run that brought it, and what it was like, by which it is found to be taken out.
    """
    title, said = _said(talk)
    if not _is_new(user, title, said):
        return False
    begun, ended = said[0][0].at or now, max(line.at or now for line, _ in said)
    with transaction.atomic():
        conversation = Conversation.objects.create(user=user, title=title, created_at=begun, updated_at=ended)
        before: Message | None = None
        for line, text in said:
            answers = line.role == Message.Role.ASSISTANT and before is not None and before.role == Message.Role.USER
            before = Message.objects.create(
                user=user,
                conversation=conversation,
                role=line.role,
                text=text,
                reply_to=before if answers else None,
                learning=Message.Learning.QUEUED if line.role == Message.Role.USER else Message.Learning.NONE,
                created_at=line.at or now,
            )
            conversations.mirror(before, now)
        origin = {"run": run, "state": _state(title, begun, len(said))} if run else {}
        learning_talks.enqueue(conversation, now, origin)
    return True


def count(user: User) -> int:
    """How many conversations the person has, also those that nothing was learned from."""
    return Conversation.objects.for_user(user).exclude(mode=Conversation.Mode.INCOGNITO).count()


def is_new(user: User, talk: Talk) -> bool:
    """Whether `keep` would keep it. Raises ValueError for an empty one."""
    return _is_new(user, *_said(talk))


def _said(talk: Talk) -> tuple[str, list[tuple[Line, str]]]:
    """Its title, and its lines with the words that are kept of them. Raises ValueError where there are none."""
    said = [(line, turns.cleaned(line.text)[:LONGEST]) for line in talk.lines]
    said = [(line, text) for line, text in said if text]
    if not said:
        raise ValueError("Nothing was said in it.")
    return clean(talk.title)[:200] or conversations.title_of(said[0][1]), said


def _is_new(user: User, title: str, said: list[tuple[Line, str]]) -> bool:
    """By its title and beginning; one that says no time stands under that of its import, so by its words."""
    line, text = said[0]
    same = Conversation.objects.for_user(user).filter(title=title)
    if line.at is not None:
        return not same.filter(created_at=line.at).exists()
    return not Message.objects.filter(conversation__in=same, text=text).exists()


def _state(title: str, begun: dt.datetime, messages: int) -> str:
    """Differs once the conversation was renamed or gone on with; a digest, because a queue is no place for words."""
    return hashlib.sha256(f"{begun.astimezone(dt.UTC).isoformat()} {messages} {title}".encode()).hexdigest()[:32]


def brought(user: User, runs: Collection[str]) -> list[Brought]:
    """The conversations that these runs made and that still stand; one that was gone on with or renamed stays."""
    queued = Job.objects.for_user(user).filter(kind=learning_talks.JOB, payload__run__in=sorted(runs))
    made = {payload["conversation"]: payload["state"] for payload in queued.values_list("payload", flat=True)}
    found: list[Brought] = []
    for batch in batches(made):
        rows = Conversation.objects.for_user(user).filter(pk__in=batch).annotate(said=Count("messages"))
        for row in rows.order_by("pk"):
            same = _state(row.title, row.created_at, row.said) == made[row.pk]
            found.append(Brought("conversation", row.pk, row.title, "" if same else CHANGED))
    return found


def take_out(user: User, pk: int, now: dt.datetime) -> bool:
    """Delete a conversation with its passages; returns whether it was still there."""
    row = Conversation.objects.for_user(user).filter(pk=pk).first()
    if row is not None:
        conversations.delete(conversation=row, now=now)
    return row is not None
