"""What a person can set."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.http import tokens
from assistant.models import ApiToken
from graph.curation import promotion
from graph.models import Entity, Fact, UserSettings

pytestmark = pytest.mark.django_db


def test_a_new_name_is_also_the_name_of_the_persons_own_entry(page, user):
    page.post(reverse("settings-person"), {"name": "Ines H.", "time_zone": "Europe/Warsaw"})
    user.refresh_from_db()
    assert (user.first_name, user.time_zone) == ("Ines H.", "Europe/Warsaw")
    assert Entity.objects.get(user=user, is_self=True).name == "Ines H."


@pytest.mark.parametrize("data", [{"name": " ", "time_zone": "UTC"}, {"name": "Ines", "time_zone": "Mars/Olympus"}])
def test_a_mistake_changes_nothing(page, user, data):
    assert "Please write a name" in page.post(reverse("settings-person"), data, follow=True).text
    user.refresh_from_db()
    assert (user.first_name, user.time_zone) == ("Ines", "UTC")


def test_dates_stand_in_the_persons_time_zone(page, user, confirmed):
    from graph.models import Change

    user.time_zone = "Pacific/Auckland"
    user.save()
    Change.objects.filter(verb="state").update(at="2026-01-31T23:30:00Z")
    assert "1 February 2026" in page.get(reverse("ledger")).text


def test_keys_are_switched(page, user):
    page.post(reverse("settings-keys"), {"keyboard": "off"})
    assert UserSettings.objects.get(user=user).keyboard is False
    page.post(reverse("settings-keys"), {"keyboard": "on"})
    assert UserSettings.objects.get(user=user).keyboard is True


def test_a_programs_key_is_shown_once_and_lets_it_in(page, user, now):
    """A-M5."""
    page.post(reverse("token-create"), {"name": "My editor", "scope": ["read", "propose"]})
    row = ApiToken.objects.get()
    assert set(row.scopes) == {"read", "propose"}
    shown = page.get(reverse("settings")).text
    secret = shown.split('<code class="secret">')[1].split("</code>")[0]
    assert tokens.find(secret, now) == row
    assert secret not in page.get(reverse("settings")).text


def test_a_programs_key_is_taken_back(page, user, now):
    row, secret = tokens.create(user=user, scopes=["read"], now=now)
    page.post(reverse("token-revoke", args=[row.pk]))
    assert tokens.find(secret, now) is None


def test_the_password_is_changed_with_the_old_one(page, user):
    data = {"old_password": "paper and ink", "new_password1": "quill and vellum", "new_password2": "quill and vellum"}
    assert "Your password was changed." in page.post(reverse("password"), data, follow=True).text
    user.refresh_from_db()
    assert user.check_password("quill and vellum")


def test_the_old_password_must_be_right(page, user):
    data = {"old_password": "no", "new_password1": "quill and vellum", "new_password2": "quill and vellum"}
    assert "This is not the password you have now." in page.post(reverse("password"), data).text
    data = {"old_password": "paper and ink", "new_password1": "quill and vellum", "new_password2": "quill"}
    assert "The two new ones are not the same." in page.post(reverse("password"), data).text
    user.refresh_from_db()
    assert user.check_password("paper and ink")


def test_the_sample_book_goes_in_and_comes_out_in_one_step(page, user):
    page.post(reverse("sample"))
    assert Fact.objects.for_user(user).confirmed().exists()
    assert "Remove the sample book" in page.get(reverse("settings")).text
    page.post(reverse("sample-remove"))
    assert not Fact.objects.for_user(user).exists()
    assert "Remove the sample book" not in page.get(reverse("settings")).text


def test_nothing_is_confirmed_without_the_person_until_they_choose_a_rule(page, user):
    """A-J4, C22: each rule is a sentence to read; off is chosen at first."""
    text = page.get(reverse("settings")).text
    assert 'name="policy" value="off" checked' in text
    assert all(words in text for words in promotion.POLICIES.values())
    page.post(reverse("settings-learning"), {"policy": "evidence"})
    assert promotion.chosen(user) == "evidence"
    assert 'name="policy" value="evidence" checked' in page.get(reverse("settings")).text


def test_a_rule_that_there_is_not_changes_nothing(page, user):
    assert (
        "Please pick one of the rules."
        in page.post(reverse("settings-learning"), {"policy": "everything"}, follow=True).text
    )
    assert promotion.chosen(user) == "off"


def test_one_persons_rule_is_not_anothers(page, other_user):
    page.post(reverse("settings-learning"), {"policy": "access"})
    assert promotion.chosen(other_user) == "off"
