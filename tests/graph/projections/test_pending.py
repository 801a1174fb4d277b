"""What waits for a vector, kept right through every kind of write, and drained by the queue."""

from __future__ import annotations

import contextvars

import numpy as np
import pytest

from graph import jobs, versions
from graph.models import Embedding, Entity, Fact, Job, Touch
from graph.projections import embed, pending, snapshots, upkeep, vectors
from graph.projections.exact import ZeroVector
from graph.projections.texts import text_hash
from tests.graph.projections.conftest import in_memory

pytestmark = pytest.mark.django_db


@pytest.fixture
def encode(monkeypatch):
    """A fast stand-in for the model: the same text gives the same vector."""

    def encoded(texts, name=None):
        seeds = [int(text_hash(text)[:8], 16) for text in texts]
        return np.array([np.random.default_rng(seed).normal(size=8) for seed in seeds], np.float32)

    monkeypatch.setattr(embed, "encode", encoded)


def test_everything_searchable_gets_a_vector_once(write, user, encode):
    anna = write.entity("Anna")
    fact = write.fact(anna, "age", "41")
    chunk = write.chunk(write.document(), "Anna is 41")
    write.fact(anna, "age", "40", status="retracted")
    assert pending.count_pending(user.pk) == 3
    assert pending.embed_pending(user.pk) == 3
    rows = Embedding.objects.filter(user=user).values_list("kind", "object_id", "model", "dim", "text_hash")
    assert sorted(rows) == [
        ("chunk", chunk.pk, embed.DEFAULT, 8, text_hash("Anna is 41")),
        ("entity", anna.pk, embed.DEFAULT, 8, text_hash("Anna")),
        ("fact", fact.pk, embed.DEFAULT, 8, text_hash("Anna is aged 41")),
    ]
    assert pending.count_pending(user.pk) == 0
    assert pending.embed_pending(user.pk) == 1, "the passage's lines"
    assert pending.embed_pending(user.pk) == 0


def test_a_question_that_began_earlier_does_not_have_every_text_compared_anew(write, user, monkeypatch):
    """Another one, which began after it, knows already what waits by now."""
    write.entity("Anna")
    assert pending.count_pending(user.pk) == 1
    monkeypatch.setattr(pending, "_all_unembedded", lambda *of: pytest.fail("every text was read"))
    with versions.held(user.pk):
        write.entity("Lisbon")
        assert contextvars.Context().run(pending.count_pending, user.pk) == 2
        assert pending.count_pending(user.pk) == 2


def test_a_limit_leaves_the_rest_for_later(write, user, encode):
    for number in range(5):
        write.entity(f"entity {number}")
    assert pending.embed_pending(user.pk, limit=2) == 2
    assert pending.count_pending(user.pk) == 3


def test_a_new_vector_is_searched_at_once(write, user, encode):
    anna = write.entity("Anna")
    pending.embed_pending(user.pk)
    assert vectors.nearest(user.pk, "entity", embed.encode(["Anna"])[0], 5) == [(anna.pk, pytest.approx(1))]


def test_a_renamed_entity_makes_its_facts_wait(write, user, encode):
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    write.fact(anna, "lives_in", lisbon)
    write.fact(lisbon, "part_of", "Portugal")
    pending.embed_pending(user.pk)
    Entity.objects.filter(pk=anna.pk).update(name="Anne")
    write.touch((Touch.Kind.ENTITY, anna.pk))
    assert pending.count_pending(user.pk) == 2
    pending.embed_pending(user.pk)
    texts = {text_hash("Anne"), text_hash("Anne lives in Lisbon")}
    assert texts <= set(Embedding.objects.values_list("text_hash", flat=True))


def test_a_row_that_goes_or_stops_being_active_no_longer_waits(write, user, encode):
    anna = write.entity("Anna")
    fact = write.fact(anna, "age", "41")
    assert pending.count_pending(user.pk) == 2
    Fact.objects.filter(pk=fact.pk).update(status="retracted")
    write.touch((Touch.Kind.FACT, fact.pk))
    assert pending.count_pending(user.pk) == 1
    gone = (Touch.Kind.ENTITY, anna.pk)
    anna.delete()
    write.touch(gone)
    assert pending.count_pending(user.pk) == 0


def test_a_passage_that_gets_children_no_longer_waits(write, user, encode):
    document = write.document()
    parent = write.chunk(document, "all")
    assert pending.count_pending(user.pk) == 1
    write.chunk(document, "part", parent=parent)
    assert pending.count_pending(user.pk) == 1


def test_a_lost_vector_waits_again(write, user, encode):
    anna = write.entity("Anna")
    pending.embed_pending(user.pk)
    write.without_vectors([anna.pk], kind="entity")
    assert pending.count_pending(user.pk) == 1


def test_what_is_deleted_while_it_is_embedded_gets_no_vector(write, user, monkeypatch):
    anna, bela = write.entity("Anna"), write.entity("Bela")

    def slow(texts, name=None):
        Entity.objects.filter(pk=anna.pk).delete()
        return np.ones((len(texts), 8), np.float32)

    monkeypatch.setattr(embed, "encode", slow)
    assert pending.embed_pending(user.pk) == 1
    assert list(Embedding.objects.values_list("object_id", flat=True)) == [bela.pk]


def test_a_vector_without_direction_is_not_stored(write, user, monkeypatch):
    write.entity("Anna")
    monkeypatch.setattr(embed, "encode", lambda texts, name=None: np.zeros((len(texts), 8), np.float32))
    with pytest.raises(ZeroVector):
        pending.embed_pending(user.pk)
    assert not Embedding.objects.exists()


def test_the_queue_drains_it_and_replaying_changes_nothing(write, user, encode, now):
    for number in range(7):
        write.entity(f"entity {number}")
    upkeep.enqueue(user.pk, now=now)
    upkeep.enqueue(user.pk, now=now)
    assert Job.objects.filter(kind="embed").count() == 1
    assert jobs.work(lambda: now) == 1
    assert Job.objects.get(kind="embed").state == "done"
    before = list(Embedding.objects.order_by("pk").values())
    assert len(before) == 7
    upkeep.enqueue(user.pk, now=now)
    jobs.work(lambda: now)
    assert list(Embedding.objects.order_by("pk").values()) == before


def test_a_changed_model_embeds_anew_while_the_old_one_serves(write, user, encode, settings, now):
    """W-T10."""
    for number in range(3):
        write.entity(f"entity {number}")
    pending.embed_pending(user.pk)
    settings.EMBEDDING_MODEL = "newer"
    assert pending.count_pending(user.pk) == 3
    assert vectors.serving(user.pk) == embed.DEFAULT
    pending.embed_pending(user.pk, limit=2)
    assert vectors.serving(user.pk) == embed.DEFAULT
    assert len(vectors.nearest(user.pk, "entity", np.ones(8, np.float32), 9)) == 3
    upkeep.enqueue(user.pk, now=now)
    jobs.work(lambda: now)
    assert vectors.serving(user.pk) == "newer"
    assert set(Embedding.objects.values_list("model", flat=True)) == {"newer"}
    assert len(vectors.nearest(user.pk, "entity", np.ones(8, np.float32), 9)) == 3


@in_memory
def test_a_large_graph_gets_its_snapshot_after_embedding(write, user, encode, now):
    for number in range(6):
        write.entity(f"entity {number}")
    user.settings.__class__.objects.filter(user=user).update(retrieval={"hnsw_threshold": 5})
    upkeep.enqueue(user.pk, now=now)
    jobs.work(lambda: now)
    done = Job.objects.filter(kind__in=["embed", "snapshot"])
    assert sorted(done.values_list("kind", "state")) == [("embed", "done"), ("snapshot", "done")]
    assert snapshots.newest(user.pk, "entity", embed.DEFAULT) is not None
    assert upkeep.enqueue_snapshots(user.pk, now=now) == []


def test_the_real_model_finds_a_fact_by_its_meaning(write, user, minilm):
    anna = write.entity("Anna")
    lives = write.fact(anna, "lives_in", write.entity("Lisbon"))
    write.fact(anna, "allergic_to", "peanuts")
    pending.embed_pending(user.pk)
    question = embed.encode_query("Which city is Anna's home?")
    assert vectors.nearest(user.pk, "fact", question, 1)[0][0] == lives.pk
