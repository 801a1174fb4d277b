"""What hangs on nothing: nodes of the graph index, links and vectors whose row is gone."""

from __future__ import annotations

from typing import Any

import numpy as np
from django.db.models import Q, QuerySet
from django.db.models.expressions import Exists, OuterRef

from graph.models import Chunk, ChunkEdge, Document, Embedding, Entity, Fact
from graph.projections import adjacency, subjects
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, FACT, NODE_KINDS

_MODELS: dict[int, Any] = {ENTITY: Entity, CHUNK: Chunk, DOCUMENT: Document, FACT: Fact}


def nodes(user_id: int) -> dict[int, set[int]]:
    """The rows that the graph index joins but the database does not have, by kind of node."""
    index = adjacency.of(user_id)
    held = np.unique(np.concatenate([part.nodes for layer in index.layers for part in (layer.base, layer.delta)]))
    held = held[index.degree(held) > 0]
    gone: dict[int, set[int]] = {}
    for kind, model in _MODELS.items():
        wanted = set((held[held % NODE_KINDS == kind] // NODE_KINDS).tolist())
        if wanted:
            gone[kind] = wanted - set(model.objects.for_user(user_id).values_list("pk", flat=True))
    return gone


def links(user_id: int) -> QuerySet:
    """Links between passages of which one is gone, or belongs to another person."""
    standing = [Exists(Chunk.objects.filter(pk=OuterRef(end), user_id=user_id)) for end in ("source_id", "target_id")]
    return ChunkEdge.objects.for_user(user_id).filter(~(Q(standing[0]) & Q(standing[1])))


def embeddings(user_id: int) -> list[int]:
    """Vectors of rows that are gone or are not searched any more."""
    found: list[int] = []
    for kind in subjects.KINDS:
        standing = subjects.rows(user_id, kind).values("pk")
        stray = Embedding.objects.for_user(user_id).filter(kind=kind).exclude(object_id__in=standing)
        found += stray.values_list("pk", flat=True)
    return found
