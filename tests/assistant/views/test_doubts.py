"""A proposal whose name several entries go by is a question with the entries to choose from."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.curation import entities, facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Entity, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def toms(user, caller, now) -> list[int]:
    """Two people of one name: one who rows, and one who is spoken of more."""
    made = [entities.create(user=user, name="Tom", type="person", by=caller, now=now).pk for _ in range(2)]
    facts.state(user=user, draft=Draft(made[0], "likes", value="rowing"), by=caller, now=now)
    Entity.objects.filter(pk=made[1]).update(mention_count=5)
    return made


@pytest.fixture
def guessed(user, now, toms) -> Fact:
    heard = Candidate(Name("Tom", "person"), "plays", value="chess", quote="Tom plays chess.")
    by = Actor(Change.Actor.EXTRACTOR, user)
    return facts.stage(user=user, candidates=[heard], by=by, now=now, run="heard").created[0]


def meant(browser, fact: Fact, entity: int):
    form = {"end": "subject", "entity": entity, "next": fact.pk}
    return browser.post(reverse("inbox-mean", args=[fact.pk]), form, follow=True)


def test_the_card_asks_which_one_is_meant_and_tells_them_apart(page, guessed, toms):
    text = page.get(reverse("inbox")).text
    assert "Which Tom is meant?" in text
    assert f'name="entity" value="{toms[1]}" aria-pressed="true"' in text
    assert f'name="entity" value="{toms[0]}" aria-pressed="false"' in text
    assert "Tom likes rowing" in text
    assert "nothing else is known of it" in text


def test_choosing_the_other_one_moves_the_proposal_and_ends_the_question_until_it_is_undone(page, guessed, toms):
    text = meant(page, guessed, toms[0]).text
    assert "Which Tom is meant?" not in text
    assert f'action="{reverse("undo", args=[Change.objects.get(verb="edit").pk])}"' in text
    guessed.refresh_from_db()
    assert (guessed.subject_id, guessed.status, guessed.metadata) == (toms[0], "staged", {})
    page.post(reverse("undo", args=[Change.objects.get(verb="edit").pk]))
    guessed.refresh_from_db()
    assert (guessed.subject_id, guessed.metadata) == (toms[1], {"ambiguous": ["tom"]})


def test_the_guess_may_be_right(page, guessed, toms):
    assert "Which Tom is meant?" not in meant(page, guessed, toms[1]).text
    guessed.refresh_from_db()
    assert (guessed.subject_id, guessed.metadata) == (toms[1], {})


def test_only_one_of_those_that_go_by_the_name_can_be_meant(page, stranger, guessed, toms, confirmed):
    assert "answered in another window" in meant(page, guessed, confirmed.subject_id).text
    assert meant(stranger, guessed, toms[0]).status_code == 404
    guessed.refresh_from_db()
    assert guessed.subject_id == toms[1]
