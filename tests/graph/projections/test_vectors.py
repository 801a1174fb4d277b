"""Exact vector search: the same as plain arithmetic, through every change, from any thread."""

from __future__ import annotations

import contextvars
import threading
import time

import numpy as np
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from graph import params, versions
from graph.models import Embedding, Touch
from graph.projections import shelves, vectors
from graph.projections.exact import ExactTable, WrongDimension, ZeroVector
from tests.graph.projections.conftest import MODEL, clustered, in_memory, true_nearest

pytestmark = pytest.mark.django_db


def nearest(user, query, k=10, kind="fact") -> list[int]:
    return [pk for pk, _ in vectors.nearest(user.pk, kind, query, k, model=MODEL)]


def test_the_nearest_are_those_of_plain_arithmetic(write, user):
    """C30: a vector is asked with from Python, words over HTTP."""
    matrix = clustered(300)
    write.vectors(range(1, 301), matrix)
    for query in clustered(5, seed=2):
        hits = vectors.nearest(user.pk, "fact", query, 10, model=MODEL)
        assert [pk for pk, _ in hits] == true_nearest(range(1, 301), matrix, query, 10)
        assert [score for _, score in hits] == pytest.approx(sorted(matrix @ query)[::-1][:10], abs=1e-5)


def test_equal_vectors_are_ordered_by_id_and_k_bounds(write, user):
    write.vectors([5, 3, 9], np.ones((3, 4), np.float32))
    assert nearest(user, np.ones(4, np.float32)) == [3, 5, 9]
    assert nearest(user, np.ones(4, np.float32), 2) == [3, 5]
    assert nearest(user, np.ones(4, np.float32), 0) == []


def test_equal_texts_are_equally_near_wherever_they_stand():
    """A row is multiplied with others at once, and the last digits depend on which: ids decide, not chance."""
    text, question = np.random.default_rng(1).normal(size=(2, 100)).astype(np.float32)
    table = ExactTable(100)
    table.replace((), np.arange(71, 0, -1), np.tile(text, (71, 1)))
    assert [pk for pk, _ in table.search(question, 71)] == list(range(1, 72))
    assert [pk for pk, _ in table.search(question, 5)] == [1, 2, 3, 4, 5]


@given(changes=st.lists(st.tuples(st.sets(st.integers(1, 9)), st.sets(st.integers(1, 9))), max_size=12))
def test_a_table_holds_what_was_put_in_last(changes):
    table, expected, seed = ExactTable(3), {}, np.random.default_rng(1)
    for gone, put in changes:
        matrix = seed.normal(size=(len(put), 3)).astype(np.float32)
        table.replace(gone | put, np.array(sorted(put), np.int64), matrix)
        expected = {pk: row for pk, row in expected.items() if pk not in gone | put}
        expected |= {pk: row.tobytes() for pk, row in zip(sorted(put), matrix, strict=True)}
        assert table.contents() == expected
        assert {pk for pk, _ in table.search(np.ones(3, np.float32), 10)} == set(expected)
        assert table.count == len(expected)
        ids, rows = table.some([8, 3, 40, 1])
        assert {pk: row.tobytes() for pk, row in zip(ids.tolist(), rows, strict=True)} == {
            pk: expected[pk] for pk in (8, 3, 1) if pk in expected
        }


def test_added_replaced_and_removed_vectors_count_at_once(write, user):
    x, y, z = np.eye(3, dtype=np.float32)
    write.vectors([1, 2], np.array([x, y]))
    assert nearest(user, x) == [1, 2]
    write.vectors([3], z[None])
    assert nearest(user, z, 1) == [3]
    write.vectors([1], y[None])
    assert nearest(user, x) == [1, 2, 3]
    assert nearest(user, y, 2) == [1, 2]
    write.without_vectors([2, 3])
    assert nearest(user, y) == [1]


def test_nobody_finds_the_vectors_of_another_nor_another_kind_or_model(write, write_other, user, other_user):
    x, y = np.eye(2, dtype=np.float32)
    write.vectors([1], x[None])
    write.vectors([2], x[None], kind="chunk")
    write_other.vectors([3], x[None])
    write.vectors([4], y[None], model="another")
    assert nearest(user, x) == [1]
    assert nearest(user, x, kind="chunk") == [2]
    assert nearest(user, x, kind="entity") == []
    assert nearest(other_user, x) == [3]
    assert vectors.similarities(user.pk, "fact", [1, 3, 4], x, model=MODEL) == {1: 1.0}


def test_similarities_are_cosines_whatever_the_length(write, user):
    write.vectors([1, 2], np.array([[2, 0], [3, 3]], np.float32))
    found = vectors.similarities(user.pk, "fact", [1, 2, 7], np.array([5, 0], np.float32), model=MODEL)
    assert found == {1: pytest.approx(1), 2: pytest.approx(0.5**0.5)}


def test_a_few_are_compared_in_memory_as_they_are_in_the_database_through_every_change(write, user):
    x, y = np.eye(2, dtype=np.float32)

    def compared() -> dict[int, float]:
        return vectors.similarities(user.pk, "fact", [3, 2, 1, 7], x, model=MODEL)

    def told() -> list[dict[int, float]]:
        """By the database, by the memory of an earlier state, and by that of this one."""
        earlier = compared()
        nearest(user, x)
        held = compared()
        shelves.forget()
        return [earlier, held, compared()]

    write.vectors([1, 2], np.array([x, y]))
    assert told() == [{1: 1.0, 2: 0.0}] * 3
    nearest(user, x)
    write.vectors([3, 1], np.array([x, y]))
    assert told() == [{3: 1.0, 2: 0.0, 1: 0.0}] * 3
    nearest(user, x)
    write.without_vectors([3])
    assert told() == [{2: 0.0, 1: 0.0}] * 3


def test_a_vector_of_zeros_is_refused_as_a_question_and_left_out_as_a_row(write, user):
    """Design section 3, rule 6."""
    write.vectors([1, 2, 3], np.array([[1, 0], [0, 0], [np.nan, 1]], np.float32))
    assert nearest(user, np.array([1, 0], np.float32)) == [1]
    for bad in ([0, 0], [np.nan, 1], [np.inf, 1]):
        with pytest.raises(ZeroVector):
            nearest(user, np.array(bad, np.float32))
        with pytest.raises(ZeroVector):
            vectors.similarities(user.pk, "fact", [1], np.array(bad, np.float32), model=MODEL)


def test_a_question_of_another_dimension_is_refused(write, user):
    write.vectors([1], np.array([[1, 0]], np.float32))
    with pytest.raises(WrongDimension):
        nearest(user, np.ones(3, np.float32))


@in_memory
def test_what_another_process_wrote_is_found_by_its_version(write, user):
    """Rows and touches are all that another process leaves; an untouched row is not looked at."""
    x, y = np.eye(2, dtype=np.float32)
    write.vectors([1], x[None])
    assert nearest(user, y) == [1]
    Embedding.objects.create(user=user, kind="fact", object_id=2, model=MODEL, dim=2, vector=y.tobytes(), text_hash="")
    assert nearest(user, y) == [1]
    write.touch((Touch.Kind.EMBEDDING_FACT, 2))
    assert nearest(user, y) == [2, 1]


def test_pruned_touches_and_many_changes_load_the_table_anew(write, user, monkeypatch):
    matrix = clustered(50)
    write.vectors(range(50), matrix)
    assert len(nearest(user, matrix[0], 100)) == 50
    write.without_vectors([0])
    write.without_vectors([1])
    Touch.objects.filter(object_id=0, version=2).delete()
    Touch.objects.filter(version__lt=3).delete()
    assert len(nearest(user, matrix[0], 100)) == 48
    monkeypatch.setattr(params, "SYNC_SHARE", 0.0)
    write.without_vectors(range(2, 30))
    assert len(nearest(user, matrix[0], 100)) == 20


@in_memory
def test_a_question_that_began_earlier_does_not_have_the_vectors_loaded_anew(write, user, monkeypatch):
    """Another one, which began after it, has brought the table further: it is searched as it stands."""
    x, y = np.eye(2, dtype=np.float32)
    write.vectors([1], x[None])
    assert nearest(user, x) == [1]
    monkeypatch.setattr(shelves, "_load", lambda key: pytest.fail("every vector was loaded"))
    with versions.held(user.pk):
        write.vectors([2], y[None])
        assert contextvars.Context().run(nearest, user, y) == [2, 1]
        assert nearest(user, y) == [2, 1]


@in_memory
def test_tables_not_used_for_long_are_dropped_and_come_back(write, user, monkeypatch):
    monkeypatch.setattr(params, "VECTOR_TABLES", 1)
    x = np.eye(2, dtype=np.float32)[0]
    write.vectors([1], x[None])
    write.vectors([2], x[None], kind="chunk")
    for _ in range(2):
        assert nearest(user, x) == [1]
        assert nearest(user, x, kind="chunk") == [2]
        assert list(shelves.memory()) == [(user.pk, "chunk", MODEL)]


@pytest.mark.django_db(transaction=True)
def test_threads_search_while_another_writes(write, user):
    """Design section 3, rule 6: exact scans need no lock, and no reader sees half a change."""
    x, y = np.eye(2, dtype=np.float32)
    write.vectors([1, 2], np.array([x, y]))
    seen: list[tuple] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def search() -> None:
        try:
            while not done.is_set():
                seen.append(tuple(nearest(user, x)))
        except BaseException as error:  # noqa: BLE001 - a thread's failure must reach the test
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=search) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(500):  # until the readers have seen enough, whatever the speed
        write.vectors([1, 2], np.array([y, x]))
        write.vectors([1, 2], np.array([x, y]))
        time.sleep(0.01)  # the interpreter would give nine busy threads turns too rarely
        if len(seen) > 100:
            break
    done.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert set(seen) <= {(1, 2), (2, 1)}
    assert len(seen) > 100
