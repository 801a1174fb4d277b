"""The conversations as parts of the native file."""

from __future__ import annotations

from assistant.models import Conversation, Message
from graph.exchange import parts
from graph.exchange.parts import Ids, Part, Row, mended


def add_parts() -> None:
    """Before the documents: a conversation's document is known by its id."""
    parts.add(Part("conversation", Conversation, ("title", "created_at")), before="document")
    links = {"conversation_id": "conversation", "reply_to_id": "message", "retrieval_id": "retrieval"}
    key = ("conversation_id", "role", "text", "created_at")
    parts.add(Part("message", Message, key, links, mend=_message, late=True), before="document")


def _message(row: Row, ids: Ids) -> None:
    row["learned"] = [mended(ids, "fact", pk) for pk in row["learned"]]
    row["cited"] = [[kind, mended(ids, kind, pk)] for kind, pk in row["cited"]]
