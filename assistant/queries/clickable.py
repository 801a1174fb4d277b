"""Which addresses in an answer may be clicked: those that the person wrote, and those in what it cites."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.models import Message
from assistant.queries.rendering import links_in
from graph.models import RetrievalItem
from graph.retrieval.result import quoted


def clickable(user_id: int, messages: Sequence[Message]) -> frozenset[str]:
    """The URLs that may be links in these answers: those the person wrote, and those in the sources cited.

    One query, and none when no answer holds a link.
    """
    answers = [row for row in messages if row.role == Message.Role.ASSISTANT]
    said = [row.text for row in messages if row.role == Message.Role.USER]
    if not any("://" in row.text for row in answers):
        return links_in(said)
    return links_in([*said, *_cited_words(user_id, answers)])


def _cited_words(user_id: int, answers: Sequence[Message]) -> list[str]:
    """The texts and quotes of everything these answers cite."""
    wanted = {(row.retrieval_id, kind, int(pk)) for row in answers for kind, pk in row.cited}
    items = RetrievalItem.objects.for_user(user_id).filter(retrieval__in={row.retrieval_id for row in answers})
    words = []
    for item in items.only("retrieval_id", "kind", "object_id", "detail"):
        if (item.retrieval_id, item.kind, item.object_id) in wanted:
            words += [item.detail.get("text") or "", *(entry["quote"] for entry in quoted(item.detail))]
    return words
