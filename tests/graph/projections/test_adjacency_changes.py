"""The graph index while it is written: a reader's state, what a rebuild gives, and threads."""

from __future__ import annotations

import contextvars
import random
import threading

import numpy as np
import pytest
from django.db import connection, transaction

from graph import params, versions
from graph.models import ChunkEdge, Fact, Touch
from graph.projections import adjacency
from graph.retrieval.types import CHUNK, ENTITY, Which, node
from tests.graph.projections.walking import frontier, walked

pytestmark = pytest.mark.django_db


def test_a_deleted_row_takes_its_edges_along(write, user, now):
    """M20, M21, M69."""
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    chunk = write.chunk(write.document(), "Anna in Lisbon")
    write.mention(chunk, anna)
    write.mention(chunk, lisbon)
    fact = write.fact(anna, "lives_in", lisbon)
    assert adjacency.of(user.pk).stats().edges == 4
    touched = [(Touch.Kind.FACT, fact.pk), (Touch.Kind.ENTITY, lisbon.pk)]
    lisbon.delete()
    write.touch(*touched)
    index = adjacency.of(user.pk)
    assert index.expand(frontier(anna), now=now).target.tolist() == [node(CHUNK, chunk.pk)]
    assert (index.stats().edges, index.stats().nodes) == (2, 3)
    gone = (Touch.Kind.CHUNK, chunk.pk)
    chunk.delete()
    write.touch(gone)
    assert adjacency.of(user.pk).stats().edges == 0


def test_a_reader_keeps_its_state_while_the_graph_moves_on(write, user, now):
    """M11, T44."""
    anna, lisbon, porto = write.entity("Anna"), write.entity("Lisbon"), write.entity("Porto")
    fact = write.fact(anna, "lives_in", lisbon)
    before = adjacency.of(user.pk)
    Fact.objects.filter(pk=fact.pk).update(object=porto)
    write.touch((Touch.Kind.FACT, fact.pk))
    write.fact(anna, "born_in", lisbon)
    after = adjacency.of(user.pk)
    assert before.expand(frontier(anna), now=now).target.tolist() == [node(ENTITY, lisbon.pk)]
    assert sorted(after.expand(frontier(anna), now=now).target.tolist()) == sorted(frontier(lisbon, porto).tolist())
    assert before.relations == ["lives_in"]
    assert after.relations == ["lives_in", "born_in"]


def test_unchanged_graph_is_the_same_object_and_a_restored_database_is_read_anew(write, user, now):
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    write.fact(anna, "lives_in", lisbon)
    index = adjacency.of(user.pk)
    assert adjacency.of(user.pk) is index
    Fact.objects.all().delete()
    user.settings.__class__.objects.filter(user=user).update(graph_version=1)
    assert adjacency.of(user.pk).stats().edges == 0


def test_a_question_that_began_earlier_does_not_have_the_graph_read_anew(write, user, now, monkeypatch):
    """Beside an import every second question did: another one had brought the graph further since it began."""
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    write.fact(anna, "lives_in", lisbon)
    adjacency.of(user.pk)
    monkeypatch.setattr(adjacency, "load", lambda user_id: pytest.fail("the whole graph was read"))
    with versions.held(user.pk) as began:
        write.fact(anna, "born_in", lisbon)
        in_another = contextvars.Context().run(adjacency.of, user.pk)
        assert in_another.version > began
        assert adjacency.of(user.pk) is in_another


def test_pruned_touches_make_the_graph_be_read_anew(write, user, now):
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    adjacency.of(user.pk)
    write.fact(anna, "lives_in", lisbon)
    write.fact(anna, "from", lisbon)
    Touch.objects.filter(version__lt=4).delete()
    assert adjacency.of(user.pk).stats().edges == 2


@pytest.mark.parametrize("compact_at", [3, 40, 10_000])
def test_any_sequence_of_writes_gives_what_a_rebuild_gives(write, user, now, monkeypatch, compact_at):
    """M27: with compaction often, sometimes and never."""
    monkeypatch.setattr(params, "COMPACT_ROWS", compact_at)
    monkeypatch.setattr(params, "COMPACT_SHARE", 0.0)
    chance = random.Random(compact_at)
    entities = write.entities(12)
    document = write.document()
    chunks = [write.chunk(document, f"passage {number}") for number in range(5)]
    for step in range(120):
        verb = chance.choice(["add", "add", "add", "change", "remove", "mention", "link", "unlink"])
        facts = list(Fact.objects.all())
        if verb == "add":
            subject, target = chance.sample(entities, 2)
            relation = f"relation {step}"
            write.fact(subject, relation, target if chance.random() < 0.8 else "value", weight=chance.random())
        elif verb == "change" and facts:
            fact = chance.choice(facts)
            fact.weight, fact.status = chance.random(), chance.choice(["staged", "confirmed", "retracted"])
            fact.save()
            write.touch((Touch.Kind.FACT, fact.pk))
        elif verb == "remove" and facts:
            fact = chance.choice(facts)
            pk = fact.pk
            fact.delete()
            write.touch((Touch.Kind.FACT, pk))
        elif verb == "mention":
            chunk, entity = chance.choice(chunks), chance.choice(entities)
            if not entity.mentions.filter(chunk=chunk).exists():
                write.mention(chunk, entity)
        elif verb == "link":
            one, two = chance.sample(chunks, 2)
            values = {"user": user, "weight": 0.5, "created_at": now}
            ChunkEdge.objects.get_or_create(source=one, target=two, relation="sequence", defaults=values)
            write.touch((Touch.Kind.EDGE, one.pk))
        elif verb == "unlink":
            chunk = chance.choice(chunks)
            ChunkEdge.objects.filter(source=chunk).delete()
            write.touch((Touch.Kind.EDGE, chunk.pk))
        if step % 3 == 0:
            assert_same(adjacency.of(user.pk), adjacency.load(user.pk), now)
    assert_same(adjacency.of(user.pk), adjacency.load(user.pk), now)


def assert_same(index, rebuilt, now) -> None:
    nodes = np.unique(np.concatenate([part.nodes for layer in rebuilt.layers for part in (layer.base, layer.delta)]))
    for per_node in (0, 2):
        one, two = (each.expand(nodes, Which(per_node=per_node), now=now) for each in (index, rebuilt))
        assert walked(one, index) == walked(two, rebuilt)
        for name in ("fact", "kind", "weight", "confidence"):
            assert getattr(one, name).tolist() == getattr(two, name).tolist()
    assert index.degree(nodes).tolist() == rebuilt.degree(nodes).tolist()
    assert index.stats().edges == rebuilt.stats().edges
    assert index.stats().nodes == rebuilt.stats().nodes


@pytest.mark.django_db(transaction=True)
def test_readers_never_see_half_a_write(write, user, now):
    """M11: each write adds two facts at once; a reader always finds an even number."""
    hub, others = write.entity("Hub"), write.entities(60)
    seen: list[int] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                seen.append(len(adjacency.of(user.pk).expand(frontier(hub), now=now).target))
        except BaseException as error:  # noqa: BLE001 - a thread's failure must reach the test
            failures.append(error)
        finally:
            connection.close()

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for one, two in zip(others[::2], others[1::2], strict=True):
        with transaction.atomic():
            made = Fact.objects.bulk_create(
                Fact(user=user, subject=hub, predicate="holds", object=each, status="confirmed", created_at=now)
                for each in (one, two)
            )
            versions.bump(user.pk, [(Touch.Kind.FACT, fact.pk) for fact in made])
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert {count % 2 for count in seen} == {0}
    assert len(adjacency.of(user.pk).expand(frontier(hub), now=now).target) == 60
