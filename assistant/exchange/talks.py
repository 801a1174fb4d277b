"""Conversations that come from elsewhere: kept with their own dates, findable, and learned from."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Count

from assistant.conversation import conversations
from assistant.exchange import learning_talks
from assistant.models import Conversation, Message
from assistant.turn.turns import cleaned
from graph.exchange import being_read
from graph.exchange.records import Line, Talk
from graph.exchange.talks import Brought, Kept
from graph.models import Job, User
from graph.naming import clean
from graph.paced import paced
from graph.projections.subjects import batches

LONGEST = 200_000  # characters of one message that are kept
LINES, CHARACTERS = 50, 20_000  # of a conversation that are written at once: others who write wait meanwhile
CHANGED = "You went on with it or renamed it since."
STOOD = "It stood before, and what was said since was added by this."


def keep(user: User, talk: Talk, now: dt.datetime, *, run: str = "") -> Kept:
    """Keep a conversation once, and queue learning from the person's side of it. Raises ValueError for an empty one.

    Of one that stands already what was said in it since is added.

    It is written some lines at a time, so that nobody waits long to write; broken off, the same call goes on. The
    queued work names the run that brought it, what it was like, by which it is found to be taken out, and how many
    lines are still to come.
    """
    title, said = _said(talk)
    conversation = _standing(user, title, said)
    what, to_come = _to_come(conversation, said)
    left, standing = len(to_come), 0 if conversation is None else conversation.messages.count()
    if not left:
        return what
    origin: dict[str, Any] = ({"run": run} if run else {}) | ({"stood": True} if what == "longer" else {})
    for lines in paced(_batches(to_come)):
        found = [conversations.pieces(line.role, text) for line, text in lines]
        left -= len(lines)
        with transaction.atomic():
            if conversation is None:
                begun, ended = said[0][0].at or now, max(line.at or now for line, _ in said)
                dates = {"created_at": begun, "updated_at": ended}
                conversation = Conversation.objects.create(user=user, title=title, is_imported=True, **dates)
            elif not Conversation.objects.select_for_update().filter(pk=conversation.pk).exists():
                break  # deleted meanwhile
            elif what == "longer":
                ended = max([conversation.updated_at, *(line.at for line, _ in lines if line.at)])
                Conversation.objects.filter(pk=conversation.pk).update(updated_at=ended)
            messages = _write(conversation, lines, now)
            conversations.mirror_new(conversation, list(zip(messages, found, strict=True)), now)
            state = _state(conversation.title, conversation.created_at, standing + len(to_come) - left)
            learning_talks.enqueue(conversation, now, {**origin, "state": state, "left": left})
    return what


def _to_come(conversation: Conversation | None, said: list[tuple[Line, str]]) -> tuple[Kept, list[tuple[Line, str]]]:
    """What of a talk is still to be written: all, the rest of an import that was broken off, or what was said since.

    It was said since if it is later than the last of its lines that stand; an answer that has other words now is no
    new one.
    """
    if conversation is None:
        return "new", said
    if learning_talks.left(conversation):
        what: Kept = "longer" if learning_talks.stood(conversation) else "new"
        return what, said[conversation.messages.count() :]
    stand = list(conversation.messages.order_by("pk").values_list("role", "text", "created_at"))
    times, taken = {(role, text): at for role, text, at in stand}, {(role, at) for role, _, at in stand}
    last = max((times[line.role, text] for line, text in said if (line.role, text) in times), default=None)
    if last is None:
        return "same", []
    later = [(line, text) for line, text in said if line.at is not None and line.at > last]
    since = [(line, text) for line, text in later if (line.role, line.at) not in taken]
    return ("longer" if since else "same"), since


def _batches(said: list[tuple[Line, str]]) -> Iterator[list[tuple[Line, str]]]:
    """The lines, so many at a time as are written at once; an answer stands with what it answers."""
    batch: list[tuple[Line, str]] = []
    size = 0
    for line, text in said:
        is_answer = bool(batch) and _answers(line, batch[-1][0])
        if batch and not is_answer and (len(batch) >= LINES or size + len(text) > CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append((line, text))
        size += len(text)
    yield batch


def _answers(line: Line, before: Line) -> bool:
    return line.role == Message.Role.ASSISTANT and before.role == Message.Role.USER


def _write(conversation: Conversation, lines: list[tuple[Line, str]], now: dt.datetime) -> list[Message]:
    messages = [
        Message(
            user_id=conversation.user_id,
            conversation=conversation,
            role=line.role,
            text=text,
            learning=Message.Learning.QUEUED if line.role == Message.Role.USER else Message.Learning.NONE,
            created_at=line.at or now,
            written_by=Message.IMPORTED if line.role == Message.Role.ASSISTANT else "",
        )
        for line, text in lines
    ]
    Message.objects.bulk_create(messages)
    answers = []
    for (before, _), (line, _), question, message in zip(lines, lines[1:], messages, messages[1:], strict=False):
        if _answers(line, before):
            message.reply_to = question
            answers.append(message)
    Message.objects.bulk_update(answers, ["reply_to"])
    return messages


def progress(user: User, runs: Collection[str]) -> dict[str, being_read.Progress]:
    """Of each of these runs of whose conversations some still wait to be learned from, how far it is."""
    return being_read.progress(user, runs, learning_talks.JOB)


def count(user: User) -> int:
    """How many conversations the person has, also those that nothing was learned from."""
    return Conversation.objects.for_user(user).exclude(mode=Conversation.Mode.INCOGNITO).count()


def look(user: User, talk: Talk) -> Kept:
    """What `keep` would find it to be. Raises ValueError for an empty one."""
    title, said = _said(talk)
    return _to_come(_standing(user, title, said), said)[0]


def _said(talk: Talk) -> tuple[str, list[tuple[Line, str]]]:
    """Its title, and its lines with the words that are kept of them. Raises ValueError where there are none."""
    said = [(line, cleaned(line.text)[:LONGEST]) for line in talk.lines]
    said = [(line, text) for line, text in said if text]
    if not said:
        raise ValueError("Nothing was said in it.")
    return clean(talk.title)[:200] or conversations.title_of(said[0][1]), said


def _standing(user: User, title: str, said: list[tuple[Line, str]]) -> Conversation | None:
    """By its beginning and its title, or, as it may have been renamed, by all that was said in it.

    A branch begins as what it branches from, and lacks what was said there since.

    One that says no time stands under that of its import, so it is known by its title and its words.
    """
    line, text = said[0]
    mine = Conversation.objects.for_user(user).order_by("pk")
    if line.at is None:
        return mine.filter(title=title, messages__text=text).first()
    begun = mine.filter(created_at=line.at)
    return begun.filter(title=title).first() or next((one for one in begun if _goes_on(one, said)), None)


def _goes_on(conversation: Conversation, said: list[tuple[Line, str]]) -> bool:
    """Whether all that stands of a conversation was said in this one."""
    stands = set(conversation.messages.values_list("role", "text"))
    return bool(stands) and stands <= {(line.role, text) for line, text in said}


def _state(title: str, begun: dt.datetime, messages: int) -> str:
    """Differs once the conversation was renamed or gone on with; a digest, because a queue is no place for words."""
    return hashlib.sha256(f"{begun.astimezone(dt.UTC).isoformat()} {messages} {title}".encode()).hexdigest()[:32]


def brought(user: User, runs: Collection[str]) -> list[Brought]:
    """The conversations that these runs made and that still stand; one that was gone on with or renamed stays."""
    queued = Job.objects.for_user(user).filter(kind=learning_talks.JOB, payload__run__in=sorted(runs))
    payloads = list(queued.order_by("pk").values_list("payload", flat=True))
    stood = {payload["conversation"] for payload in reversed(payloads) if payload.get("stood")}
    stood -= {payload["conversation"] for payload in payloads if not payload.get("stood")}
    made = {payload["conversation"]: payload["state"] for payload in payloads}
    found: list[Brought] = []
    for batch in batches(made):
        rows = Conversation.objects.for_user(user).filter(pk__in=batch).annotate(said=Count("messages"))
        for row in rows.order_by("pk"):
            same = _state(row.title, row.created_at, row.said) == made[row.pk]
            stays = STOOD if row.pk in stood else "" if same else CHANGED
            found.append(Brought("conversation", row.pk, row.title, stays))
    return found


def take_out(user: User, pk: int, now: dt.datetime) -> bool:
    """Delete a conversation with its passages; returns whether it was still there."""
    row = Conversation.objects.for_user(user).filter(pk=pk).first()
    if row is not None:
        conversations.delete(conversation=row, now=now)
    return row is not None
