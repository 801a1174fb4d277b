"""After any verb and any undo the owner is asked about what contradicts, and about nothing else (A-J5)."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, note, settings
from hypothesis import strategies as st

from graph.curation import entities, facts, merging, undo
from graph.curation.candidates import Candidate, Draft, Name
from graph.maintenance import righting
from graph.models import Change, Conflict, Fact
from tests.graph.curation.deeds import VERBS, Book

pytestmark = pytest.mark.django_db
SEQUENCES = 100 if os.environ.get("FAULTS_FULL") else 5 if os.environ.get("TEST_DATABASE") else 12
UNDONE = ("undone", "undone", "undone")
steps = st.lists(
    st.tuples(st.sampled_from((*VERBS, *UNDONE)), st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=10
)


def asked_about(user):
    return [
        (one.older.value or one.older.object.name, one.newer.value or one.newer.object.name)
        for one in Conflict.objects.for_user(user).filter(state="open").select_related("older__object", "newer__object")
    ]


def lives_in(town):
    return Draft(Name("Ina", "person"), "lives_in", object=Name(town, "place"))


# Each left a question about what contradicted no longer, or none where something did.
@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
@example(steps=[("delete", 4, 0), ("predicate", 3, 36), ("undone", 1, 0)])
@example(steps=[("resolve", 37, 9), ("state", 37, 35), ("split", 45, 29)])
@given(steps=steps)
def test_whatever_is_done_what_is_asked_is_what_contradicts(user, caller, now, steps):
    with transaction.atomic():
        book, start = Book(user, caller, now), Change.objects.latest("pk").pk
        note(f"{steps}")
        for verb, one, other in steps:
            if verb != "undone":
                book.act(verb, one, other)
            elif standing := book.standing(start):
                book.undo(standing[one % len(standing)])
            assert [told for told in righting.differences(user, now) if "contradict" in told] == []
        transaction.set_rollback(True)


def test_what_an_undo_brings_back_is_asked_about_and_holds_up_no_other_undo(user, caller, now):
    common = {"user": user, "by": caller, "now": now}
    oslo, _ = facts.state(draft=lives_in("Oslo"), **common)
    retracted = facts.decide(ids=[oslo.pk], decision="retract", **common).change
    facts.state(draft=lives_in("Bergen"), **common)
    stated = Change.objects.latest("pk")
    assert asked_about(user) == []

    back = undo.undo(change=retracted, **common)
    assert asked_about(user) == [("Oslo", "Bergen")]
    gone = undo.undo(change=stated, **common)
    assert asked_about(user) == []
    assert Fact.objects.active().get().object.name == "Oslo"
    undo.undo(change=gone, **common)
    assert asked_about(user) == [("Oslo", "Bergen")]
    undo.undo(change=back, **common)
    assert asked_about(user) == []
    assert Fact.objects.active().get().object.name == "Bergen"


def test_a_proposal_that_is_told_to_be_of_another_time_contradicts_nothing_any_more(user, caller, now):
    common = {"user": user, "by": caller, "now": now}
    over = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    facts.state(draft=replace(lives_in("Oslo"), valid_until=over), **common)
    said = Candidate(Name("Ina", "person"), "lives_in", object=Name("Bergen", "place"), quote="Ina lives in Bergen")
    facts.stage(candidates=[said], run="message:1", **common)
    assert asked_about(user) == [("Oslo", "Bergen")]
    facts.stage(candidates=[replace(said, valid_from=over)], run="message:2", **common)
    assert asked_about(user) == []


def test_what_was_undone_already_is_not_named_as_what_is_to_be_undone_first(user, caller, now):
    """The town was merged, that was undone, and then it went: only the last of these is in the way of the fact."""
    common = {"user": user, "by": caller, "now": now}
    ole, _ = facts.state(draft=Draft(Name("Ole", "person"), "likes", object=Name("Gdynia", "place")), **common)
    liked = Change.objects.latest("pk")
    mira, _ = facts.state(draft=Draft(Name("Mira", "person"), "lives_in", object=ole.object_id), **common)
    reopened = facts.decide(ids=[mira.pk], decision="reopen", **common).change
    entities.delete(entity_id=mira.subject_id, **common)
    other = entities.create(name="Gdingen", type="place", **common)
    undo.undo(change=merging.merge(keep=other.pk, absorb=[ole.object_id], **common), **common)
    gone = undo.undo(change=liked, **common)

    together = [reopened]
    for _ in range(5):
        try:
            undo.undo_together(changes=together, **common)
            break
        except undo.LaterChanges as refusal:
            together += refusal.changes
    assert gone in together
    assert Fact.objects.get(pk=mira.pk).status == "confirmed"
