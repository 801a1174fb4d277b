"""Vectors searched by PostgreSQL: the same as plain arithmetic, by an index of one person's, or in memory without it."""

from __future__ import annotations

import time

import numpy as np
import pytest
from django.db import connection, transaction

from graph import jobs, params
from graph.models import Job, UserSettings
from graph.projections import check, pgvector, upkeep, vectors
from tests.graph.projections.conftest import MODEL, clustered, true_nearest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_empty_index"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="runs with TEST_DATABASE=postgres"),
]


def nearest(user, query, k=10) -> list[int]:
    return [pk for pk, _ in vectors.nearest(user.pk, "fact", query, k, model=MODEL)]


def test_every_number_is_read_from_the_stored_bytes_as_it_is(write, user):
    random = np.random.default_rng(3)
    odd = np.array([[1e-38, -1e-42, 3.4e38, -0.0], [1, -2.5, 1 / 3, 65504]], np.float32)
    matrix = np.vstack([odd, random.normal(size=(50, 4)).astype(np.float32)])
    write.vectors(range(len(matrix)), matrix)
    held = vectors.held(user.pk, "fact", MODEL)
    # A zero with a sign is a zero.
    assert {pk: np.frombuffer(held[pk], "<f4").tolist() for pk in held} == dict(enumerate(matrix.tolist()))


def test_an_index_of_one_persons_vectors_finds_what_an_exact_scan_finds(write, write_other, user, other_user):
    """Design section 3: beside another's vectors, and after some were replaced and removed."""
    matrix = clustered(4000)
    write.vectors(range(4000), matrix)
    write_other.vectors(range(5000, 7000), clustered(2000, seed=9))
    pgvector.build(user.pk, "fact", MODEL)
    write.vectors(range(100), clustered(100, seed=5))
    matrix[:100] = clustered(100, seed=5)
    write.without_vectors(range(100, 200))
    standing = [pk for pk in range(4000) if not 100 <= pk < 200]
    found = 0
    for query in clustered(60, seed=2):
        asked = vectors.nearest(user.pk, "fact", query, 10, model=MODEL)
        assert len(asked) == 10
        found += len({pk for pk, _ in asked} & set(true_nearest(standing, matrix[standing], query, 10)))
    assert found >= params.HNSW_MIN_RECALL * 600
    assert len(vectors.nearest(other_user.pk, "fact", matrix[0], 3000, model=MODEL)) == 2000


def test_the_planner_is_left_no_choice(write, user):
    """As soon as it may be used: not while a transaction is open anywhere that is older than the index."""
    matrix = clustered(300)
    write.vectors(range(300), matrix)
    name = pgvector.build(user.pk, "fact", MODEL)
    statement, values = pgvector.by_index(user.pk, "fact", MODEL, pgvector.literal(matrix[0]), 64, 10)
    plan = ""
    for _ in range(100):
        with transaction.atomic(), connection.cursor() as cursor:
            pgvector.settle(cursor, 10)
            cursor.execute(f"EXPLAIN {statement}", values)
            plan = "\n".join(line for (line,) in cursor.fetchall())
        if f"Index Scan using {name}" in plan:
            break
        time.sleep(0.1)
    assert f"Index Scan using {name}" in plan
    # Fewer than asked for: the index may have seen too little, so all are compared.
    assert len(nearest(user, matrix[0], 400)) == 300


def test_a_large_graph_is_indexed_by_the_queued_work_and_a_former_models_index_goes(write, user, now, monkeypatch):
    monkeypatch.setattr(vectors, "serving", lambda user_id: MODEL)
    write.vectors(range(101), clustered(101))
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 100})
    assert [job.payload for job in upkeep.enqueue_snapshots(user.pk, now=now)] == [{"kind": "fact"}]
    jobs.work(lambda: now)
    assert Job.objects.get(kind="snapshot").state == Job.State.DONE
    assert pgvector.indexed(user.pk, "fact", MODEL, 64)
    assert upkeep.enqueue_snapshots(user.pk, now=now) == []
    assert pgvector.remove(user.pk, but=MODEL) == 0
    assert pgvector.remove(user.pk) == 1
    assert not pgvector.indexed(user.pk, "fact", MODEL, 64)


def test_without_pgvector_the_memory_of_the_process_serves_and_it_is_said(write, user, monkeypatch):
    matrix = clustered(50)
    write.vectors(range(50), matrix)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE graph_embedding DROP COLUMN direction")
    pgvector.forget()
    assert nearest(user, matrix[3], 5) == true_nearest(range(50), matrix, matrix[3], 5)
    assert vectors.degradation() == pgvector.MISSING
    assert pgvector.install() == ""
    assert vectors.degradation() == ""
    assert nearest(user, matrix[3], 5) == true_nearest(range(50), matrix, matrix[3], 5)
    assert list(check.vector_differences(user.pk)) == []
