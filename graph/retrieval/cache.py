"""Repeated questions, answered again until a write touches what the answer rests on, and no longer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from django.core.cache import cache
from numpy.typing import NDArray

from graph import versions
from graph.models import Chunk, Embedding, Entity, Fact, Touch
from graph.naming import normalise
from graph.projections import lines, pending, vectors
from graph.retrieval import params
from graph.retrieval.channels import of_types
from graph.retrieval.config import RetrievalConfig, as_json
from graph.retrieval.question import words
from graph.retrieval.result import Context, Result
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.types import ChunkRow, EntityRow, FactRow, Item, Parts

MEANINGS = (
    ("entity", Touch.Kind.EMBEDDING_ENTITY),
    ("fact", Touch.Kind.EMBEDDING_FACT),
    ("chunk", Touch.Kind.EMBEDDING_CHUNK),
)
# What another version of the program kept, with other fields, is not looked for.
SHAPE = " ".join(
    one.name for kept in (Result, Item, FactRow, ChunkRow, EntityRow, Parts, Anchor) for one in fields(kept)
)
FEW_WRITES = 500  # touches looked at before an entry is given up: checking more costs as much as asking again


@dataclass(frozen=True, slots=True)
class Entry:
    """A result, the version it was true at, and what a write must not touch."""

    result: Result
    version: int
    entities: frozenset[int]
    stems: frozenset[str]
    question: NDArray[np.float32] | None
    min_similarity: float


def key_of(
    user_id: int,
    preset: str,
    config: RetrievalConfig,
    question: str,
    context: Context,
    beside: Sequence[str] = (),
) -> str:
    """The key: owner, options and the question in normal form (C28)."""
    asked = [SHAPE, preset, as_json(config), of_types.indexed(user_id), context.entities, context.documents, *beside]
    options = json.dumps(asked, default=str)
    digest = hashlib.sha256(f"{options}\n{normalise(question)}\n{question[255:]}".encode()).hexdigest()
    return f"retrieval:{user_id}:{digest}"


def lookup(user_id: int, key: str, config: RetrievalConfig) -> Result | None:
    """The result kept under the key, if no write since has touched it and no text waits for its vector."""
    if not config.cache_ttl:
        return None
    entry: Entry | None = cache.get(key)
    if entry is None:
        return None
    version = versions.current(user_id)
    if version != entry.version:
        touched = versions.since(user_id, entry.version)
        if touched is None or len(touched) > FEW_WRITES or _concerns(user_id, entry, touched):
            cache.delete(key)
            return None
    # What still waits for a vector may bear on it by its meaning: asked anew, the answer says that it waits.
    return None if pending.count_pending(user_id) else entry.result


def store(
    key: str,
    config: RetrievalConfig,
    question: str,
    result: Result,
    version: int,
    entities: frozenset[int],
    vector: Any,
    ttl: int | None = None,
) -> None:
    """Keep a result for `ttl` seconds, by default the configuration's; a degraded one is never kept."""
    if not config.cache_ttl or result.degraded or not question:
        return
    stems = words.content_stems(question)
    entry = Entry(result, version, entities, stems, vector, config.min_similarity)
    cache.set(key, entry, ttl or config.cache_ttl)


def forget(user_id: int) -> None:
    """Drop everything that is kept of one user's questions (erasure)."""
    prefix = cache.make_key(f"retrieval:{user_id}:")
    if hasattr(cache, "_cache") and isinstance(cache._cache, dict):  # in process: the keys are at hand
        kept = [key for key in list(cache._cache) if str(key).startswith(prefix)]
        cache.delete_many([key[len(prefix) - len(f"retrieval:{user_id}:") :] for key in kept])
    else:
        client = cache._cache.get_client()  # type: ignore[attr-defined]
        for key in client.scan_iter(match=f"{prefix}*", count=1000):
            client.delete(key)


def _concerns(user_id: int, entry: Entry, touched: list[tuple[str, int]]) -> bool:
    """Whether a write bears on the entry: on an entity it rests on, by its words, or by its meaning."""
    ids: dict[str, set[int]] = {}
    for kind, pk in touched:
        ids.setdefault(kind, set()).add(pk)
    around = ids.get(Touch.Kind.AROUND, set()) | ids.get(Touch.Kind.ENTITY, set())
    chunks = ids.get(Touch.Kind.CHUNK, set())
    shown = {item.pk for item in entry.result.items if item.kind == "chunk"}
    if around & entry.entities or (chunks | ids.get(Touch.Kind.EDGE, set())) & shown:
        return True
    passages = Chunk.objects.filter(pk__in=chunks).values_list("text", flat=True)
    if any(words.coverage(entry.stems, text) >= params.KEYWORD_COVERAGE / 2 for text in passages):
        return True
    texts = list(Entity.objects.filter(pk__in=around).values_list("name", flat=True))
    texts += [
        f"{predicate} {value}"
        for predicate, value in Fact.objects.filter(pk__in=ids.get(Touch.Kind.FACT, ())).values_list(
            "predicate", "value"
        )
    ]
    if any(entry.stems & words.content_stems(text.replace("_", " ")) for text in texts):
        return True
    if entry.question is None:
        return False
    if any(_near(entry, user_id, kind, ids.get(touch, set())) for kind, touch in MEANINGS):
        return True
    lined = lines.nearest(user_id, ids.get(Touch.Kind.EMBEDDING_LINES, ()), entry.question, vectors.serving(user_id))
    return any(line.similarity >= entry.min_similarity for line in lined.values())


def _near(entry: Entry, user_id: int, kind: str, ids: set[int]) -> bool:
    """Whether a row that was embedded since is near the question in meaning."""
    if not ids or entry.question is None:
        return False
    stored = Embedding.objects.checked_for(user_id).filter(kind=kind, object_id__in=ids, dim=len(entry.question))
    return any(
        float(np.frombuffer(vector, dtype="<f4") @ entry.question) >= entry.min_similarity
        for vector in stored.values_list("vector", flat=True)
    )
