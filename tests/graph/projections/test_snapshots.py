"""HNSW snapshots: the six hard rules of the design, and changes on top of an immutable file."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading

import duckdb
import numpy as np
import pytest
from django.db import connection

from graph import params
from graph.models import UserSettings
from graph.projections import duck, shelves, vectors
from graph.projections.exact import ZeroVector
from graph.projections.metric import COSINE, INNER_PRODUCT
from graph.projections.snapshots import IndexNotUsed, Snapshot
from tests.graph.projections.conftest import COUNT, MODEL, clustered, in_memory, true_nearest
from tests.graph.projections.snapshot_of import assert_near_truth, build, in_use, nearest

pytestmark = [pytest.mark.django_db, in_memory]


def digest(path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_exact_scan_serves_until_the_snapshot_is_there(user, matrix):
    assert_near_truth(user, range(COUNT), matrix)
    assert in_use(user) is None
    assert vectors.snapshot_is_due(user.pk, "fact", MODEL)
    build(user)
    assert_near_truth(user, range(COUNT), matrix)
    assert in_use(user) is not None
    assert not vectors.snapshot_is_due(user.pk, "fact", MODEL)


def test_below_the_threshold_no_snapshot_is_used_or_due(user, matrix):
    build(user)
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": COUNT})
    assert nearest(user, matrix[5], 1) == [5]
    assert in_use(user) is None
    assert not vectors.snapshot_is_due(user.pk, "fact", MODEL)
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": COUNT - 1})
    assert nearest(user, matrix[5], 1) == [5]
    assert in_use(user) is not None
    UserSettings.objects.filter(user=user).update(retrieval={})
    assert nearest(user, matrix[5], 1) == [5]
    assert in_use(user) is None


def test_rule_1_another_persons_vectors_never_thin_out_the_answer(user, matrix, write_other, other_user):
    """No condition on an indexed scan: a table is one person's, so the limit is filled with their rows. W-J12."""
    write_other.vectors(range(1000, 1000 + COUNT), matrix)
    build(user)
    for query in matrix[:20]:
        hits = nearest(user, query)
        assert len(hits) == 10
        assert max(hits) < COUNT
    assert "WHERE" not in in_use(user)._statement("asked", 10, COSINE)


def test_rule_2_changes_leave_the_file_alone_and_the_answers_right(write, user, matrix):
    """No delete or update on an indexed table: what changed stands beside it."""
    published = build(user)
    before = digest(published.path)
    assert nearest(user, matrix[0], 1) == [0]
    gone = set(range(0, COUNT, 3))
    write.without_vectors(gone)
    moved = clustered(50, seed=9)
    write.vectors(range(1, 150, 3), moved)
    newer = clustered(100, seed=10)
    write.vectors(range(COUNT, COUNT + 100), newer)
    now = {pk: matrix[pk] for pk in range(COUNT) if pk not in gone}
    now |= dict(zip(range(1, 150, 3), moved, strict=True)) | dict(zip(range(COUNT, COUNT + 100), newer, strict=True))
    assert in_use(user).name
    assert_near_truth(user, list(now), np.array(list(now.values())))
    assert vectors.held(user.pk, "fact", MODEL) == {pk: vector.tobytes() for pk, vector in now.items()}
    vectors.forget()
    assert_near_truth(user, list(now), np.array(list(now.values())))
    assert digest(published.path) == before


def test_rule_2_a_removed_neighbourhood_is_refilled_from_farther_away(write, user, matrix):
    build(user)
    closest = true_nearest(range(COUNT), matrix, matrix[7], 60)
    assert nearest(user, matrix[7], 5) == closest[:5]
    write.without_vectors(closest[:50])
    assert nearest(user, matrix[7], 5) == closest[50:55]


@pytest.mark.django_db(transaction=True)
def test_rule_3_eight_threads_search_at_once_and_find_what_one_does(user, matrix):
    """More searches at once than an index has slots end the process, so they go one at a time."""
    build(user)
    queries = clustered(40, seed=4)
    alone = [nearest(user, query) for query in queries]
    truth = [true_nearest(range(COUNT), matrix, query, 10) for query in queries]
    hits = sum(len(set(one) & set(two)) for one, two in zip(alone, truth, strict=True))
    assert hits >= params.HNSW_MIN_RECALL * 400
    found: dict[int, list[list[int]]] = {}
    failures: list[BaseException] = []
    together = threading.Barrier(8)

    def search(number: int) -> None:
        try:
            together.wait(60)
            found[number] = [nearest(user, query) for query in queries]
        except BaseException as error:  # noqa: BLE001 - a thread's failure must reach the test
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=search, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert in_use(user) is not None
    assert found == dict.fromkeys(range(8), alone)


def test_rule_3_every_search_waits_for_the_one_lock(user, matrix):
    build(user)
    snapshot = in_use(user)
    finished = threading.Event()
    thread = threading.Thread(target=lambda: (snapshot.search(matrix[0], 5), finished.set()))
    with duck.database().hnsw_lock:
        thread.start()
        assert not finished.wait(0.3)
    thread.join(60)
    assert finished.is_set()


def test_rule_4_a_snapshot_whose_plan_does_not_use_the_index_is_refused(user, matrix, tmp_path):
    path = tmp_path / "plain.duckdb"
    with duckdb.connect(str(path)) as plain:
        plain.execute("CREATE TABLE vectors AS SELECT 1::BIGINT AS id, [1, 0]::FLOAT[2] AS v")
    with pytest.raises(IndexNotUsed):
        Snapshot(path, 64)
    published = build(user)
    published.path.write_bytes(path.read_bytes())
    assert nearest(user, matrix[5], 1) == [5]
    assert in_use(user) is None
    assert published.path.name in vectors.degradation()
    shelves.forget()


def test_rule_4_no_cursor_has_an_optimiser_that_no_search_needs(user, matrix):
    """The one that joins the table again above all."""
    asked = "SELECT current_setting('disabled_optimizers')"
    seen = [duck.database().cursor().execute(asked).fetchone()]
    thread = threading.Thread(target=lambda: seen.append(duck.database().cursor().execute(asked).fetchone()))
    thread.start()
    thread.join()
    off = {name for (names,) in seen for name in names.split(",")}
    assert seen[0] == seen[1]
    assert "late_materialization" in off
    assert not off & duck.OPTIMIZERS


def test_rule_5_a_published_file_is_only_read_and_other_processes_read_it_too(user, matrix):
    published = build(user)
    snapshot = in_use(user)
    with pytest.raises(duckdb.Error, match="read-only"):
        duck.database().cursor().execute(f"DELETE FROM {snapshot.name}.vectors")
    program = (
        "import duckdb, sys; c = duckdb.connect(config={'autoload_known_extensions': 'false'});"
        "c.execute(f\"LOAD '{sys.argv[2]}'\"); c.execute(f\"ATTACH '{sys.argv[1]}' AS s (READ_ONLY)\");"
        "print(c.execute('SELECT count(*) FROM s.vectors').fetchone()[0])"
    )
    arguments = [sys.executable, "-c", program, str(published.path), str(duck.extension_path())]
    answer = subprocess.run(arguments, capture_output=True, text=True, timeout=180, check=False)
    assert (answer.stdout.strip(), answer.stderr) == (str(COUNT), "")
    assert sorted(os.listdir(published.path.parent)) == [published.path.name]


def test_rule_6_persistence_is_experimental_only_where_a_file_is_built(user, matrix):
    build(user)
    assert in_use(user) is not None
    asked = "SELECT value FROM duckdb_settings() WHERE name = 'hnsw_enable_experimental_persistence'"
    assert duck.database().cursor().execute(asked).fetchall() in ([("false",)], [(None,)], [])


def test_rule_6_vectors_without_direction_are_refused(write, user, matrix):
    write.vectors([5], np.zeros((1, matrix.shape[1]), np.float32))
    build(user)
    with pytest.raises(ZeroVector):
        nearest(user, np.zeros(matrix.shape[1], np.float32))
    assert in_use(user) is None or in_use(user).count == COUNT - 1
    assert len(nearest(user, matrix[5], COUNT)) == COUNT - 1


@pytest.mark.parametrize("longest", [1.0, 3.0])
def test_vectors_of_any_length_are_compared_by_cosine_and_unit_ones_by_their_inner_product(
    write, user, matrix, longest
):
    """What is shown is the cosine similarity either way, and the file holds the vectors as they are."""
    made = matrix * np.linspace(1.0, longest, COUNT, dtype=np.float32)[:, None]
    write.vectors(range(COUNT), made)
    published = build(user)
    held = in_use(user)
    assert held is not None
    assert held._metric is (INNER_PRODUCT if longest == 1.0 else COSINE)
    assert held.contents() == {pk: vector.tobytes() for pk, vector in enumerate(made)}
    for query in matrix[:20]:
        hits = vectors.nearest(user.pk, "fact", 2 * query, 10, model=MODEL)
        assert [pk for pk, _ in hits] == true_nearest(range(COUNT), matrix, query, 10)
        assert [similarity for _, similarity in hits] == pytest.approx([matrix[pk] @ query for pk, _ in hits], abs=1e-5)
    assert published.path.exists()
