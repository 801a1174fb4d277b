"""The graph index against plain arithmetic over the rows: which edges there are, and in which order."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from graph.models import ChunkEdge, DocumentReference, Evidence, Fact, Touch
from graph.projections import adjacency
from graph.retrieval.types import (
    CHUNK,
    CHUNK_EDGE,
    CORRELATION_EDGE,
    DOCUMENT,
    ENTITY,
    FACT,
    FACT_EDGE,
    HOLDING_EDGE,
    MENTION_EDGE,
    NO_NODE,
    REFERENCE_EDGE,
    Which,
    node,
)
from tests.graph.projections.walking import FACTS, frontier, walked

pytestmark = pytest.mark.django_db


def test_a_fact_is_walked_from_both_ends_and_knows_which_way(write, user, now):
    """M6, M13, M22, M23."""
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    fact = write.fact(anna, "lives_in", lisbon, weight=0.5, confidence=0.8)
    index = adjacency.of(user.pk)
    edges = index.expand(frontier(lisbon, anna), now=now)
    a, b = node(ENTITY, anna.pk), node(ENTITY, lisbon.pk)
    assert walked(edges, index) == [(b, "lives_in", a, True), (a, "lives_in", b, False)]
    assert edges.fact.tolist() == [fact.pk, fact.pk]
    assert edges.kind.tolist() == [FACT_EDGE, FACT_EDGE]
    assert edges.weight.tolist() == [0.5, 0.5]
    assert edges.confidence.tolist() == pytest.approx([0.8, 0.8])
    outgoing = index.expand(frontier(lisbon, anna), Which(direction="outgoing"), now=now)
    assert walked(outgoing, index) == [(a, "lives_in", b, False)]
    incoming = index.expand(frontier(lisbon, anna), Which(direction="incoming"), now=now)
    assert walked(incoming, index) == [(b, "lives_in", a, True)]


def test_a_bidirectional_fact_is_one_edge_that_goes_both_ways(write, user, now):
    """W-N4."""
    anna, bela = write.entity("Anna"), write.entity("Bela")
    write.fact(anna, "knows", bela, bidirectional=True)
    index = adjacency.of(user.pk)
    assert index.expand(frontier(bela), Which(direction="outgoing"), now=now).target.tolist() == [node(ENTITY, anna.pk)]
    assert index.expand(frontier(anna), Which(direction="incoming"), now=now).target.tolist() == [node(ENTITY, bela.pk)]
    assert index.stats().edges == 1
    assert index.degree(frontier(anna, bela)).tolist() == [1, 1]


def test_a_literal_fact_is_an_edge_to_no_node(write, user, now):
    anna = write.entity("Anna")
    write.fact(anna, "age", "41")
    index = adjacency.of(user.pk)
    assert index.expand(frontier(anna), now=now).target.tolist() == [NO_NODE]
    assert index.degree(frontier(anna)).tolist() == [1]
    assert index.degree(np.array([NO_NODE])).tolist() == [0]
    assert len(index.expand(np.array([NO_NODE]), now=now).target) == 0
    assert index.stats().nodes == 1


def test_only_active_facts_of_the_user_are_edges(write, write_other, user, now):
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    kept = write.fact(anna, "from", lisbon, status="staged")
    for status in ("superseded", "retracted", "rejected"):
        write.fact(anna, "lives_in", lisbon, status=status)
    theirs = write_other.entity("Anna")
    write_other.fact(theirs, "from", write_other.entity("Lisbon"))
    for index in (adjacency.of(user.pk), adjacency.load(user.pk)):
        assert index.expand(frontier(anna, theirs), now=now).fact.tolist() == [kept.pk]
        assert index.stats().edges == 1


def test_edges_come_strongest_first_then_confirmed_then_newest_then_by_id(write, user, now):
    anna = write.entity("Anna")
    others = write.entities(7)
    minute = dt.timedelta(minutes=1)
    weak = write.fact(anna, "likes", others[0], weight=0.5, confidence=0.5)
    staged = write.fact(anna, "likes", others[1], weight=0.5, status="staged", created_at=now + minute)
    old = write.fact(anna, "likes", others[2], weight=0.5, created_at=now - minute)
    new = write.fact(anna, "likes", others[3], weight=0.5, created_at=now)
    twin = write.fact(anna, "likes", others[4], weight=0.5, created_at=now)
    strong = write.fact(anna, "likes", others[5], weight=0.9)
    certain = write.fact(anna, "likes", others[6], weight=0.5, confidence=1.0, created_at=now - 2 * minute)
    expected = [strong.pk, new.pk, twin.pk, old.pk, certain.pk, staged.pk, weak.pk]
    fresh, patched = adjacency.load(user.pk), adjacency.of(user.pk)
    for index in (fresh, patched):
        assert index.expand(frontier(anna), now=now).fact.tolist() == expected
        assert index.expand(frontier(anna), Which(per_node=3), now=now).fact.tolist() == expected[:3]


def test_every_filter_leaves_out_what_it_names(write, user, now):
    """M24, M34, M35, M38."""
    anna, bela = write.entity("Anna"), write.entity("Bela")
    likes = write.fact(anna, "likes", bela, weight=0.9)
    knows = write.fact(anna, "knows", bela, weight=0.4, status="staged")
    write.fact(anna, "owes", bela, expires_at=now)
    soon = write.fact(anna, "visits", bela, weight=0.3, expires_at=now + dt.timedelta(seconds=1))
    mention = write.mention(write.chunk(write.document(), "Anna and Bela"), anna)
    index = adjacency.of(user.pk)

    def facts(**options):
        return index.expand(frontier(anna), Which(kinds=FACTS, **options), now=now).fact.tolist()

    assert facts() == [likes.pk, knows.pk, soon.pk]
    assert facts(include=frozenset({"likes", "nothing"})) == [likes.pk]
    assert facts(exclude=frozenset({"likes"})) == [knows.pk, soon.pk]
    assert facts(min_weight=0.4) == [likes.pk, knows.pk]
    assert facts(confirmed_only=True) == [likes.pk, soon.pk]
    assert facts(direction="incoming") == []
    everything = index.expand(frontier(anna), now=now)
    assert everything.kind.tolist() == [MENTION_EDGE, FACT_EDGE, FACT_EDGE, FACT_EDGE]
    assert everything.target[0] == node(CHUNK, mention.chunk_id)
    assert everything.fact[0] == 0


def test_a_long_row_is_read_until_enough_edges_pass(write, user, now):
    """M68: only the weakest three of 500 edges pass the filter."""
    hub = write.entity("Hub")
    others = write.entities(500)
    Fact.objects.bulk_create(
        Fact(
            user=user,
            subject=hub,
            predicate="rare" if number >= 497 else "common",
            object=other,
            weight=1 - number / 1000,
            status="confirmed",
            created_at=now,
        )
        for number, other in enumerate(others)
    )
    index = adjacency.load(user.pk)
    edges = index.expand(frontier(hub, others[0]), Which(per_node=2, include=frozenset({"rare"})), now=now)
    assert edges.target.tolist() == [node(ENTITY, others[497].pk), node(ENTITY, others[498].pk)]
    edges = index.expand(frontier(others[0], hub), Which(per_node=2), now=now)
    targets = [node(ENTITY, hub.pk), node(ENTITY, others[0].pk), node(ENTITY, others[1].pk)]
    assert edges.target.tolist() == targets


LINKS = frozenset({MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE})


def test_mentions_links_and_references_are_edges_of_their_own_kind(write, user, now):
    first, second = write.document("One"), write.document("Two")
    anna = write.entity("Anna")
    one, two = write.chunk(first, "Anna"), write.chunk(second, "she")
    write.mention(one, anna)
    link = ChunkEdge.objects.create(
        user=user, source=one, target=two, relation="elaborates", weight=0.7, created_at=now
    )
    DocumentReference.objects.create(user=user, source=first, target=second, link="Two", created_at=now)
    write.touch((Touch.Kind.EDGE, one.pk))
    index = adjacency.of(user.pk)
    edges = index.expand(np.array([node(CHUNK, one.pk), node(DOCUMENT, second.pk)]), Which(kinds=LINKS), now=now)
    assert walked(edges, index) == [
        (node(CHUNK, one.pk), "mentions", node(ENTITY, anna.pk), False),
        (node(CHUNK, one.pk), "elaborates", node(CHUNK, two.pk), False),
        (node(DOCUMENT, second.pk), "references", node(DOCUMENT, first.pk), True),
    ]
    assert edges.kind.tolist() == [MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE]
    link.delete()
    first.references_out.all().delete()
    write.touch((Touch.Kind.EDGE, one.pk))
    index = adjacency.of(user.pk)
    assert [len(index.layers[kind]) for kind in (MENTION_EDGE, CHUNK_EDGE, REFERENCE_EDGE)] == [1, 0, 0]


def test_a_document_holds_its_passages_and_the_facts_that_rest_on_it_m5_t20(write, user, now):
    """Told once for each fact, whatever the number of quotes; a fact that is no longer active is not held."""
    notes, anna = write.document(), write.entity("Anna")
    chunk = write.chunk(notes, "Anna sails and swims.")
    fact = write.fact(anna, "likes", "sailing")
    for quote in ("Anna sails", "sails"):
        Evidence.objects.create(user=user, fact=fact, chunk=chunk, document=notes, quote=quote, created_at=now)
    write.touch((Touch.Kind.FACT, fact.pk))
    held = adjacency.of(user.pk).expand(np.array([node(DOCUMENT, notes.pk)]), now=now)
    assert sorted(held.target.tolist()) == sorted([node(CHUNK, chunk.pk), node(FACT, fact.pk)])
    assert set(held.kind.tolist()) == {HOLDING_EDGE}
    Fact.objects.filter(pk=fact.pk).update(status="rejected")
    write.touch((Touch.Kind.FACT, fact.pk))
    held = adjacency.of(user.pk).expand(np.array([node(DOCUMENT, notes.pk)]), now=now)
    assert held.target.tolist() == [node(CHUNK, chunk.pk)]


def test_what_is_named_together_is_correlated_t22(write, user, now):
    """c = n(a and b) / min(n(a), n(b)) times 1 - 1 / n(a and b): Anna and Bela 3 / 4 x 2 / 3; Carl once, by chance."""
    notes = write.document()
    anna, bela, carl = (write.entity(name) for name in ("Anna", "Bela", "Carl"))
    for named in ((anna, bela), (anna, bela), (anna, bela, carl), (anna,), (bela,)):
        chunk = write.chunk(notes, "words")
        for entity in named:
            write.mention(chunk, entity)
    for index in (adjacency.of(user.pk), adjacency.load(user.pk)):
        edges = index.expand(frontier(anna, bela, carl), Which(kinds=frozenset({CORRELATION_EDGE})), now=now)
        a, b = node(ENTITY, anna.pk), node(ENTITY, bela.pk)
        assert [(one, two) for one, _, two, _ in walked(edges, index)] == [(a, b), (b, a)]
        assert edges.weight.tolist() == [0.5, 0.5]
        assert index.degree(frontier(anna)).tolist() == [4]


def test_an_unknown_node_yields_nothing_and_an_empty_graph_is_no_error(write, user, now):
    """M54."""
    index = adjacency.of(user.pk)
    assert index.expand(np.array([node(ENTITY, 7)]), now=now).target.tolist() == []
    assert index.degree(np.array([node(ENTITY, 7)])).tolist() == [0]
    assert (index.stats().edges, index.stats().nodes) == (0, 0)
