"""The vectors of a passage's lines: a sentence that answers is near a question, the mean of all that is said is not."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from django.db import connection, transaction

from graph import versions
from graph.models import Chunk, Document, Embedding, Touch
from graph.projections import embed
from graph.projections.exact import Vectors, usable
from graph.projections.metric import unit
from graph.projections.subjects import batches, rows
from graph.projections.texts import chunk_text, passage_lines, text_hash
from graph.statements import select_among

HALF = np.dtype("<f2")  # a cosine of such numbers is right to three digits, and half as much is kept and read

_SOME = """
    SELECT object_id, lines, user_id FROM graph_embedding
    WHERE object_id IN ({among}) AND kind = 'chunk' AND model = %s AND dim = %s AND length(lines) > 0
"""
_MADE = """
    UPDATE graph_embedding SET lines = %s WHERE kind = 'chunk' AND object_id = %s AND model = %s AND text_hash = %s
"""


class Line(NamedTuple):
    """How near a line is (cosine), and which of its passage's it is, from 0."""

    similarity: float
    place: int


def nearest(user_id: int, ids: Collection[int], query: Vectors, model: str) -> dict[int, Line]:
    """The nearest line, of several the first, of each of the passages that has lines by the model."""
    # The owner is looked at here: in the statement SQLite might prefer the owner's index to the list of ids.
    found = select_among(_SOME, ids, model, len(query)) if ids else []
    held = [(pk, bytes(made)) for pk, made, owner in found if owner == user_id]
    if not held:
        return {}
    matrix = np.frombuffer(b"".join(made for _, made in held), HALF).reshape(-1, len(query))
    counts = [len(made) // (HALF.itemsize * len(query)) for _, made in held]
    starts = np.cumsum([0, *counts[:-1]])
    near = matrix.astype(np.float32) @ unit(query)
    most = np.maximum.reduceat(near, starts)
    places = np.flatnonzero(near == np.repeat(most, counts))
    _, first = np.unique(np.repeat(np.arange(len(held)), counts)[places], return_index=True)
    made = zip(most.tolist(), (places[first] - starts).tolist(), strict=True)
    return {pk: Line(*line) for (pk, _), line in zip(held, made, strict=True)}


def unmade(user_id: int, model: str, ids: Collection[int] | None = None) -> set[int]:
    """The passages (of `ids`) that have a vector, and whose lines have none yet."""
    without = Embedding.objects.for_user(user_id).filter(kind="chunk", model=model, lines=None)
    searchable = rows(user_id, "chunk")
    if ids is None:
        return set(searchable.filter(pk__in=without.values("object_id")).values_list("pk", flat=True))
    found: set[int] = set()
    for batch in batches(ids):
        some = without.filter(object_id__in=batch).values("object_id")
        found.update(searchable.filter(pk__in=some).values_list("pk", flat=True))
    return found


def make(user_id: int, ids: Collection[int]) -> int:
    """Embed the lines of passages that have a vector, in one transaction; returns of how many.

    A passage whose vector is of another text keeps none: it is looked at again, and waits for a vector first. Raises
    ModelUnavailable.
    """
    model = embed.model_name()
    passages = rows(user_id, "chunk", ids).select_related("document").only("prefix", "text", "document__kind")
    told = [(chunk, passage_lines(chunk, in_talk=_is_said(chunk))) for chunk in passages]
    sentences = [line for _, said in told for line in said]
    vectors = embed.encode(sentences, model) if sentences else np.empty((0, 0), np.float32)
    ends = np.cumsum([0, *(len(said) for _, said in told)]).tolist()
    made = [
        (_stored(vectors[start:end]), chunk.pk, model, text_hash(chunk_text(chunk)))
        for (chunk, _), (start, end) in zip(told, pairwise(ends), strict=True)
    ]
    touched: list[tuple[str, int]] = []
    with transaction.atomic(), connection.cursor() as cursor:
        for row in made:
            cursor.execute(_MADE, row)
            touched.append((Touch.Kind.EMBEDDING_LINES if cursor.rowcount else Touch.Kind.EMBEDDING_CHUNK, row[1]))
        if touched:
            versions.bump(user_id, touched)
    return len(made)


def _is_said(chunk: Chunk) -> bool:
    return chunk.document.kind == Document.Kind.CONVERSATION


def _stored(vectors: Vectors) -> bytes:
    return np.where(usable(vectors)[:, None], vectors, 0).astype(HALF).tobytes()
