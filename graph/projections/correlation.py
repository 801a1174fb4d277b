"""What is named together: entities in the same passages, documents that name the same entities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from graph import params
from graph.projections.edge_table import BIDIRECTIONAL, CONFIRMED, NEVER, Columns, Ints, columns
from graph.retrieval.types import CHUNK, DOCUMENT, NODE_KINDS

CO_OCCURS = "co_occurs_with"


def edges(mentions: Columns, holdings: Columns, relation: int) -> Columns:
    """One edge, walked both ways, for each correlated pair of entities and of documents.

    `mentions` lead from passages to entities, `holdings` from documents to passages.
    """
    entities = pairs(mentions.target, mentions.source)
    passages = holdings.target % NODE_KINDS == CHUNK
    documents = _documents_of(mentions.source, holdings.target[passages], holdings.source[passages])
    known = documents % NODE_KINDS == DOCUMENT
    both = [entities, pairs(documents[known], mentions.target[known])]
    first, second, weight = (np.concatenate(parts) for parts in zip(*both, strict=True))
    count = len(weight)
    if not count:
        return columns([])
    return Columns(
        key=np.arange(1, count + 1),
        source=first,
        target=second,
        relation=np.full(count, relation, np.int32),
        weight=weight.astype(np.float32),
        confidence=np.ones(count, np.float32),
        created=np.zeros(count, np.int64),
        expires=np.full(count, NEVER, np.int64),
        flags=np.full(count, CONFIRMED | BIDIRECTIONAL, np.uint8),
    )


def pairs(things: Ints, places: Ints) -> tuple[Ints, Ints, NDArray[np.float64]]:
    """The correlated pairs among `things`, each of which occurs at the place beside it.

    c(a, b) = n(a and b) / min(n(a), n(b)), where n counts places (T22), times 1 - 1 / n(a and b): being together once
    is a coincidence. Pairs below the floor, and places with so many things that they are lists, are left out.
    """
    none = (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
    if not len(things):
        return none
    thing_names, thing = np.unique(things, return_inverse=True)
    place_names, place = np.unique(places, return_inverse=True)
    shape = (len(place_names), len(thing_names))
    occurs = sparse.csr_array((np.ones(len(thing)), (place, thing)), shape=shape)
    occurs.data[:] = 1.0
    alone = np.asarray(occurs.sum(axis=0)).ravel()
    short = np.asarray(occurs.sum(axis=1)).ravel() <= params.CORRELATION_NAMES
    kept = occurs[np.flatnonzero(short)]
    together = sparse.triu(kept.T @ kept, k=1, format="coo")
    both = together.data
    first, second = together.coords
    weight = both / np.minimum(alone[first], alone[second]) * (1.0 - 1.0 / np.maximum(both, 1.0))
    strong = weight >= params.CORRELATION_FLOOR
    return thing_names[first[strong]], thing_names[second[strong]], weight[strong]


def _documents_of(passages: Ints, held: Ints, documents: Ints) -> Ints:
    """The document of each passage; the passage itself where none is known."""
    if not len(held):
        return passages
    order = np.argsort(held)
    at = np.minimum(np.searchsorted(held[order], passages), len(held) - 1)
    return np.where(held[order][at] == passages, documents[order][at], passages)
