"""The nearest rows by meaning: exact in memory, or an HNSW snapshot with an exact delta for a large graph.

Where the database searches vectors itself (PostgreSQL with pgvector), it is asked, and nothing is held here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from django.db import connection

from graph import params, versions
from graph.projections import extent, pgvector, shelves, snapshots, vector_rows
from graph.projections.duck import database
from graph.projections.exact import Hits, Vectors, WrongDimension, refuse_zero
from graph.projections.metric import unit
from graph.projections.vector_rows import serving
from graph.retrieval.types import Kind


def nearest(user_id: int, kind: Kind, query: Vectors, k: int, *, model: str | None = None) -> Hits:
    """The `k` rows whose vectors are most like `query`, as (id, cosine similarity), best first, ties by id.

    None of a kind with so many that it is not searched (`is_searched`). `model` is the one that made `query`; by
    default the one that serves. Raises ZeroVector and WrongDimension.
    Not to be called inside a transaction that has written: what it rolls back would stay.
    """
    refuse_zero(np.asarray(query, np.float32)[None, :])
    if k <= 0 or not is_searched(user_id, kind, model):
        return []
    if pgvector.available():
        return _stored(user_id, kind, query, k, model or serving(user_id))
    content = shelves.content(user_id, kind, model or serving(user_id))
    return content.search(query, k) if content else []


@dataclass(frozen=True, slots=True)
class Search:
    """How one question finds its nearest rows of each kind, at the version that the graph had when this was made."""

    user_id: int
    model: str
    wanted: Mapping[Kind, int]
    contents: Mapping[Kind, shelves.Content | None] | None  # None: the database itself is asked

    @property
    def is_apart(self) -> bool:
        """Whether it asks nothing of the database, so that any thread may do it."""
        return self.contents is not None

    def __call__(self, query: Vectors) -> Iterator[tuple[Kind, Hits]]:
        """Each kind that is searched with its nearest, as many as wanted, like `nearest`; one after another."""
        refuse_zero(np.asarray(query, np.float32)[None, :])
        for kind, k in self.wanted.items():
            if self.contents is None:
                yield kind, _stored(self.user_id, kind, query, k, self.model)
            else:
                content = self.contents[kind]
                yield kind, content.search(query, k) if content else []


def searching(user_id: int, wanted: Mapping[Kind, int]) -> Search:
    """What searches so many nearest rows of each kind; of one that is not searched, or has no vector, it finds none."""
    model = serving(user_id)
    searched = {kind: k for kind, k in wanted.items() if k > 0 and is_searched(user_id, kind, model)}
    if pgvector.available():
        return Search(user_id, model, searched, None)
    contents = {kind: shelves.content(user_id, kind, model) for kind in searched}
    return Search(user_id, model, searched, contents)


def is_searched(user_id: int, kind: Kind, model: str | None = None) -> bool:
    """Whether rows of the kind are found by their vectors; beyond `params.SEARCHED_VECTORS` they are only compared."""
    return extent.is_searched(user_id, kind, model or serving(user_id))


def similarities(
    user_id: int, kind: Kind, ids: Collection[int], query: Vectors, *, model: str | None = None
) -> dict[int, float]:
    """The cosine similarity of each of `ids` that has a vector."""
    refuse_zero(np.asarray(query, np.float32)[None, :])
    found, vectors = shelves.some(user_id, kind, model or serving(user_id), ids, len(query))
    scores = vectors @ unit(query) / np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
    return dict(zip(found.tolist(), scores.tolist(), strict=True))


def directions(user_id: int, kind: Kind, ids: Collection[int], dim: int = 0) -> dict[int, Vectors]:
    """The unit vector of each of `ids` that has one by the model that serves.

    Those of `dim` numbers, or, without it, of as many as the first has.
    """
    found, vectors = shelves.some(user_id, kind, serving(user_id), ids, dim)
    directed = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return dict(zip(found.tolist(), directed, strict=True))


def degradation() -> str:
    """Why large graphs are searched by exact scan in this process; "" when nothing is missing."""
    if connection.vendor == "postgresql":
        return "" if pgvector.available() else pgvector.MISSING
    return database().extension_failure or shelves.failure()


def held(user_id: int, kind: Kind, model: str) -> dict[int, bytes]:
    """Every vector that this process would search, by id, brought up to date first."""
    if not is_searched(user_id, kind, model):
        return {}
    if pgvector.available():
        return pgvector.held(user_id, kind, model)
    content = shelves.content(user_id, kind, model)
    if content is None:
        return {}
    base = content.snapshot.contents() if content.snapshot else {}
    return {pk: vector for pk, vector in base.items() if pk not in content.removed} | content.table.contents()


def snapshot_is_due(user_id: int, kind: Kind, model: str) -> bool:
    """Whether a snapshot should be built: there is none for a large kind, or too much changed since."""
    total = vector_rows.count(user_id, kind, model)
    if not total or total <= shelves.threshold(user_id) or not is_searched(user_id, kind, model):
        return False
    if pgvector.available():
        numbers = pgvector.dimension(user_id, kind, model)
        return 0 < numbers <= pgvector.MOST_DIMENSIONS and not pgvector.indexed(user_id, kind, model, numbers)
    if not database().has_index():
        return False
    published = snapshots.newest(user_id, kind, model)
    touched = versions.since(user_id, published.version) if published else None
    if touched is None:
        return True
    changed = len(shelves.changed((user_id, kind, model), touched))
    return changed > params.DELTA_ROWS or changed > params.REMOVED_SHARE * total


def forget(user_id: int | None = None) -> None:
    """Let go of a user's tables and snapshots in this process, or of everyone's."""
    vector_rows.forget()
    extent.forget(user_id)
    pgvector.forget()
    shelves.forget(user_id)


def _stored(user_id: int, kind: Kind, query: Vectors, k: int, model: str) -> Hits:
    """What the database finds; vectors of another dimension than the question's are an error, not an empty answer."""
    found = pgvector.nearest(user_id, kind, query, k, model=model)
    if not found and (numbers := pgvector.dimension(user_id, kind, model)) not in (0, len(query)):
        raise WrongDimension(f"the question has {len(query)} numbers, the vectors have {numbers}")
    return found
