"""A turn begun: the question checked and kept, with an empty answer to be written; or nothing kept at all."""

from __future__ import annotations

import datetime as dt
import random
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from assistant import params
from assistant.conversation import conversations
from assistant.memory import learning
from assistant.models import Conversation, Message
from graph.curation.recorder import Actor
from graph.models import User
from graph.naming import readable
from graph.retrieval.result import Context, moment_of

Mode = Conversation.Mode
LIVE = (Message.Status.PENDING, Message.Status.STREAMING)
_INVISIBLE = frozenset("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


class MessageRefused(ValueError):
    """The message cannot be answered as it is; the text of the error is one sentence for the person."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the answer to be written. In an incognito turn neither is a row, and the ids are random.

    `earlier` is what was said before in an incognito turn, as the client tells it; of others it stands in the database.
    `as_of` is the moment that is asked about, if it is not the present.
    `by` is who speaks, where it is a program; one that may not write only proposes what its words ask for.
    """

    user: User
    conversation: Conversation
    question: Message
    answer: Message
    mode: str = Mode.NORMAL
    context: Context = field(default_factory=Context)
    preset: str = "default"
    earlier: tuple[Message, ...] = ()
    by: Actor | None = None
    may_write: bool = True
    as_of: dt.datetime | None = None

    @property
    def is_kept(self) -> bool:
        return self.mode != Mode.INCOGNITO


def cleaned(text: str) -> str:
    """The message without control characters, invisible direction marks and broken code points; line breaks stay."""
    text = readable(text).replace("\r\n", "\n").replace("\r", "\n")
    kept = (
        one
        for one in text
        if one in "\n\t" or (unicodedata.category(one) not in {"Cc", "Cs"} and one not in _INVISIBLE)
    )
    return "".join(kept).strip()


def begin(
    *,
    user: User,
    text: str,
    conversation: Conversation | None = None,
    mode: str = Mode.NORMAL,
    context: Context | None = None,
    preset: str | None = None,
    as_of: dt.datetime | None = None,
    now: dt.datetime,
) -> Turn:
    """Keep the question with an empty answer, and queue learning from it. Raises MessageRefused."""
    said = cleaned(text)
    if not said:
        raise MessageRefused("The message is empty. Write something and send it again.")
    if len(said) > params.LARGEST_MESSAGE:
        raise MessageRefused(
            f"The message has {len(said):,} characters and {params.LARGEST_MESSAGE:,} are the most. "
            "Add it as a document instead."
        )
    if mode == Mode.NORMAL and conversation is not None:
        mode = conversation.mode
    context, preset = context or Context(), preset or "default"
    if mode == Mode.INCOGNITO:
        return _unkept(user, said, now, context, preset)
    with transaction.atomic():
        if conversation is None:
            conversation = conversations.create(user=user, mode=mode, first=said, now=now)
        else:
            Conversation.objects.filter(pk=conversation.pk).update(updated_at=now, is_imported=False)
        row = {"user": user, "conversation": conversation, "created_at": now}
        learns = mode == Mode.NORMAL
        question = Message.objects.create(
            **row,
            role=Message.Role.USER,
            text=said,
            learning=Message.Learning.QUEUED if learns else Message.Learning.NONE,
        )
        answer = Message.objects.create(
            **row, role=Message.Role.ASSISTANT, status=Message.Status.PENDING, reply_to=question, heartbeat=now
        )
        if learns:
            learning.enqueue(question, now, wait=params.LEARNS_AFTER)
    return Turn(user, conversation, question, answer, mode, context, preset, as_of=as_of)


def _unkept(user: User, text: str, now: dt.datetime, context: Context, preset: str) -> Turn:
    conversation = Conversation(pk=_random_id(), user=user, mode=Mode.INCOGNITO, created_at=now, updated_at=now)
    row: dict[str, Any] = {"user": user, "conversation": conversation, "created_at": now}
    question = Message(pk=_random_id(), role=Message.Role.USER, text=text, **row)
    answer = Message(pk=_random_id(), role=Message.Role.ASSISTANT, status=Message.Status.PENDING, **row)
    return Turn(user, conversation, question, answer, Mode.INCOGNITO, context, preset)


def _random_id() -> int:
    """Above every id of a row, and exact in JavaScript."""
    return random.SystemRandom().randrange(2**52, 2**53)


def again(*, answer: Message, now: dt.datetime) -> Turn:
    """Write an answer anew in its place, about the same moment. Raises MessageRefused while it is being written."""
    question = answer.reply_to
    if question is None:
        raise MessageRefused("This message answers nothing, so it cannot be written again.")
    as_of = moment_of(answer.retrieval.config) if answer.retrieval else None
    texts = dict.fromkeys(("text", "error", "search_text", "written_by"), "")
    empty: dict[str, Any] = {**texts, "cited": [], "retrieval": None, "learned": []}
    waiting = Message.objects.filter(pk=answer.pk).exclude(status__in=LIVE)
    if not waiting.update(status=Message.Status.PENDING, heartbeat=now, **empty):
        raise MessageRefused("This answer is still being written.")
    answer.refresh_from_db()
    return Turn(answer.user, answer.conversation, question, answer, mode=answer.conversation.mode, as_of=as_of)
