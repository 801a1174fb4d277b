"""`check_projections` names every kind of difference, and repairs it."""

from __future__ import annotations

import io

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from graph import versions
from graph.curation import mentions
from graph.models import Embedding, Fact, Job, Touch, UserSettings
from graph.projections import adjacency, check, embed, extent, keywords, pending, snapshots, subjects, vectors
from graph.projections.texts import text_hash
from tests.graph.projections.conftest import in_memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def graph(write, user):
    """Two people and a fact with all their projections in order; vectors of four numbers."""
    anna, bela = write.entity("Anna"), write.entity("Bela")
    fact = write.fact(anna, "knows", bela)
    chunk = write.chunk(write.document(), "Anna knows Bela")
    write.mention(chunk, anna)
    mentions.count([anna.pk])
    for number, kind in enumerate(subjects.KINDS):
        found = subjects.texts(user.pk, kind)
        keywords.put(kind, user.pk, found.items())
        vectors_of = np.eye(4, dtype=np.float32)[[number] * len(found)]
        write.vectors(found, vectors_of, kind=kind, model=embed.DEFAULT)
        for pk, text in found.items():
            Embedding.objects.filter(kind=kind, object_id=pk).update(text_hash=text_hash(text))
    assert check.compare(user.pk) == []
    return fact


def run(*arguments) -> str:
    out = io.StringIO()
    call_command("check_projections", *arguments, stdout=out)
    return out.getvalue()


def test_equal_projections_are_said_to_be_equal(graph):
    """C25."""
    assert run() == "ines: projections equal the database\n"


def test_words_missing_stale_or_left_over_are_named(graph, user):
    entity = graph.subject_id
    keywords.remove("entity", user.pk, [entity])
    keywords.put("fact", user.pk, [(graph.pk, "something else")])
    keywords.put("chunk", user.pk, [(99, "left over")])
    assert check.compare(user.pk) == [
        f"keywords of entity rows missing: 1 ({entity})",
        f"keywords of fact rows not up to date: 1 ({graph.pk})",
        "keywords of chunk rows without a row: 1 (99)",
    ]


def test_a_write_that_told_nobody_is_named(graph, user):
    """A row deleted behind the projections' back: words, vectors and edges of nothing are left."""
    adjacency.of(user.pk)
    vectors.nearest(user.pk, "fact", np.ones(4, np.float32), 1)
    pk = graph.pk
    Fact.objects.filter(pk=pk).delete()
    assert check.compare(user.pk) == [
        f"keywords of fact rows without a row: 1 ({pk})",
        f"embeddings of fact rows that are not searchable: 1 ({pk})",
        f"graph edges for facts without a row: 1 ({pk})",
    ]


@in_memory
def test_a_vector_changed_without_a_touch_is_named(graph, user):
    vectors.nearest(user.pk, "fact", np.ones(4, np.float32), 1)
    Embedding.objects.filter(kind="fact").update(vector=np.full(4, 0.5, np.float32).tobytes())
    assert check.compare(user.pk) == [f"vectors of fact rows not up to date: 1 ({graph.pk})"]


def test_a_vector_without_direction_is_named(graph, user):
    Embedding.objects.filter(kind="fact").update(vector=bytes(16))
    vectors.forget()
    assert check.compare(user.pk) == [f"embeddings of fact rows that cannot be compared: 1 ({graph.pk})"]


@in_memory
def test_a_snapshot_that_lies_is_named_and_repaired(graph, user, write):
    """The file holds what stood at its version; a row that changed without a touch is not seen over it."""
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 0})
    snapshots.build(user.pk, "fact", embed.DEFAULT)
    Embedding.objects.filter(kind="fact").update(vector=np.full(4, 0.5, np.float32).tobytes())
    assert check.compare(user.pk) == [f"vectors of fact rows not up to date: 1 ({graph.pk})"]
    check.repair(user.pk)
    assert check.compare(user.pk) == []


def test_the_command_lists_and_fails_and_repairs(graph, user, other_user):
    pk = graph.pk
    Fact.objects.filter(pk=pk).delete()
    out = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("check_projections", stdout=out)
    assert refused.value.returncode == 1
    assert f"ines: keywords of fact rows without a row: 1 ({pk})\n" in out.getvalue()
    assert "tomek: projections equal the database\n" in out.getvalue()
    assert "ines: repaired\n" in run("--repair")
    assert check.compare(user.pk) == []
    assert not Embedding.objects.filter(kind="fact").exists()


def test_pending_work_is_reported_apart(graph, write, user):
    made = write.entity("Csaba")
    assert run("--user", "ines") == (
        "ines: pending: 1 vector to make, 0 jobs queued\nines: projections equal the database\n"
    )
    assert run("--user", str(user.pk)).startswith("ines: pending")
    assert made.pk


def test_a_vector_that_was_lost_is_queued_by_a_repair(graph, user):
    """Nobody writes, so nobody would make it: it was told as waiting for ever."""
    Embedding.objects.filter(kind="fact").delete()
    for projection in (pending, vectors):  # as in a process that begins after it
        projection.forget(user.pk)
    before = versions.current(user.pk)
    assert "pending: 1 vector to make, 0 jobs queued" in run()
    assert not Job.objects.exists()

    assert "pending: 1 vector to make, 1 job queued" in run("--repair")

    assert [job.kind for job in Job.objects.all()] == ["embed"]
    assert versions.since(user.pk, before) == [(Touch.Kind.EMBEDDING_FACT, graph.pk)]


def test_words_of_a_deleted_user_are_named_and_repaired(graph, user):
    gone = user.pk
    user.delete()
    with pytest.raises(CommandError):
        run()
    assert run("--repair") == f"words of a user who is gone: {gone}\n"
    assert run() == ""


def test_an_unknown_user_is_refused_in_a_sentence(db):
    with pytest.raises(CommandError, match="There is no user nobody"):
        run("--user", "nobody")


def test_what_was_not_found_in_a_torn_index_is_found_once_another_process_repaired_it(graph, user, monkeypatch):
    """A running process counts the words of a person once for each version, and a repair makes one."""
    monkeypatch.setattr(extent, "forget", lambda *_: None)  # as in a process that did not repair
    keywords.clear(user.pk)
    assert keywords.search(user.pk, "fact", "Anna knows", 5) == []
    assert "repaired" in run("--repair")
    assert [pk for pk, _ in keywords.search(user.pk, "fact", "Anna knows", 5)] == [graph.pk]
