"""The ends of a relation are of the kinds that its owner says, those that are there and those that come (N15, N32)."""

from __future__ import annotations

import pytest

from graph.curation import entities, facts, relations, undo
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Entity, Fact

FLIGHTS = [("EA322", "operated_by", "Eltan Air"), ("BT791", "operated_by", "Blue Tern"), ("Eltan Air", "hub", "Halvik")]


@pytest.fixture
def flights(user, now):
    drafts = [Draft(Name(one), relation, object=Name(what)) for one, relation, what in FLIGHTS]
    facts.state_many(user=user, drafts=drafts, by=Actor.person(user), now=now)


@pytest.fixture
def say(user, now):
    def of(name: str, **kinds: str) -> Change:
        return relations.describe(user=user, name=name, by=Actor.person(user), now=now, **kinds)

    return of


def types(user) -> dict[str, str]:
    return dict(Entity.objects.for_user(user).filter(is_self=False).values_list("name", "type"))


def test_entries_without_a_kind_get_that_of_the_ends_that_they_are(user, now, flights, say):
    by = Actor.person(user)
    entities.edit(user=user, entity_id=Entity.objects.get(name="Blue Tern").pk, by=by, now=now, type="bird")
    say("operated_by", subject_kind=" flight ", object_kind="airline")
    assert types(user) == {
        "EA322": "flight", "BT791": "flight", "Eltan Air": "airline", "Blue Tern": "bird", "Halvik": "concept",
    }  # fmt: skip


def test_whatever_it_is_said_of_later_is_of_that_kind_too(user, now, flights, say):
    say("operated_by", subject_kind="flight", object_kind="airline")
    draft = Draft(Name("CW105"), "operated_by", object=Name("Corva"))
    facts.state(user=user, draft=draft, by=Actor.person(user), now=now)
    heard = Candidate(Name("Halvik"), "operated_by", Name("Sund Air"), quote="Sund Air runs Halvik")
    facts.stage(user=user, candidates=[heard], by=Actor(Change.Actor.EXTRACTOR, user), now=now, run="heard")
    found = types(user)
    assert [found[name] for name in ("CW105", "Corva", "Halvik", "Sund Air")] == [
        "flight",
        "airline",
        "flight",
        "airline",
    ]


def test_a_fact_that_is_refused_gives_no_kind(user, now, flights, say):
    say("operated_by", subject_kind="flight")
    bad = Draft(Name("Tolva"), "operated_by", object=Name("Tolva"))
    stated = facts.state_many(user=user, drafts=[bad], by=Actor.person(user), now=now)
    assert stated.facts[0].refusal is not None
    assert "Tolva" not in types(user)


def test_another_kind_takes_the_place_of_the_one_that_it_gave_and_none_takes_it_away(user, flights, say):
    say("operated_by", object_kind="airline")
    say("operated_by", object_kind="carrier")
    assert types(user)["Eltan Air"] == "carrier"
    say("operated_by", object_kind="")
    assert types(user)["Eltan Air"] == "concept"


def test_the_person_stays_a_person_and_what_was_taken_back_says_nothing(user, now, say):
    by = Actor.person(user)
    stated = [
        Draft(Name("I"), "flies_with", object=Name("Corva")),
        Draft(Name("Ann"), "flies_with", object=Name("Sund")),
    ]
    made = facts.state_many(user=user, drafts=stated, by=by, now=now).created
    facts.decide(user=user, ids=[made[1].pk], decision="retract", by=by, now=now)
    say("flies_with", subject_kind="passenger", object_kind="airline")
    assert Entity.objects.get(user=user, is_self=True).type == "person"
    assert types(user) == {"Corva": "airline", "Ann": "concept", "Sund": "concept"}
    assert Fact.objects.for_user(user).active().count() == 1


def test_an_undo_takes_the_kinds_away_again(user, now, flights, say):
    before = types(user)
    change = say("operated_by", subject_kind="flight", object_kind="airline")
    undo.undo(user=user, change=change, by=Actor.person(user), now=now)
    assert types(user) == before
