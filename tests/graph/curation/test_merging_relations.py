"""Two relations that say the same become one, also for what is said later (N15, N32, J53)."""

from __future__ import annotations

import pytest

from graph.curation import facts, merging_relations, relations, undo
from graph.curation.candidates import Candidate, Draft, Name, Quote
from graph.curation.recorder import Actor, snapshot
from graph.models import Change, Conflict, Evidence, Fact, Predicate
from graph.predicates import registry

SAID = [
    ("Halcyon", "captain", "Dora Quill"),
    ("Halcyon", "skipper", "Dora Quill"),
    ("Meridian", "skipper", "Emil Sorn"),
    ("Emil Sorn", "commands", "Meridian"),
    ("Petra Lind", "commands", "Halcyon"),
]


@pytest.fixture
def ships(user, now):
    drafts = [Draft(Name(s), p, Name(o), evidence=(Quote(f"{s} {p}"),)) for s, p, o in SAID]
    return facts.state_many(user=user, drafts=drafts, by=Actor.person(user), now=now).created


@pytest.fixture
def merge(user, now):
    def into(name: str, other: str, *, turned: bool = False) -> merging_relations.Merged:
        by = Actor.person(user)
        return merging_relations.merge(user=user, name=name, into=other, turned=turned, by=by, now=now)

    return into


def standing(user) -> set[tuple[str, str, str]]:
    rows = Fact.objects.for_user(user).active().select_related("subject", "object")
    return {(one.subject.name, one.predicate, one.object.name if one.object else one.value) for one in rows}


def state(user, now, subject: str, predicate: str, **said) -> Fact:
    return facts.state(user=user, draft=Draft(Name(subject), predicate, **said), by=Actor.person(user), now=now)[0]


def test_all_that_one_says_is_said_by_the_other_and_what_was_said_twice_keeps_both_quotes(user, ships, merge):
    done = merge("skipper", "captain")
    assert (done.moved, done.folded) == (1, 1)
    assert {one for one in standing(user) if one[1] != "commands"} == {
        ("Halcyon", "captain", "Dora Quill"),
        ("Meridian", "captain", "Emil Sorn"),
    }
    kept = Fact.objects.for_user(user).active().get(subject__name="Halcyon", predicate="captain")
    assert set(Evidence.objects.filter(fact=kept).values_list("quote", flat=True)) == {
        "Halcyon captain",
        "Halcyon skipper",
    }
    assert ships[1].__class__.objects.get(pk=ships[1].pk).superseded_by_id == kept.pk


def test_one_that_is_told_from_the_other_end_is_turned(user, ships, merge):
    merge("commands", "captain", turned=True)
    assert {one for one in standing(user) if one[1] == "captain"} == {
        ("Halcyon", "captain", "Dora Quill"),
        ("Halcyon", "captain", "Petra Lind"),
        ("Meridian", "captain", "Emil Sorn"),
    }


def test_what_is_said_later_is_said_by_the_other(user, now, ships, merge):
    merge("skipper", "captain")
    merge("commands", "captain", turned=True)
    state(user, now, "Orrin", "skipper", object=Name("Vera Holt"))
    state(user, now, "Vera Holt", "commands", object=Name("Tolva"))
    heard = Candidate(Name("Meridian"), "skipper", Name("Emil Sorn"), quote="Emil is her skipper")
    learned = facts.stage(user=user, candidates=[heard], by=Actor(Change.Actor.EXTRACTOR, user), now=now, run="heard")
    assert [one.created for one in learned.facts] == [False]
    assert {one[1] for one in standing(user)} == {"captain"}
    assert {("Orrin", "captain", "Vera Holt"), ("Tolva", "captain", "Vera Holt")} <= standing(user)


def test_an_edit_to_a_merged_relation_means_the_one_that_stands_for_it(user, now, ships, merge):
    merge("skipper", "captain")
    fact = state(user, now, "Orrin", "mate", object=Name("Vera Holt"))
    facts.edit(user=user, fact_id=fact.pk, by=Actor.person(user), now=now, predicate="skipper")
    assert ("Orrin", "captain", "Vera Holt") in standing(user)


def test_its_words_ask_for_the_other(user, now, ships, merge):
    relations.describe(
        user=user, name="skipper", by=Actor.person(user), now=now, label="is sailed by", asked_as="at the helm"
    )
    merge("skipper", "captain")
    assert registry(user.pk)["captain"].asked_as == "skipper, is sailed by, at the helm"


def test_one_that_was_merged_before_goes_along(user, ships, merge):
    merge("commands", "skipper", turned=True)
    merge("skipper", "captain")
    known = registry(user.pk)
    assert [(known[name].same_as, known[name].turned) for name in ("commands", "skipper", "captain")] == [
        ("captain", True), ("captain", False), ("", False),
    ]  # fmt: skip
    assert {one[1] for one in standing(user)} == {"captain"}


def test_what_can_only_be_one_becomes_a_question(user, now, ships, merge):
    relations.describe(user=user, name="captain", by=Actor.person(user), now=now, functional=True)
    merge("commands", "captain", turned=True)
    asked = Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN)
    assert {one.newer.object.name for one in asked} | {one.older.object.name for one in asked} == {
        "Dora Quill",
        "Petra Lind",
    }


def test_a_merge_is_undone_to_the_row(user, now, ships, merge):
    def rows() -> list[dict]:
        kept = (Fact, Evidence, Predicate)
        return [snapshot(row) for model in kept for row in model.objects.filter(user=user).order_by("pk")]

    before = rows()
    done = merge("skipper", "captain")
    assert rows() != before
    undo.undo(user=user, change=done.change, by=Actor.person(user), now=now)
    assert rows() == before


def test_what_cannot_be_merged_is_refused_and_nothing_is_changed(user, now, ships, merge):
    state(user, now, "Halcyon", "length", value="31 m")
    before = standing(user)
    with pytest.raises(merging_relations.NotFromTheOtherEnd, match="31 m"):
        merge("length", "captain", turned=True)
    with pytest.raises(merging_relations.SameRelation):
        merge("captain", "captain")
    for name, into in (("captain", "moored_at"), ("moored_at", "captain")):
        with pytest.raises(relations.PredicateNotFound, match="moored_at"):
            merge(name, into)
    merge("skipper", "captain")
    with pytest.raises(merging_relations.SameRelation):
        merge("captain", "skipper")
    assert {one for one in before if one[1] != "skipper"} <= standing(user)
