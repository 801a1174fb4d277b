"""Conversations: begun, named, deleted, and the person's words in them kept as passages that can be found."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from assistant import params
from assistant.conversation.said_before import as_context, said_before
from assistant.models import Conversation, Message
from assistant.question.beside import told_beside
from assistant.question.questions import asks
from graph.curation.recorder import Actor
from graph.documents import mentions, removing, store
from graph.models import Chunk, Document, User
from graph.naming import clean


def create(*, user: User, mode: str, first: str, now: dt.datetime) -> Conversation:
    """A new conversation, titled by its first message until a better title is found."""
    return Conversation.objects.create(user=user, mode=mode, title=title_of(first), created_at=now, updated_at=now)


def title_of(text: str) -> str:
    """The first words of a message, as a title."""
    words = clean(text).split()
    short = " ".join(words[: params.TITLE_WORDS])
    return (short[:80].rstrip(" ,;:.") + (" …" if len(words) > params.TITLE_WORDS else "")) or "New chat"


def rename(*, conversation: Conversation, title: str) -> None:
    """Give a conversation a name; an empty one goes back to its first words."""
    first = conversation.messages.order_by("id").values_list("text", flat=True).first()
    conversation.title = clean(title)[:200] or title_of(first or "")
    conversation.save(update_fields=["title"])
    Document.objects.filter(**_key(conversation)).update(title=conversation.title)


def delete(*, conversation: Conversation, now: dt.datetime) -> None:
    """Delete a conversation with its passages. What was confirmed from it stays, with its quotes."""
    user = conversation.user
    with transaction.atomic():
        document = Document.objects.filter(**_key(conversation)).first()
        if document is not None:
            removing.delete(user=user, document=document, by=Actor.person(user), now=now)
        conversation.delete()


def source_of(conversation_id: int) -> str:
    """By which a conversation's document is found."""
    return f"conversation:{conversation_id}"


def _key(conversation: Conversation) -> dict[str, Any]:
    """What finds the conversation's own document; a file that merely calls its source the same is not it."""
    kind = Document.Kind.CONVERSATION
    return {"user_id": conversation.user_id, "kind": kind, "source": source_of(conversation.pk)}


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage of a message that is to be kept: where it begins, and every run of words in it that may be a name."""

    start: int
    text: str
    named: set[str]


def pieces(role: str, text: str) -> list[Piece]:
    """What of a message is kept as passages, found without the database: a pasted page takes longer than others wait.

    Questions and the assistant's words are left out: they are no evidence, and would be found as if they were. Of
    "I fly to Graz on 18 May. What should I see? We stay at Anna's." what is told beside the question is kept.
    """
    if role != Message.Role.USER or not text.strip():
        return []
    spans = [(0, len(text))] if not asks(text) else told_beside(text)
    return [
        Piece(begin + start, part, mentions.runs(part))
        for begin, end in spans
        for start, part in pieces_of(text[begin:end])
    ]


def mirror(message: Message, now: dt.datetime, spoken_of: Sequence[str] = ()) -> list[Chunk]:
    """Keep what the person told as passages of the conversation's document; doing it again changes nothing.

    `spoken_of` are the names of whom the message speaks without them: it is found by these as well.
    """
    said = pieces(message.role, message.text)
    if not said:
        return []
    with transaction.atomic():
        document = _document(message.conversation, now)
        return passages_of(message) or _write(document, [(message, said)], now, spoken_of)


def mirror_new(conversation: Conversation, said: Sequence[tuple[Message, list[Piece]]], now: dt.datetime) -> None:
    """The same for messages that were written in this transaction, in order, each with its `pieces`."""
    if any(found for _, found in said):
        _write(_document(conversation, now), said, now)


def _write(
    document: Document,
    said: Sequence[tuple[Message, list[Piece]]],
    now: dt.datetime,
    spoken_of: Sequence[str] = (),
) -> list[Chunk]:
    title = document.title[:120]
    every = [(message, piece) for message, found in said for piece in found]
    passages = []
    before = said_before(said[0][0])
    for message, found in said:
        for piece in found:
            place = piece.start, piece.start + len(piece.text)
            passage = store.Passage(piece.text, title, *place, {"message": str(message.pk)}, message.created_at)
            passages.append(store.after(f"{before}\n{message.text[: piece.start]}".strip(), passage, spoken_of))
        if message.role == Message.Role.USER:
            before = as_context(message.text)
    chunks = store.add(document, passages, now)
    store.follow(document, chunks, now)
    named = {chunk.pk: piece.named for chunk, (_, piece) in zip(chunks, every, strict=True)}
    mentions.link_chunks(document.user, chunks, now, named)
    return chunks


def passages_of(message: Message) -> list[Chunk]:
    """The passages that hold a message, in order."""
    rows = Chunk.objects.for_user(message.user_id).filter(
        document__kind=Document.Kind.CONVERSATION,
        document__source=source_of(message.conversation_id),
        metadata__message=str(message.pk),
    )
    return list(rows.order_by("position"))


def _document(conversation: Conversation, now: dt.datetime) -> Document:
    """The conversation's own, locked: two tabs, one position each."""
    wanted = _key(conversation)
    locked = Document.objects.select_for_update()
    standing = locked.filter(**wanted).first()
    if standing is not None:
        return standing
    try:
        with transaction.atomic():
            return Document.objects.create(
                **wanted,
                title=conversation.title or "Conversation",
                sha256=hashlib.sha256(wanted["source"].encode()).hexdigest(),
                status=Document.Status.READY,
                stage=Document.Stage.LEARNED,
                created_at=now,
            )
    except IntegrityError:
        return locked.get(**wanted)


def pieces_of(text: str) -> Iterable[tuple[int, str]]:
    """(offset, passage) pairs that cover a message: whole, or cut at lines and sentences where it is long."""
    start = 0
    while start < len(text):
        end = min(start + params.PASSAGE_CHARACTERS, len(text))
        if end < len(text):
            breaks = [text.rfind(mark, start + params.PASSAGE_CHARACTERS // 3, end) for mark in ("\n", ". ", "! ", " ")]
            end = next((place + 1 for place in breaks if place > 0), end)
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            yield start + lead, piece.strip()
        start = end
