"""A person's vectors, searched and built into a snapshot."""

from __future__ import annotations

from graph import params
from graph.projections import shelves, snapshots, vectors
from graph.projections.snapshots import Snapshot
from tests.graph.projections.conftest import MODEL, clustered, true_nearest


def nearest(user, query, k=10) -> list[int]:
    return [pk for pk, _ in vectors.nearest(user.pk, "fact", query, k, model=MODEL)]


def in_use(user) -> Snapshot | None:
    content = shelves.content(user.pk, "fact", MODEL)
    return content.snapshot if content else None


def build(user):
    return snapshots.build(user.pk, "fact", MODEL)


def assert_near_truth(user, ids, matrix, *, k=10) -> None:
    """At least 98 % of the true neighbours of 20 questions."""
    found = 0
    for query in clustered(20, seed=3):
        hits = nearest(user, query, k)
        assert len(hits) == min(k, len(ids))
        found += len(set(hits) & set(true_nearest(ids, matrix, query, k)))
    assert found >= params.HNSW_MIN_RECALL * 20 * min(k, len(ids))
