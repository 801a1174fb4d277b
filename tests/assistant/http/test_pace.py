"""Who is too fast is told so in one sentence, with the time to wait; everyone else is not held up."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.cache.backends import base, locmem
from django.urls import reverse

from assistant.http import pace
from assistant.http.pace import Pace, TooFast
from assistant.streaming import runs
from graph.documents import params as document_params

pytestmark = pytest.mark.django_db
THREE = Pace("test", times=3, seconds=60)


def test_the_one_after_the_last_is_refused_until_the_time_is_over():
    """A-J13."""
    for _ in range(3):
        pace.take(THREE, "ines", at=100.0)
    with pytest.raises(TooFast) as refused:
        pace.take(THREE, "ines", at=130.0)
    assert refused.value.wait == 30
    pace.take(THREE, "tomek", at=130.0)
    pace.forget(THREE, "ines")
    pace.take(THREE, "ines", at=131.0)


def test_it_is_free_again_when_the_time_is_over(monkeypatch):
    """The cache forgets by a clock of its own, which is put forward here."""
    moment = [1000.0]
    for module in (base, locmem):
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: moment[0]))
    short = Pace("short", times=1, seconds=1)
    pace.take(short, "ines", at=0.0)
    with pytest.raises(TooFast):
        pace.take(short, "ines", at=0.1)
    moment[0] += 1.1
    pace.take(short, "ines", at=1.2)


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (45, "45 seconds"), (91, "2 minutes"), (600, "10 minutes")]
)
def test_a_wait_is_said_as_people_say_it(seconds, words):
    assert pace.spoken(seconds) == words


def test_a_token_may_ask_fifty_times_a_second_at_least():
    from assistant.doors.entry import PACE

    assert PACE.times / PACE.seconds >= 50


def test_a_token_that_asks_too_fast_gets_429_and_when_to_come_again(api, other_api, monkeypatch):
    monkeypatch.setattr("assistant.doors.entry.PACE", Pace("api-test", times=5, seconds=30))
    answers = [api.client.get("/api/v1/stats", headers=api.headers) for _ in range(7)]
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "30"
    assert answers[-1].json()["detail"][0]["msg"].startswith("Too many requests. Wait 30 seconds")
    assert other_api.get("/stats")[0] == 200


def test_too_many_answers_at_once_are_refused_over_the_api_and_on_the_page(api, user, client, monkeypatch):
    def crowded(user_id):
        raise runs.TooManyAtOnce("100 of your messages are still being answered. Wait for some of them.")

    monkeypatch.setattr(runs, "refuse_crowd", crowded)
    body = {"message": "hello", "stream": False}
    answer = client.post("/api/v1/chat", body, content_type="application/json", headers=api.headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")
    assert "still being answered" in answer.json()["detail"][0]["msg"]
    client.force_login(user)
    page = client.post(reverse("message-send"), {"text": "hello"}, headers={"HX-Request": "true"})
    assert (page.status_code, "still being answered" in page.text) == (422, True)


def test_a_crowd_is_counted_by_person(user, other_user, now, monkeypatch):
    from assistant.streaming.run import Run
    from assistant.turn import chat

    monkeypatch.setattr("assistant.params.ANSWERS_AT_ONCE", 2)
    monkeypatch.setattr(runs, "_runs", {})
    for number in range(2):
        turn = chat.begin(user=user, text=f"hello {number}", now=now)
        runs._runs[user.pk, turn.answer.pk] = Run(turn)
    with pytest.raises(runs.TooManyAtOnce):
        runs.refuse_crowd(user.pk)
    runs.refuse_crowd(other_user.pk)
    next(iter(runs._runs.values())).over = True
    runs.refuse_crowd(user.pk)


def test_documents_that_would_only_wait_are_refused(api, other_api, monkeypatch):
    """A-M5."""
    monkeypatch.setattr(document_params, "DOCUMENTS_WAITING", 2)
    statuses = [api.post("/documents", {"text": f"Letter {number}."})[0] for number in range(3)]
    assert statuses == [202, 202, 429]
    assert api.post("/documents", {"text": "Letter 0."})[0] == 200
    assert other_api.post("/documents", {"text": "A letter."})[0] == 202


def sign_in(client, name: str, password: str, address: str = "127.0.0.1"):
    return client.post(reverse("login"), {"username": name, "password": password}, REMOTE_ADDR=address)


def test_guessing_a_password_is_held_up_by_name_and_address(client, user, other_user, monkeypatch):
    monkeypatch.setattr("assistant.views.account.NAME", Pace("n", times=3, seconds=600))
    for _ in range(3):
        assert sign_in(client, "ines", "wrong").status_code == 200
    held = sign_in(client, "Ines", "paper and ink")
    assert held.status_code == 429
    assert held.headers["Retry-After"] in {"599", "600"}
    assert "Too many attempts to sign in. Wait 10 minutes and try again." in held.text
    assert 'value="Ines"' in held.text
    assert "_auth_user_id" not in client.session
    assert sign_in(client, "ines", "paper and ink", "10.0.0.7").status_code == 302
    client.logout()
    assert sign_in(client, "tomek", "paper and ink").status_code == 302


def test_a_right_password_clears_the_count(client, user, monkeypatch):
    monkeypatch.setattr("assistant.views.account.NAME", Pace("n", times=3, seconds=600))
    for _ in range(3):
        sign_in(client, "ines", "wrong")
        sign_in(client, "ines", "wrong")
        assert sign_in(client, "ines", "paper and ink").status_code == 302
        client.logout()


def test_guessing_many_names_is_held_up_by_address(client, user, monkeypatch):
    monkeypatch.setattr("assistant.views.account.ADDRESS", Pace("a", times=3, seconds=600))
    statuses = [sign_in(client, f"name{number}", "wrong").status_code for number in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_the_admin_has_no_second_door_for_guessing(client, user):
    assert client.get("/admin/").headers["Location"].startswith("/admin/login/")
    assert client.get("/admin/login/?next=/admin/graph/").headers["Location"] == "/login/?next=/admin/graph/"
    posted = client.post("/admin/login/?next=https://evil.example/", {"username": "ines", "password": "paper and ink"})
    assert posted.headers["Location"] == "/login/?next=/admin/"
    assert "_auth_user_id" not in client.session
    client.force_login(user)
    refused = client.get("/admin/login/?next=/admin/")
    assert (refused.status_code, "not for your account" in refused.text) == (403, True)


def test_a_name_longer_than_any_is_counted_like_another(client, db):
    assert sign_in(client, "x" * 100_000, "wrong").status_code in {200, 302}
