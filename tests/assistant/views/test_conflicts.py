"""Two sides, and the person's answer."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.models import Conflict

pytestmark = pytest.mark.django_db


def test_without_conflicts_the_page_says_what_they_are(page):
    assert "Nothing contradicts." in page.get(reverse("conflicts")).text


def test_a_conflict_is_a_question_with_two_sides_and_their_words(page, confirmed, waiting):
    text = page.get(reverse("conflicts")).text
    assert "lives in Lisbon, or Porto?" in text
    assert "<b>Confirmed</b> · older" in text
    assert "<b>Unconfirmed</b> · newer" in text
    assert "<mark>Anna moved to Porto</mark>" in text


@pytest.mark.parametrize(
    ("decision", "older", "newer"),
    [
        ("newer", "superseded", "confirmed"),
        ("older", "confirmed", "rejected"),
        ("both", "confirmed", "confirmed"),
        ("by_time", "confirmed", "confirmed"),
    ],
)
def test_each_answer_does_what_it_says_and_is_kept_under_settled(page, confirmed, waiting, decision, older, newer):
    conflict = Conflict.objects.get()
    page.post(reverse("conflict-resolve", args=[conflict.pk]), {"decision": decision})
    confirmed.refresh_from_db()
    waiting.refresh_from_db()
    assert (confirmed.status, waiting.status) == (older, newer)
    assert f'id="q{conflict.pk}"' in page.get(reverse("conflicts") + "?show=settled").text
    assert f'id="q{conflict.pk}"' not in page.get(reverse("conflicts")).text


def test_an_unknown_answer_changes_nothing(page, confirmed, waiting):
    conflict = Conflict.objects.get()
    page.post(reverse("conflict-resolve", args=[conflict.pk]), {"decision": "neither"})
    conflict.refresh_from_db()
    assert conflict.state == Conflict.State.OPEN
