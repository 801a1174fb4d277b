"""Conversations that come from elsewhere: kept with their own dates, findable, and learned from."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from assistant import conversations, learning_talks, turns
from assistant.models import Conversation, Message
from graph.exchange.records import Talk
from graph.models import User
from graph.naming import clean

LONGEST = 200_000  # characters of one message that are kept


def keep(user: User, talk: Talk, now: dt.datetime) -> bool:
    """Keep a conversation once, and queue learning from the person's side of it. Raises ValueError for an empty one."""
    said = [(line, turns.cleaned(line.text)[:LONGEST]) for line in talk.lines]
    said = [(line, text) for line, text in said if text]
    if not said:
        raise ValueError("Nothing was said in it.")
    title = clean(talk.title)[:200] or conversations.title_of(said[0][1])
    begun, ended = said[0][0].at, max(line.at for line, _ in said)
    if Conversation.objects.for_user(user).filter(title=title, created_at=begun).exists():
        return False
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
                created_at=line.at,
            )
            conversations.mirror(before, now)
        learning_talks.enqueue(conversation, now)
    return True
