"""Whatever is done to a book, undoing all of it gives back the book: any verbs, in any order of undoing."""

from __future__ import annotations

import datetime as dt
import os
import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, note, settings
from hypothesis import strategies as st

from graph.curation import entities, facts, merging, undo
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import snapshot
from graph.models import Change, Conflict, Entity, Fact
from tests.graph.curation.deeds import PLENTY, VERBS, Book
from tests.tables import show

pytestmark = pytest.mark.django_db
# Beside those that found a fault. Of PostgreSQL they only show that it keeps rows as SQLite does.
SEQUENCES = 200 if os.environ.get("FAULTS_FULL") else 8 if os.environ.get("TEST_DATABASE") else 25
steps = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=14)
tallies = {"sequences": 0, "verbs": 0}


@pytest.fixture(scope="module", autouse=True)
def _told():
    yield
    show(f"Undo: {tallies['sequences']} sequences of {tallies['verbs']} verbs in all, undone to the row")


@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=steps)
def test_undone_in_reverse_the_book_is_what_it_was(user, caller, now, steps):
    with transaction.atomic():
        book = Book(user, caller, now)
        before, start = book.rows(), Change.objects.latest("pk").pk
        note(f"{steps}")
        for verb, one, other in steps:
            book.act(verb, one, other)
        for change in book.standing(start):
            undo.undo(user=user, change=change, by=caller, now=now)
        assert book.rows() == before
        tallies["sequences"] += 1
        tallies["verbs"] += book.done
        transaction.set_rollback(True)


# Each found a fault once: what stands on a change, or is in its way, was named wrongly or not at all.
FOUND = [
    ([("split", 0, 0), ("state", 0, 0), ("state", 0, 1), ("state", 1, 0), ("drop", 7, 0)], 0),
    ([("decide", 4, 7), ("state", 20, 7), ("delete", 8, 3), ("edit", 9, 8)], 0),
    ([("edit", 15, 9), ("state", 4, 17), ("split", 9, 11)], 4),
    ([("drop", 11, 20), ("decide", 15, 16), ("merge", 11, 14), ("merge", 13, 19)], 7903),
    ([("merge", 5, 2), ("decide", 5, 12), ("stage", 20, 17), ("drop", 18, 8), ("drop", 17, 12)], 5),
    ([("delete", 5, 15), ("stage", 12, 5), ("drop", 19, 0)], 5),
    ([("split", 4, 11), ("state", 14, 7), ("enter", 2, 0), ("merge", 15, 12)], 0),
    ([("decide", 15, 12), ("stage", 4, 17), ("drop", 19, 13)], 5),
    ([("drop", 1, 0), ("delete", 0, 0)], 0),
]


def found_before(test):
    for sequence, seed in FOUND:
        test = example(steps=sequence, seed=seed)(test)
    return test


@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
@found_before
@given(steps=steps, seed=st.integers(0, 2**16))
def test_undone_in_any_order_the_book_is_what_it_was(user, caller, now, steps, seed):
    """One picks any change; what stands on it goes with it."""
    with transaction.atomic():
        book = Book(user, caller, now)
        before, start = book.rows(), Change.objects.latest("pk").pk
        note(f"{steps}")
        for verb, one, other in steps:
            book.act(verb, one, other)
        order = random.Random(seed)
        for _ in range(PLENTY):
            standing = book.standing(start)
            if not standing:
                break
            book.undo(order.choice(standing))
        assert book.rows() == before
        tallies["sequences"] += 1
        tallies["verbs"] += book.done
        transaction.set_rollback(True)


def test_what_comes_back_with_an_undo_keeps_the_entity_it_is_about(user, caller, now):
    """Lisbon was made by the first fact and deleted with both: with the first taken away, the second would lose it."""
    for who in ("Anna", "Tomek"):
        facts.state(user=user, draft=Draft(Name(who), "lives_in", object=Name("Lisbon")), by=caller, now=now)
    entities.delete(entity_id=Entity.objects.get(name="Lisbon").pk, user=user, by=caller, now=now)
    gone, later, made = Change.objects.order_by("-pk")[:3]

    with pytest.raises(undo.LaterChanges) as refused:
        undo.undo_together(user=user, changes=[made, gone], by=caller, now=now)

    assert refused.value.changes == [later]
    assert not Entity.objects.filter(name="Lisbon").exists()
    undo.undo_together(user=user, changes=[made, gone, later], by=caller, now=now)
    assert not Fact.objects.for_user(user).exists()


def test_two_that_cancel_each_other_out_are_undone_as_one_and_redone(user, caller, now):
    """Taken back and restored: no row to put back, and yet neither stands any longer; nor is anything before them free."""
    common = {"user": user, "by": caller, "now": now}
    facts.state(draft=Draft(Name("Anna"), "likes", value="tea"), **common)
    fact = Fact.objects.get()
    facts.edit(fact_id=fact.pk, pinned=True, **common)
    facts.decide(ids=[fact.pk], decision="retract", **common)
    facts.decide(ids=[fact.pk], decision="restore", **common)
    restored, retracted, edited = Change.objects.order_by("-pk")[:3]

    with pytest.raises(undo.LaterChanges) as refused:
        undo.undo(change=edited, **common)
    assert refused.value.changes == [restored, retracted]

    both = undo.undo_together(changes=[restored, retracted], **common)
    assert set(Change.objects.filter(undone_by=both)) == {restored, retracted}
    undo.undo(change=both, **common)
    assert not Change.objects.filter(undone_by=both).exists()
    undo.undo_together(changes=[restored, retracted, edited], **common)
    assert not Fact.objects.get(pk=fact.pk).pinned


def test_a_place_that_was_taken_since_names_what_took_it_and_no_undo_of_another_change(user, caller, now):
    """The fact stated anew was moved and moved back: the way back is not what stands there."""
    common = {"user": user, "by": caller, "now": now}
    facts.state(draft=Draft(Name("Anna"), "visited", object=Name("Lisbon")), **common)
    fact, lisbon = Fact.objects.get(), Entity.objects.get(name="Lisbon")
    facts.edit(fact_id=fact.pk, object=Name("Porto"), **common)
    anew, _ = facts.state(draft=Draft(Name("Anna"), "visited", object=Name("Lisbon")), **common)
    merging.split(entity_id=lisbon.pk, name="Old Lisbon", facts=[anew.pk], aliases=[], **common)
    split, stated, edited = Change.objects.order_by("-pk")[:3]
    undo.undo(change=split, **common)

    with pytest.raises(undo.LaterChanges) as refused:
        undo.undo(change=edited, **common)

    assert refused.value.changes == [stated]
    undo.undo_together(changes=[edited, stated], **common)
    assert Fact.objects.get().object == lisbon


def test_a_merge_of_merges_is_taken_apart_again(user, caller, now):
    """Tom into Tomek, Lena into Liane, then Tomek into Liane: each undo gives back exactly one of them."""
    made = {}
    for name, town in (("Tom", "Lisbon"), ("Tomek", "Porto"), ("Lena", "Gdynia"), ("Liane", "Lisbon")):
        made[name] = entities.create(user=user, name=name, type="person", by=caller, now=now).pk
        facts.state(user=user, draft=Draft(made[name], "visited", object=Name(town)), by=caller, now=now)
    rows = Book.rows(type("Whose", (), {"user": user})())

    def merge(keep: str, absorb: str) -> Change:
        return merging.merge(user=user, keep=made[keep], absorb=[made[absorb]], by=caller, now=now)

    first, second, third = merge("Tomek", "Tom"), merge("Liane", "Lena"), merge("Liane", "Tomek")
    assert set(Entity.objects.filter(merged_into=made["Liane"]).values_list("name", flat=True)) == {
        "Tom",
        "Lena",
        "Tomek",
    }
    assert Fact.objects.active().filter(subject=made["Liane"]).count() == 3  # Lisbon twice is Lisbon once
    with pytest.raises(undo.LaterChanges) as refused:
        undo.undo(user=user, change=first, by=caller, now=now)
    assert [one.pk for one in refused.value.changes] == [third.pk]
    undo.undo(user=user, change=third, by=caller, now=now)
    assert Entity.objects.get(pk=made["Tom"]).merged_into_id == made["Tomek"]
    undo.undo(user=user, change=second, by=caller, now=now)
    undo.undo(user=user, change=first, by=caller, now=now)
    assert Book.rows(type("Whose", (), {"user": user})()) == rows


def test_an_edit_is_not_undone_over_what_was_stated_anew_since(user, caller, now):
    """Undo that would make a fact stand twice names the change that stated it again; together they go."""
    anna = entities.create(user=user, name="Anna", type="person", by=caller, now=now)

    def says(town: str) -> tuple[Fact, Change]:
        fact, _ = facts.state(user=user, draft=Draft(anna.pk, "visited", object=Name(town)), by=caller, now=now)
        return fact, Change.objects.latest("pk")

    first, _ = says("Lisbon")
    facts.edit(user=user, fact_id=first.pk, object=Name("Porto"), by=caller, now=now)
    edited = Change.objects.latest("pk")
    _, again = says("Lisbon")
    with pytest.raises(undo.LaterChanges) as refused:
        undo.undo(user=user, change=edited, by=caller, now=now)
    assert [one.pk for one in refused.value.changes] == [again.pk]
    undo.undo_together(user=user, changes=[edited, again], by=caller, now=now)
    assert list(Fact.objects.active().filter(subject=anna).values_list("object__name", flat=True)) == ["Lisbon"]


def test_a_question_comes_back_as_it_was_with_the_second_of_two_facts_that_went(user, caller, now):
    homes = [Draft(Name("Anna"), "lives_in", object=Name(town)) for town in ("Lisbon", "Porto")]
    one, other = facts.state_many(user=user, drafts=homes, by=caller, now=now).created
    asked = snapshot(Conflict.objects.get(user=user))
    gone = [facts.delete(fact_ids=[fact.pk], user=user, by=caller, now=now) for fact in (one, other)]
    assert not Conflict.objects.filter(user=user).exists()
    for change in gone:
        undo.undo(user=user, change=change, by=caller, now=now + dt.timedelta(days=1))
    assert snapshot(Conflict.objects.get(user=user)) == asked
