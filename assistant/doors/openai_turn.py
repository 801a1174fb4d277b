"""A completion request as a turn of a conversation: the one it goes on with, or a new one that begins as it says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from django.db import transaction

from assistant.conversation import conversations
from assistant.doors.openai_body import Asked
from assistant.language_model.llm import Said
from assistant.models import Conversation, Message
from assistant.turn import turns
from graph.models import User

LOOKED_AT = 20  # the person's newest equal messages among which the conversation is looked for
SEEDED = 40  # earlier messages that a new conversation begins with


def begin(*, user: User, asked: Asked, mode: str, now: dt.datetime) -> turns.Turn:
    """Keep the question with an empty answer, in the conversation that the client goes on with.

    The client sends the whole talk every time, so it is recognised by its last exchange. Nothing of an incognito
    turn is kept. Raises MessageRefused.
    """
    if mode == turns.Mode.INCOGNITO:
        turn = turns.begin(user=user, text=asked.question, mode=mode, now=now)
        return replace(turn, earlier=tuple(_row(turn.conversation, said, now) for said in asked.earlier))
    with transaction.atomic():
        conversation = _standing(user, asked.earlier, mode)
        if conversation is None and asked.earlier:
            conversation = _seeded(user, asked.earlier, mode, now)
        return turns.begin(user=user, text=asked.question, conversation=conversation, mode=mode, now=now)


def _standing(user: User, earlier: Sequence[Said], mode: str) -> Conversation | None:
    """The conversation of this kind whose last exchange is the last one of `earlier`."""
    if len(earlier) < 2 or [one.role for one in earlier[-2:]] != ["user", "assistant"]:
        return None
    said, answered = (turns.cleaned(one.text) for one in earlier[-2:])
    replies = Message.objects.for_user(user).filter(
        role=Message.Role.ASSISTANT, reply_to__text=said, conversation__mode=mode
    )
    for reply in replies.select_related("conversation").order_by("-pk")[:LOOKED_AT]:
        is_last = not reply.conversation.messages.filter(pk__gt=reply.pk).exists()
        if is_last and turns.cleaned(reply.text) == answered:
            return reply.conversation
    return None


def _seeded(user: User, earlier: Sequence[Said], mode: str, now: dt.datetime) -> Conversation:
    """A new conversation with what was said before elsewhere; nothing is learned from that."""
    first = next((one.text for one in earlier if one.role == "user"), earlier[0].text)
    conversation = conversations.create(user=user, mode=mode, first=first, now=now)
    kept = earlier[-SEEDED:]
    rows = [_row(conversation, said, now) for said in kept]
    for row in rows:
        row.save()
    for before, after in pairwise(rows):
        if (before.role, after.role) == (Message.Role.USER, Message.Role.ASSISTANT):
            after.reply_to = before
            after.save(update_fields=["reply_to"])
    return conversation


def _row(conversation: Conversation, said: Said, now: dt.datetime) -> Message:
    return Message(
        user_id=conversation.user_id,
        conversation=conversation,
        role=said.role,
        text=turns.cleaned(said.text)[:200_000],
        created_at=now,
    )
