"""Passages that are looked up for an answer because of where they come from, and the result with those it cites."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from django.db.models import QuerySet

from assistant.agenda.entry import of_passage
from assistant.without_model.writing import Writing
from graph.models import Chunk, User
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow, Item


def passages(
    user: User, chunks: QuerySet[Chunk], most: int, result: Result, less: Callable[[Result], Result]
) -> list[tuple[ChunkRow, Item]]:
    """The first `most` of the user's passages among these that may be told, by the result's filters and by `less`."""
    ids = list(chunks.filter(user=user, children=None).values_list("pk", flat=True)[:most])
    if "filters" in result.config:
        allowed = within.allowed(user, Filters(**result.config["filters"]))
        ids = [pk for pk in ids if allowed.lets("chunk", pk)]
    items = tuple(map(of_passage, rows.chunks(user.pk, ids).values()))
    return [(one.chunk, one) for one in less(replace(result, items=items)).items if one.chunk is not None]


def with_cited(result: Result, writing: Writing, found: Iterable[Item]) -> Result:
    """The result, and behind what it has those of the passages found that the answer cites."""
    standing = {item.pk for item in result.items if item.kind == "chunk"}
    cited = {item.pk: item for item in found if ("chunk", item.pk) in writing.cited and item.pk not in standing}
    return replace(result, items=(*result.items, *cited.values()))
