"""A book too large for a vector index: found by names and words, its vectors compared with the question one by one."""

from __future__ import annotations

import contextvars

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph import params, versions
from graph.models import Embedding
from graph.projections import check, extent, keywords, pending, vectors
from tests.graph.projections.conftest import MODEL
from tests.graph.projections.test_pending import encode  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _three_at_most(monkeypatch):
    monkeypatch.setattr(params, "SEARCHED_VECTORS", 3)
    extent.forget()
    yield
    extent.forget()


def found(user, **options) -> list[int]:
    return [pk for pk, _ in vectors.nearest(user.pk, "fact", np.ones(4, np.float32), 5, model=MODEL, **options)]


def test_a_question_that_began_earlier_does_not_have_the_vectors_counted_anew(write, user, monkeypatch):
    """Another one, which began after it, has counted what came since."""
    write.vectors([1], np.eye(4, dtype=np.float32)[:1])
    assert extent.is_searched(user.pk, "fact", MODEL)
    monkeypatch.setattr(extent.vector_rows, "count", lambda *of: pytest.fail("all were counted"))
    with versions.held(user.pk):
        write.vectors([2], np.eye(4, dtype=np.float32)[1:2])
        assert contextvars.Context().run(extent.is_searched, user.pk, "fact", MODEL)
        assert extent.is_searched(user.pk, "fact", MODEL)


def test_beyond_the_limit_nothing_is_searched_and_what_is_named_is_compared(write, user):
    write.vectors([1, 2, 3], np.eye(4, dtype=np.float32)[:3])
    assert found(user) == [1, 2, 3]
    write.vectors([4], np.eye(4, dtype=np.float32)[3:])
    assert found(user) == []
    assert list(vectors.searching(user.pk, {"fact": 5})(np.ones(4, np.float32))) == []
    near = vectors.similarities(user.pk, "fact", [2, 4], np.eye(4, dtype=np.float32)[3], model=MODEL)
    assert near == {2: 0.0, 4: 1.0}
    write.without_vectors([1])
    assert found(user) == [2, 3, 4]


def test_no_snapshot_is_due_and_nothing_is_missing_from_what_is_searched(write, user):
    write.vectors(range(10), np.random.default_rng(1).normal(size=(10, 4)).astype(np.float32))
    assert vectors.snapshot_is_due(user.pk, "fact", MODEL) is False
    assert vectors.held(user.pk, "fact", MODEL) == {}
    assert list(check.vector_differences(user.pk)) == []


def test_vectors_are_counted_again_only_when_it_could_matter(write, user):
    write.vectors(range(10), np.eye(10, 4, dtype=np.float32) + 1)
    assert extent.is_searched(user.pk, "fact", MODEL) is False
    write.without_vectors([0, 1])
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert extent.is_searched(user.pk, "fact", MODEL) is False
    assert not [one for one in asked if "COUNT" in one["sql"]]
    write.without_vectors([2, 3, 4, 5, 6])
    with CaptureQueriesContext(connection) as asked:
        assert extent.is_searched(user.pk, "fact", MODEL) is True
    assert len([one for one in asked if "COUNT" in one["sql"]]) == 1


def test_another_persons_vectors_do_not_count(write, write_other, user):
    write_other.vectors(range(10), np.eye(10, 4, dtype=np.float32) + 1)
    write.vectors([11], np.eye(4, dtype=np.float32)[:1])
    assert found(user) == [11]


def test_what_waits_is_known_without_reading_every_text(write, user, encode, monkeypatch):  # noqa: F811
    """What has no vector, and what was touched after it got one."""
    people = [write.entity(f"Anna {number}") for number in range(6)]
    pending.embed_pending(user.pk)
    late = write.entity("Bela")
    people[2].name = "Hanna"
    people[2].save()
    write.touch(("entity", people[2].pk))
    pending.forget()
    read: list[tuple] = []
    own = pending.texts
    monkeypatch.setattr(
        pending, "texts", lambda owner, kind, ids=None: read.append((kind, ids)) or own(owner, kind, ids)
    )
    assert pending.count_pending(user.pk) == 2
    assert ("entity", None) not in read
    assert pending.embed_pending(user.pk) == 2
    assert pending.count_pending(user.pk) == 0
    assert Embedding.objects.filter(kind="entity", object_id=late.pk).exists()


WORDS = ["harbour", "crane", "tide", "paper", "walnut", "ferry", "oak", "pile", "spring", "tar"]


def test_words_rank_the_same_rows_in_a_book_of_any_size(user, other_user, monkeypatch):
    """Of many rows the owner's are told apart one by one: the same rows in the same order, nobody else's."""
    monkeypatch.setattr(params, "KEYWORD_FEW", 3)
    monkeypatch.setattr(params, "KEYWORD_COMMON", 8)
    random = np.random.default_rng(7)
    texts = [" ".join(random.choice(WORDS, 6)) for _ in range(30)]
    keywords.put("fact", user.pk, list(enumerate(texts, start=1)))
    keywords.put("fact", other_user.pk, list(enumerate(texts, start=1001)))
    questions = ["harbour", "a crane and a walnut", "tar or a ferry on the tide", "oak pile"]
    few = [keywords.search(user.pk, "fact", question, 10) for question in questions]
    monkeypatch.setattr(extent, "is_searched", lambda *key: False)
    many = [keywords.search(user.pk, "fact", question, 10) for question in questions]
    for before, after in zip(few, many, strict=True):
        assert [pk for pk, _ in after] == [pk for pk, _ in before]
        assert [score for _, score in after] == pytest.approx([score for _, score in before])
    assert all(few)


@pytest.mark.django_db(transaction=True)
def test_how_many_rows_have_a_word_is_asked_once_a_version_and_anew_after_a_write(api, work, user, monkeypatch):
    """A word that no row had is found as soon as one has it; what an erasure takes is counted by nobody."""
    monkeypatch.setattr(params, "KEYWORD_FEW", 0)
    counted: list[str] = []
    engine = keywords._engine()
    count = engine.counts
    monkeypatch.setattr(engine, "counts", lambda *of, **most: counted.extend(of[2]) or count(*of, **most))

    def asked(words: str) -> list[int]:
        return [pk for pk, _ in keywords.search(user.pk, "fact", words, 5)]

    def tell(value: str) -> None:
        assert api.post("/facts", {"subject": {"name": "Sundial"}, "predicate": "shows", "value": value})[0] == 201

    tell("noon")
    assert (len(asked("noon zebra")), asked("zebra")) == (1, [])
    assert sorted(counted) == sorted(set(counted))
    tell("a zebra")
    assert len(asked("zebra")) == 1
    extent.forget(user.pk)
    assert not any(owner == user.pk for owner, _ in extent._holding)
