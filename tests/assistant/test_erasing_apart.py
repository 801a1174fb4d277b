"""What an erasure leaves alone: another's words, another person, texts that merely name it; and what it refuses."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from graph.models import Chunk, Embedding, Entity, Retrieval
from graph.projections import check


@pytest.mark.django_db(transaction=True)
def test_a_message_that_followed_an_erased_one_stays_without_what_was_said_before_it(api, work, minilm, user, mark):
    api.post("/entities", {"name": mark, "type": "person"})
    talk = None
    for said in (f"My friend {mark} lives in Porto.", "I water the plants on Fridays."):
        talk = api.post("/chat", {"message": said, "conversation": talk, "stream": False})[1]["conversation"]
    work()
    assert mark in Chunk.objects.for_user(user).get(text__startswith="I water").prefix
    entity = Entity.objects.for_user(user).filter(name=mark).first()
    status, receipt = api.post("/erase", {"entity": str(entity.pk), "including_passages": True})
    assert (status, receipt["verified"], receipt["remaining"]) == (200, True, [])
    kept = Chunk.objects.for_user(user).get(text__startswith="I water")
    work()
    assert kept.prefix == ""
    assert Embedding.objects.for_user(user).filter(kind="chunk", object_id=kept.pk).exists()
    assert check.compare(user.pk) == []


@pytest.mark.django_db(transaction=True)
def test_the_words_of_another_name_are_not_taken_for_it(api, user):
    _, bo = api.post("/entities", {"name": "Bo"})
    api.post("/entities", {"name": "Bookbinder"})
    api.post("/retrieve", {"query": "Bookbinder"})
    _, receipt = api.post("/erase", {"entity": bo["id"]})
    assert receipt["verified"] is True
    assert Retrieval.objects.get(user=user).query == "Bookbinder"


@pytest.mark.django_db
@pytest.mark.parametrize("body", [{}, {"all": False}, {"entity": 1, "all": True}, {"entity": 1, "document": 2}])
def test_what_to_erase_is_one_thing(api, body):
    status, answer = api.post("/erase", body)
    assert status == 422
    assert "what to erase" in answer["detail"][0]["msg"]


@pytest.mark.django_db
def test_the_person_themself_is_not_erased_alone(api, user):
    me = Entity.objects.get(user=user, is_self=True)
    assert api.post("/erase", {"entity": str(me.pk)})[0] == 409


@pytest.mark.django_db
def test_anothers_rows_are_not_found(api, other_api):
    _, mine = api.post("/entities", {"name": "Mine"})
    assert other_api.post("/erase", {"entity": mine["id"]})[0] == 404


def test_the_cache_is_emptied_of_one_person_only():
    from graph.retrieval import cache as kept

    cache.set("retrieval:1:abc", 1)
    cache.set("retrieval:11:abc", 1)
    kept.forget(1)
    assert cache.get("retrieval:1:abc") is None
    assert cache.get("retrieval:11:abc") == 1
