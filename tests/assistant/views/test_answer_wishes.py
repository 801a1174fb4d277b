"""The settings page: how the owner wants to be answered, written down and taken back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.memory import answer_wishes

pytestmark = pytest.mark.django_db


def test_in_the_settings_one_is_written_taken_back_and_brought_back(page, user, now):
    page.post(reverse("wish-add"), {"wish": "in short sentences"})
    assert "in short sentences" in page.get(reverse("settings")).text
    [wish] = answer_wishes.in_force(user, now)
    said = page.post(reverse("wish-take-back", args=[wish.pk]), follow=True).text
    assert "“in short sentences” no longer counts" in said
    assert answer_wishes.words(user, now) == []
    page.post(reverse("wish-add"), {"wish": "in short sentences"})
    assert answer_wishes.words(user, now) == ["in short sentences"]


@pytest.mark.parametrize(
    ("wish", "says"), [(" ", "Please write how you want"), ("x" * 201, "at most 200 characters, and this has 201")]
)
def test_what_is_no_wish_is_refused(page, user, now, wish, says):
    assert says in page.post(reverse("wish-add"), {"wish": wish}, follow=True).text
    assert answer_wishes.words(user, now) == []


def test_another_persons_wish_cannot_be_taken_back(page, other_user, now):
    answer_wishes.add(other_user, "in rhymes", now)
    [wish] = answer_wishes.in_force(other_user, now)
    assert page.post(reverse("wish-take-back", args=[wish.pk])).status_code == 404
