"""When a snapshot is built, published, followed by a newer one and removed, and what serves where there is none."""

from __future__ import annotations

import os

import pytest

from graph import params
from graph.models import Touch
from graph.projections import duck, snapshots, vectors
from graph.projections.snapshots import RecallTooLow, Snapshot
from tests.graph.projections.conftest import COUNT, MODEL, in_memory
from tests.graph.projections.snapshot_of import build, in_use, nearest

pytestmark = [pytest.mark.django_db, in_memory]


def test_an_index_that_finds_too_little_is_not_published(user, matrix, monkeypatch):
    monkeypatch.setattr(Snapshot, "search", lambda self, query, limit: [(0, -1.0)] * limit)
    with pytest.raises(RecallTooLow):
        build(user)
    assert os.listdir(snapshots.directory(user.pk)) == []


def test_a_newer_snapshot_takes_over_and_the_older_file_goes(write, user, matrix):
    older = build(user)
    first = in_use(user)
    write.vectors([COUNT], matrix[:1])
    newer = build(user)
    assert nearest(user, matrix[0], 2) == [0, COUNT]
    second = in_use(user)
    assert (second.count, second is first) == (COUNT + 1, False)
    assert not older.path.exists()
    assert first.search(matrix[3], 1)[0][0] == 3  # who still has the older one reads on
    assert newer.version == older.version + 1


def test_too_many_changes_make_a_new_snapshot_due(write, user, matrix, monkeypatch):
    build(user)
    write.without_vectors(range(COUNT // 10 - 10))
    assert not vectors.snapshot_is_due(user.pk, "fact", MODEL)
    write.without_vectors(range(100, 120))
    assert vectors.snapshot_is_due(user.pk, "fact", MODEL)
    build(user)
    assert not vectors.snapshot_is_due(user.pk, "fact", MODEL)
    monkeypatch.setattr(params, "DELTA_ROWS", 3)
    write.vectors(range(COUNT, COUNT + 4), matrix[:4])
    assert vectors.snapshot_is_due(user.pk, "fact", MODEL)


def test_a_snapshot_older_than_the_record_of_changes_is_not_used(write, user, matrix):
    build(user)
    write.vectors([COUNT], matrix[:1])
    write.vectors([COUNT + 1], matrix[:1])
    Touch.objects.filter(version__lt=3).delete()
    assert sorted(nearest(user, matrix[0], 3)) == [0, COUNT, COUNT + 1]
    assert in_use(user) is None
    assert vectors.snapshot_is_due(user.pk, "fact", MODEL)


def test_what_a_killed_builder_left_is_swept_and_never_read(user, matrix):
    """Also one that had this process's number: in a container every worker may have the same."""
    place = snapshots.directory(user.pk)
    place.mkdir(parents=True)
    for process in (1, os.getpid()):
        (place / f"fact-{snapshots._digest(MODEL)}.building-{process}-attempt_0").write_bytes(b"half a file")
    assert nearest(user, matrix[5], 1) == [5]
    published = build(user)
    assert os.listdir(place) == [published.path.name]


def test_without_the_extension_exact_scan_serves_and_the_reason_is_named(user, matrix, monkeypatch):
    build(user)
    monkeypatch.setattr(duck, "_databases", {})
    monkeypatch.setattr(duck, "extension_path", lambda: None)
    vectors.forget()
    assert nearest(user, matrix[5], 1) == [5]
    assert in_use(user) is None
    assert "vector index extension" in vectors.degradation()
    assert not vectors.snapshot_is_due(user.pk, "fact", MODEL)
    vectors.forget()


def test_removing_a_persons_files_leaves_none(user, matrix):
    build(user)
    assert snapshots.remove(user.pk, but=MODEL) == 0
    assert snapshots.remove(user.pk) == 1
    assert os.listdir(snapshots.directory(user.pk)) == []


def test_no_vectors_no_snapshot(user):
    assert build(user) is None


def test_a_build_that_failed_while_its_file_was_looked_at_is_tried_again(user, matrix, monkeypatch):
    """What failed is still held, by whoever looks at the error; the next attempt does not meet its file."""
    held = []
    enough = snapshots._enough

    def broken_off(path, beat):
        held.append(snapshots.Snapshot(path, 128))
        raise OSError("broken off")

    monkeypatch.setattr(snapshots, "_enough", broken_off)
    with pytest.raises(OSError, match="broken off"):
        build(user)
    monkeypatch.setattr(snapshots, "_enough", enough)
    published = build(user)
    assert os.listdir(snapshots.directory(user.pk)) == [published.path.name]
    assert held[0].count == len(matrix)
