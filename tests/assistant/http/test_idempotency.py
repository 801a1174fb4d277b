"""A write that is sent again with its Idempotency-Key is done once and answered alike."""

from __future__ import annotations

import json
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from assistant.models import IdempotentReply, Message
from graph.models import Document, Entity, Fact
from tests.conftest import NOW, token_for

ANNA = {"name": "Anna", "type": "person"}
KEY = {"Idempotency-Key": "k1"}


@pytest.mark.django_db
def test_the_same_write_again_is_the_same_answer_and_nothing_more(api):
    first = api.post("/entities", ANNA, **KEY)
    second = api.post("/entities", ANNA, **KEY)
    assert first == second
    assert first[0] == 201
    assert Entity.objects.filter(name="Anna").count() == 1
    assert api.post("/entities", ANNA)[1]["id"] != first[1]["id"]


def test_the_description_of_the_api_names_the_key_where_it_counts():
    from assistant.api import api as rest

    described = {
        (method, path.removeprefix("/api/v1"))
        for path, item in rest.get_openapi_schema()["paths"].items()
        for method, operation in item.items()
        if any(one["name"] == "Idempotency-Key" for one in operation["parameters"])
    }
    assert {("post", "/entities"), ("post", "/chat"), ("post", "/documents")} <= described
    assert {method for method, _ in described} == {"post"}
    assert ("post", "/erase") not in described


@pytest.mark.django_db
def test_a_replayed_answer_says_so(api):
    for replayed in (None, "true"):
        answer = api.client.post(
            "/api/v1/entities", ANNA, content_type="application/json", headers={**api.headers, **KEY}
        )
        assert answer.headers.get("Idempotent-Replayed") == replayed


@pytest.mark.django_db
def test_the_key_with_another_body_or_address_is_refused(api):
    api.post("/entities", ANNA, **KEY)
    status, answer = api.post("/entities", {"name": "Tom"}, **KEY)
    assert status == 422
    assert "another request" in answer["detail"][0]["msg"]
    assert api.post("/predicates", {"name": "waters"}, **KEY)[0] == 422
    assert not Entity.objects.filter(name="Tom").exists()


@pytest.mark.django_db
def test_two_people_may_use_the_same_key(api, other_api):
    assert api.post("/entities", ANNA, **KEY)[0] == 201
    assert other_api.post("/entities", ANNA, **KEY)[0] == 201
    assert Entity.objects.filter(name="Anna").count() == 2


@pytest.mark.django_db
def test_a_weaker_token_does_not_get_the_answer_of_a_stronger_one(api, user, now):
    api.post("/entities", ANNA, **KEY)
    weak = {"Authorization": f"Bearer {token_for(user, now, ('read',))}", **KEY}
    answer = api.client.post("/api/v1/entities", ANNA, content_type="application/json", headers=weak)
    assert answer.status_code == 422
    assert "id" not in answer.json()


@pytest.mark.django_db
def test_what_was_refused_may_be_tried_again_with_its_key(api):
    assert api.post("/facts/decide", {"ids": [], "decision": "confirm"}, **KEY)[0] == 422
    assert api.post("/entities/merge", {"keep": 10**9, "absorb": [1]}, **KEY)[0] == 404
    assert api.post("/entities", ANNA, **KEY)[0] == 201


@pytest.mark.django_db
def test_nobodys_key_is_kept(client, db):
    answer = client.post("/api/v1/entities", ANNA, content_type="application/json", headers=KEY)
    assert answer.status_code == 401
    assert not IdempotentReply.objects.exists()


@pytest.mark.django_db
def test_a_key_that_is_too_long_is_refused_and_an_old_one_is_forgotten(api):
    assert api.post("/entities", ANNA, **{"Idempotency-Key": "k" * 256})[0] == 422
    api.post("/entities", ANNA, **KEY)
    api.now = NOW.replace(year=2027)
    assert api.post("/entities", {"name": "Tom"}, **KEY)[0] == 201


@pytest.mark.django_db
def test_a_file_sent_again_is_one_document_whatever_the_forms_boundary(api):
    answers = []
    for name in ("a.md", "a.md", "b.md"):
        form = {"file": SimpleUploadedFile(name, b"# Letter\n\nDear Anna."), "title": "Letter"}
        answers.append(api.client.post("/api/v1/documents", form, headers={**api.headers, **KEY}))
    assert [one.status_code for one in answers] == [202, 202, 422]
    assert answers[0].json() == answers[1].json()
    assert Document.objects.count() == 1


@pytest.mark.django_db
def test_an_error_of_our_own_keeps_neither_the_key_nor_half_a_write(api, monkeypatch):
    from graph.api import shapes

    entity = shapes.entity
    monkeypatch.setattr(shapes, "entity", lambda one: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        api.post("/entities", ANNA, **KEY)
    assert (Entity.objects.filter(name="Anna").count(), IdempotentReply.objects.count()) == (0, 0)
    monkeypatch.setattr(shapes, "entity", entity)
    assert api.post("/entities", ANNA, **KEY)[0] == 201


@pytest.mark.django_db(transaction=True)
def test_the_same_write_at_the_same_moment_is_done_once(user, now):
    headers = {"Authorization": f"Bearer {token_for(user, now)}", **KEY}
    body = {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea"}
    answers, together = [], threading.Barrier(6)

    def send():
        together.wait()
        try:
            answers.append(Client().post("/api/v1/facts", body, content_type="application/json", headers=headers))
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {one.status_code for one in answers} == {201}
    assert len({one.json()["id"] for one in answers}) == 1
    assert (Fact.objects.count(), Entity.objects.filter(name="Anna").count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_message_sent_again_is_asked_once_and_answered_alike(user, now, client, minilm):
    headers = {"Authorization": f"Bearer {token_for(user, now)}", **KEY}
    body = json.dumps({"message": "Where does Anna live?", "stream": False})
    send = {"content_type": "application/json", "headers": headers}
    first, second = (client.post("/api/v1/chat", body, **send).json() for _ in range(2))
    assert first["message"] == second["message"]
    assert first["text"] == second["text"] != ""
    assert Message.objects.filter(role="user").count() == 1
    other = client.post("/api/v1/chat", json.dumps({"message": "And Tom?", "stream": False}), **send)
    assert other.status_code == 422
