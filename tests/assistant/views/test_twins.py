"""The merge workbench: suggestions with reasons, what a merge will do, and the way back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.curation import entities, facts
from graph.curation.candidates import Draft, Name
from graph.models import Change, Entity, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(user, caller, now):
    """Tomasz and Tomek Wierzba, who share a town and a partner, with different jobs and one fact in common."""

    def entry(name: str, *said: tuple[str, str]) -> Entity:
        made = entities.create(user=user, name=name, type="person", by=caller, now=now)
        drafts = [Draft(made.pk, relation, object=Name(says)) for relation, says in said]
        facts.state_many(user=user, drafts=drafts, by=caller, now=now)
        return made

    keep = entry("Tomek Wierzba", ("lives_in", "Gdynia"), ("partner", "Lena"), ("likes", "rye"))
    return keep, entry("Tomasz Wierzba", ("lives_in", "Gdynia"), ("likes", "chess"))


def test_a_suggestion_says_why_and_what_would_be_afterwards(page, two):
    text = page.get(reverse("twins")).text
    assert "“Tomek” and “Tomasz” are forms of one name" in text
    assert "Both: lives in Gdynia" in text
    assert "1 fact moves over" in text
    assert "1 folds into what you have" in text
    assert "also called <i>Tomasz Wierzba</i>" in text
    assert Entity.objects.get(pk=two[1].pk).merged_into is None  # nothing was written by looking


def test_a_merge_does_what_its_preview_said_and_is_undone(page, two):
    keep, absorb = two
    before = sorted(Fact.objects.values_list("pk", "subject_id", "object_id", "status"))
    answer = page.post(reverse("twins-merge"), {"keep": keep.pk, "absorb": absorb.pk}, follow=True)
    assert "“Tomasz Wierzba” is now part of “Tomek Wierzba”." in answer.text
    assert Fact.objects.active().filter(subject=keep).count() == 4
    assert "No two entries look like one." in answer.text
    page.post(reverse("undo", args=[Change.objects.get(verb="merge").pk]))
    assert sorted(Fact.objects.values_list("pk", "subject_id", "object_id", "status")) == before
    assert Entity.objects.get(pk=absorb.pk).merged_into is None


def test_the_preview_tells_of_a_new_contradiction_and_of_what_would_speak_of_itself(page, user, caller, now, two):
    keep, absorb = two
    facts.state(user=user, draft=Draft(keep.pk, "works_at", object=Name("Mill")), by=caller, now=now)
    facts.state(user=user, draft=Draft(absorb.pk, "works_at", object=Name("Quay")), by=caller, now=now)
    facts.state(user=user, draft=Draft(absorb.pk, "knows", object=keep.pk), by=caller, now=now)
    text = page.get(f"{reverse('twins')}?keep={keep.pk}&absorb={absorb.pk}").text
    assert "A new question: Tomek Wierzba works at Mill, or Tomasz Wierzba works at Quay?" in text
    assert "1 would speak of itself" in text


def test_either_of_two_can_be_kept(page, two):
    keep, absorb = two
    text = page.get(f"{reverse('twins')}?keep={absorb.pk}&absorb={keep.pk}").text
    assert f'name="keep" value="{absorb.pk}"' in text
    assert "2 facts move over" in text


def test_not_the_same_is_remembered_and_taken_back_by_undo(page, two):
    keep, absorb = two
    page.post(reverse("twins-apart"), {"keep": keep.pk, "absorb": absorb.pk})
    assert "No two entries look like one." in page.get(reverse("twins")).text
    page.post(reverse("undo", args=[Change.objects.latest("pk").pk]))
    assert "forms of one name" in page.get(reverse("twins")).text


def test_from_an_entry_another_is_found_by_its_name_and_several_are_asked_about(page, user, caller, now, two):
    keep, _ = two
    others = [entities.create(user=user, name="Tom W.", type="person", by=caller, now=now).pk for _ in range(2)]
    asked = f"{reverse('twins')}?about={keep.pk}"
    several = page.get(f"{asked}&name=tom w.").text
    assert "Several go by that name." in several
    assert all(f"absorb={pk}" in several for pk in others)
    assert "No other entry is called “Xaver”." in page.get(f"{asked}&name=Xaver").text
    assert "forms of one name" in page.get(asked).text
    page.post(reverse("twins-merge"), {"keep": keep.pk, "absorb": others[0], "then": "entity"})
    assert f'name="absorb" value="{others[1]}"' in page.get(f"{asked}&name=tom w.").text


def test_an_entry_cannot_be_merged_with_itself_or_away_from_its_owner(page, user, two):
    keep, _ = two
    me = Entity.objects.get(user=user, is_self=True)
    for sent in ({"keep": keep.pk, "absorb": keep.pk}, {"keep": keep.pk, "absorb": me.pk}):
        page.post(reverse("twins-merge"), sent)
    assert not Change.objects.filter(verb="merge").exists()
    assert page.post(reverse("twins-merge"), {"keep": 10**9, "absorb": keep.pk}).status_code == 404
