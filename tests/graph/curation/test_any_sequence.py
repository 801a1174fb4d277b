"""Whatever is done to a book, undoing all of it gives back the book: any verbs, in any order of undoing."""

from __future__ import annotations

import os
import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, note, settings
from hypothesis import strategies as st

from graph.curation import conflicts, entities, facts, merging, relations, undo
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import LEDGER_MODELS, snapshot
from graph.models import Change, Conflict, Entity, EntityAlias, Fact
from tests.tables import show

pytestmark = pytest.mark.django_db

PEOPLE = ("Anna", "Tomek", "Lena", "Mira")
TOWNS = ("Lisbon", "Porto", "Gdynia")
RELATIONS = ("lives_in", "likes", "knows", "partner")
PLENTY = 10_000
SEQUENCES = 200 if os.environ.get("FAULTS_FULL") else 25  # beside those that found a fault


class Book:
    """A small book on which anything can be done; every number picks one of what there is."""

    def __init__(self, user, by, now):
        self.user, self.by, self.now = user, by, now
        self.done = 0
        for number in range(len(PEOPLE)):
            self.write(number, number + 5, "state")
        self.write(0, 7, "stage")

    def act(self, verb: str, one: int, other: int) -> None:
        """Do it, unless the book as it is refuses."""
        try:
            with transaction.atomic():
                getattr(self, verb)(one, other)
            self.done += 1
        except (ValueError, LookupError):
            pass

    @property
    def common(self) -> dict:
        return {"user": self.user, "by": self.by, "now": self.now}

    def write(self, one: int, other: int, how: str) -> None:
        who, relation = PEOPLE[one % 4], RELATIONS[other % 4]
        towards = PEOPLE[other % 3] if relation in ("knows", "partner") else TOWNS[other % 3]
        if how == "state":
            draft = Draft(Name(who, "person"), relation, object=Name(towards))
            facts.state(draft=draft, **self.common)
        else:
            candidate = Candidate(Name(who, "person"), relation, object=Name(towards), quote=f"{who} {relation}")
            facts.stage(candidates=[candidate], run="message:1", **self.common)

    def state(self, one: int, other: int) -> None:
        self.write(one, other, "state")

    def stage(self, one: int, other: int) -> None:
        self.write(one, other, "stage")

    def fact(self, number: int) -> Fact:
        rows = list(Fact.objects.for_user(self.user).order_by("pk"))
        return rows[number % len(rows)] if rows else Fact(pk=0)

    def entity(self, number: int) -> Entity:
        rows = list(Entity.objects.for_user(self.user).standing().order_by("pk"))
        return rows[number % len(rows)]

    def decide(self, one: int, other: int) -> None:
        decisions = ("confirm", "reject", "retract", "restore", "reopen")
        facts.decide(ids=[self.fact(one).pk], decision=decisions[other % 5], **self.common)

    def edit(self, one: int, other: int) -> None:
        values = (
            {"value": TOWNS[other % 3]},
            {"object": Name(TOWNS[other % 3])},
            {"pinned": True},
            {"confidence": 0.5},
        )
        facts.edit(fact_id=self.fact(one).pk, **values[other % 4], **self.common)

    def delete(self, one: int, other: int) -> None:
        facts.delete(fact_ids=[self.fact(one).pk], **self.common)

    def resolve(self, one: int, other: int) -> None:
        rows = list(Conflict.objects.for_user(self.user).order_by("pk"))
        if rows:
            decision = ("newer", "older", "both", "by_time")[other % 4]
            conflicts.resolve(conflict=rows[one % len(rows)], decision=decision, **self.common)

    def enter(self, one: int, other: int) -> None:
        entities.create(name=f"Entry {one % 9}", type="thing", aliases=[f"E{other % 5}"], **self.common)

    def rename(self, one: int, other: int) -> None:
        entities.edit(entity_id=self.entity(one).pk, name=f"Renamed {other % 4}", description="x", **self.common)

    def merge(self, one: int, other: int) -> None:
        merging.merge(keep=self.entity(one).pk, absorb=[self.entity(other).pk], **self.common)

    def split(self, one: int, other: int) -> None:
        whole = self.entity(one)
        about = list(Fact.objects.for_user(self.user).about(whole).order_by("pk").values_list("pk", flat=True))
        also = list(EntityAlias.objects.filter(entity=whole, kind="alias").values_list("text", flat=True))
        merging.split(
            entity_id=whole.pk, name=f"Part {other % 5}", facts=about[: other % 3], aliases=also[:1], **self.common
        )

    def drop(self, one: int, other: int) -> None:
        entities.delete(entity_id=self.entity(one).pk, **self.common)

    def predicate(self, one: int, other: int) -> None:
        relations.create(name=f"own_{one % 3}", label="reads so", functional=bool(other % 2), **self.common)

    def rows(self) -> dict[str, list[dict]]:
        """Every curated row as the ledger sees it."""
        return {
            name: [snapshot(row) for row in model._default_manager.filter(user=self.user).order_by("pk")]
            for name, model in LEDGER_MODELS.items()
        }

    def standing(self, after: int) -> list[Change]:
        made = Change.objects.for_user(self.user).filter(pk__gt=after, undone_by=None).exclude(verb="undo")
        return list(made.order_by("-pk"))

    def undo(self, change: Change) -> None:
        """Undo it, together with what stands on it."""
        together = [change]
        for _ in range(PLENTY):
            try:
                undo.undo_together(changes=together, **self.common)
                return
            except undo.LaterChanges as refusal:
                more = [one for one in refusal.changes if one.pk not in {other.pk for other in together}]
                assert more, "the refusal named nothing that could be undone first"
                together += more


VERBS = (
    "state",
    "stage",
    "decide",
    "decide",
    "decide",
    "edit",
    "delete",
    "resolve",
    "enter",
    "rename",
    "merge",
    "split",
    "drop",
    "predicate",
)
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
