"""Who may come in, and where everyone else is led."""

from __future__ import annotations

import html
import re
from io import BytesIO

import pytest
from django.urls import reverse

from assistant.extraction import rules
from graph import clock
from graph.models import Entity, User

pytestmark = pytest.mark.django_db


def test_on_a_fresh_install_every_page_leads_to_the_beginning(client):
    for name in ("chat", "inbox", "login", "settings"):
        assert client.get(reverse(name)).headers["Location"] == reverse("begin")


def test_a_page_leads_a_visitor_to_the_sign_in_and_back(client, user):
    assert client.get(reverse("inbox")).headers["Location"] == f"{reverse('login')}?next={reverse('inbox')}"


def test_a_fragment_sends_the_whole_page_to_the_sign_in(client, user):
    answer = client.get(reverse("inbox"), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{reverse('login')}?again=1"
    here = {"HX-Request": "true", "HX-Current-URL": "http://testserver/c/7/?answer=3"}
    answer = client.post(reverse("message-send"), {"text": "Hello"}, headers=here)
    assert answer.status_code == 401, "whoever is signed out keeps what they typed"
    assert answer.headers["HX-Redirect"] == f"{reverse('login')}?again=1&next=%2Fc%2F7%2F%3Fanswer%3D3"
    assert "You were signed out." in client.get(answer.headers["HX-Redirect"]).text


def test_nobody_is_sent_elsewhere_after_they_signed_in_again(client, user):
    here = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/c/7/"}
    answer = client.post(reverse("message-send"), {"text": "Hello"}, headers=here)
    assert answer.headers["HX-Redirect"] == f"{reverse('login')}?again=1"


@pytest.mark.parametrize(("sent_from", "back"), [("testserver", "/settings/moving/"), ("evil.example", "/")])
def test_a_file_that_is_sent_too_late_is_said_not_to_be_taken(client, user, sent_from, back):
    """A form sends the whole page, and what it sent is gone: whoever signs in again is told so, where they sent it."""
    sent = {"Referer": f"http://{sent_from}/settings/moving/?x=1"}
    answer = client.post(reverse("moving-bring"), {"file": BytesIO(b"BEGIN:VCARD")}, headers=sent)
    page = client.get(answer.headers["Location"])
    assert "what you just sent was not taken" in page.text
    user.set_password("paper and ink")
    user.save()
    typed = {"username": user.username, "password": "paper and ink", "next": page.context["next"]}
    assert client.post(reverse("login"), typed).headers["Location"] == back


def test_the_doors_of_programs_answer_for_themselves(client, user):
    assert client.get("/api/v1/entities").status_code == 401
    assert client.get("/admin/").headers["Location"].startswith("/admin/login/")


def test_the_name_signs_in_as_it_is_written(client, db):
    User.objects.create_user("ines.halloran", password="paper and ink")
    for name in ("Ines Halloran", "ines.halloran", " INES  HALLORAN "):
        client.logout()
        answer = client.post(reverse("login"), {"username": name, "password": "paper and ink"})
        assert answer.headers["Location"] == reverse("chat")


def test_a_wrong_password_is_told_in_one_sentence_and_keeps_the_name(client, user):
    answer = client.post(reverse("login"), {"username": "ines", "password": "wrong"})
    assert "do not belong together" in answer.text
    assert 'value="ines"' in answer.text


def test_signing_out_is_a_post(page):
    assert page.get(reverse("logout")).status_code == 405
    assert page.post(reverse("logout")).status_code == 302
    assert page.get(reverse("inbox")).status_code == 302


FIRST = {"name": "Ines Halloran", "password": "paper and ink", "again": "paper and ink", "time_zone": "Europe/Lisbon"}


def test_the_first_account_owns_the_book_and_is_in_it(client, db):
    assert client.post(reverse("begin"), FIRST).headers["Location"] == reverse("begin")
    user = User.objects.get()
    assert (user.username, user.first_name, user.time_zone) == ("ines.halloran", "Ines Halloran", "Europe/Lisbon")
    assert user.is_superuser
    assert Entity.objects.get(user=user).name == "Ines Halloran"
    assert "Put something in it" in client.get(reverse("begin")).text


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"again": "paper and in"}, "The two passwords differ."),
        ({"password": "short", "again": "short"}, "too short"),
        ({"name": " \u200b "}, "This field is required."),
    ],
)
def test_a_first_account_with_a_mistake_is_not_made_and_says_why(client, db, change, says):
    answer = client.post(reverse("begin"), FIRST | change)
    assert says in answer.text or "Please write a name." in answer.text
    assert not User.objects.exists()


def test_an_unknown_time_zone_is_utc(client, db):
    client.post(reverse("begin"), FIRST | {"time_zone": "Mars/Olympus"})
    assert User.objects.get().time_zone == "UTC"


def test_nobody_begins_a_second_time(client, user):
    assert client.post(reverse("begin"), FIRST).headers["Location"] == reverse("login")
    assert User.objects.count() == 1


def test_the_first_three_things_become_the_first_message(page, started):
    """A-J3."""
    answer = page.post(reverse("first-things"), {"thing": ["My sister Anna lives in Lisbon.", "", "No coffee."]})
    [turn] = started
    assert turn.question.text == "My sister Anna lives in Lisbon.\nNo coffee."
    assert answer.headers["Location"] == reverse("conversation", args=[turn.conversation.pk])


def test_each_example_that_the_page_gives_is_something_that_is_learned(page):
    """By rules, as nobody has a model when they begin."""
    shown = html.unescape(page.get(reverse("begin")).text)
    examples = re.findall(r'placeholder="([^"]+)"', shown)
    assert len(examples) == 3
    for said in examples:
        assert rules.candidates(said, said_at=clock.now()), said


def test_nothing_written_down_begins_no_chat(page, started):
    assert page.post(reverse("first-things"), {"thing": [" "]}).headers["Location"] == reverse("begin")
    assert started == []
