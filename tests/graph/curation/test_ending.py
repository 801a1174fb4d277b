"""What somebody says is over: a proposal ends, what is confirmed is asked about, and each is undone like any change."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.curation import facts, undo
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.ending import Ending
from graph.curation.recorder import Actor
from graph.models import Change, Fact

pytestmark = pytest.mark.django_db

WORDS = Quote("She no longer lives there.", extractor="rules")


@pytest.fixture
def by(user):
    return Actor(Change.Actor.EXTRACTOR, user)


@pytest.fixture
def stated(user, now):
    def make(status="staged", **more) -> Fact:
        draft = Draft(Name("Anna"), "lives_in", object=Name("Lisbon"), status=status, **more)
        return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]

    return make


def end(user, by, now, *endings: Ending):
    return facts.stage(user=user, candidates=[], by=by, now=now, run="message:1", endings=endings)


def test_a_proposal_ends_with_the_words_it_ended_by_and_undo_takes_that_back(user, by, stated, now):
    fact, then = stated(), now - dt.timedelta(days=3)
    told = end(user, by, now, Ending(fact.pk, then, WORDS))
    fact.refresh_from_db()
    assert (fact.status, fact.valid_until, told.ended) == ("staged", then, (fact,))
    assert [quote.quote for quote in fact.evidence.all()] == [WORDS.text]
    assert told.change is not None
    assert told.change.summary == "0 facts, 1 fact ended"
    undo.undo(user=user, change=told.change, by=Actor.person(user), now=now)
    fact.refresh_from_db()
    assert fact.valid_until is None
    assert not fact.evidence.exists()


def test_said_twice_it_ended_the_first_time(user, by, stated, now):
    fact, then = stated(), now - dt.timedelta(days=3)
    end(user, by, now, Ending(fact.pk, then, WORDS))
    assert end(user, by, now, Ending(fact.pk, now, WORDS)).ended == ()
    fact.refresh_from_db()
    assert fact.valid_until == then


def test_nothing_ends_before_it_began(user, by, stated, now):
    fact = stated(valid_from=now)
    end(user, by, now, Ending(fact.pk, now - dt.timedelta(days=3), WORDS))
    fact.refresh_from_db()
    assert fact.valid_until == now


def test_the_end_of_what_is_confirmed_is_proposed_once_and_a_no_leaves_it_as_it_is(user, by, stated, now):
    fact = stated("confirmed")
    for _ in range(2):
        end(user, by, now, Ending(fact.pk, now, WORDS))
    fact.refresh_from_db()
    assert fact.valid_until is None
    asked = Fact.objects.get(predicate="no_longer")
    assert (asked.status, asked.value, asked.valid_from) == ("staged", "lives in: Lisbon", now)
    facts.decide(user=user, ids=[asked.pk], decision="reject", by=Actor.person(user), now=now)
    fact.refresh_from_db()
    assert (fact.status, fact.valid_until) == ("confirmed", None)


def test_a_yes_ends_it_and_undo_asks_again(user, by, stated, now):
    fact = stated("confirmed")
    end(user, by, now, Ending(fact.pk, now, WORDS))
    asked = Fact.objects.get(predicate="no_longer")
    decided = facts.decide(user=user, ids=[asked.pk], decision="confirm", by=Actor.person(user), now=now)
    fact.refresh_from_db()
    asked.refresh_from_db()
    assert (fact.status, fact.valid_until, asked.status) == ("confirmed", now, "retracted")
    undo.undo(user=user, change=decided.change, by=Actor.person(user), now=now)
    fact.refresh_from_db()
    asked.refresh_from_db()
    assert (fact.valid_until, asked.status) == (None, "staged")


def test_what_has_ended_meanwhile_leaves_nothing_to_confirm(user, by, stated, now):
    fact = stated("confirmed")
    end(user, by, now, Ending(fact.pk, now, WORDS))
    asked = Fact.objects.get(predicate="no_longer")
    facts.edit(user=user, fact_id=fact.pk, by=Actor.person(user), now=now, valid_until=now)
    refused = facts.decide(user=user, ids=[asked.pk], decision="confirm", by=Actor.person(user), now=now)
    assert (refused.decided, [pk for pk, _ in refused.refused]) == (0, [asked.pk])


def test_another_persons_facts_do_not_end(other_user, user, stated, now):
    fact = stated()
    assert end(other_user, Actor(Change.Actor.EXTRACTOR, other_user), now, Ending(fact.pk, now, WORDS)).ended == ()
    fact.refresh_from_db()
    assert fact.valid_until is None


@pytest.mark.parametrize("until", ["yesterday", "2026-01-01T00:00:00", 5, None])
def test_a_fact_that_only_looks_like_such_a_proposal_ends_nothing(user, stated, now, until):
    """Whoever states facts may state one of this relation, and put anything beside it: there is nothing to confirm."""
    fact = stated("confirmed")
    looks = Draft(
        fact.subject_id,
        "no_longer",
        value="lives in: Lisbon",
        status="staged",
        metadata={"takes_back": fact.pk, "until": until},
    )
    asked, _ = facts.state(user=user, draft=looks, by=Actor.person(user), now=now)
    decided = facts.decide(user=user, ids=[asked.pk], decision="confirm", by=Actor.person(user), now=now)
    fact.refresh_from_db()
    assert (decided.decided, fact.status, fact.valid_until) == (0, "confirmed", None)
