"""Imported conversations are learned from: the person's words alone, by their own dates, staged, in the background."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assistant import params
from assistant.exchange import learning_talks
from assistant.extraction.parsing import parse
from assistant.models import Conversation, Message
from graph import jobs
from graph.models import Conflict, Fact, Job
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
SAID = dt.datetime(2021, 6, 10, 9, 0, tzinfo=dt.UTC)


def claude(*talks: list[tuple[str, str]]) -> bytes:
    """An export of Claude with these talks, each line (sender, text)."""
    rows = [
        {
            "uuid": str(number),
            "name": f"Talk {number}",
            "created_at": SAID.isoformat(),
            "chat_messages": [
                {"sender": sender, "text": text, "created_at": (SAID + dt.timedelta(minutes=place)).isoformat()}
                for place, (sender, text) in enumerate(lines)
            ],
        }
        for number, lines in enumerate(talks)
    ]
    return json.dumps(rows).encode()


@pytest.fixture
def bring(api, client, work):
    """Import an export over the API, and learn from it."""

    def take(data: bytes) -> dict:
        file = SimpleUploadedFile("conversations.json", data)
        answer = client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers)
        assert answer.status_code == 202, answer.content
        work()
        jobs.work(lambda: NOW + dt.timedelta(minutes=5))
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take


def test_each_message_is_parsed_once_though_six_others_look_back_at_it(bring):
    """Two years of talks are learned from in a third of the time."""
    parse.forget()
    bring(claude([("human", f"Anna likes the number {count} tram.") for count in range(8)]))
    assert parse._kept.cache_info().misses == 8
    assert parse._kept.cache_info().hits >= 7 * 8 / 2 - 1


def test_what_the_person_said_is_staged_by_its_own_date_and_what_was_answered_never(bring, api):
    bring(
        claude(
            [
                ("human", "My sister Anna lives in Lisbon."),
                ("assistant", "Lovely! Your brother Tom lives in Berlin, and you love jazz."),
                ("human", "I moved to Ghent yesterday."),
            ]
        )
    )
    items = api.get("/facts?limit=50")[1]["items"]
    said = {(one["subject"]["name"], one["predicate"], (one["object"] or {}).get("name")) for one in items}
    assert {("Ines", "sister", "Anna"), ("Anna", "lives_in", "Lisbon"), ("Ines", "lives_in", "Ghent")} <= said
    assert "Tom" not in json.dumps(items)
    assert {(one["status"], one["source"]) for one in items} == {("staged", "conversation")}
    moved = next(one for one in items if one["object"]["name"] == "Ghent")
    assert moved["valid_from"][:10] == "2021-06-09"
    assert moved["evidence"][0]["quote"] == "I moved to Ghent yesterday."
    assert set(Message.objects.values_list("role", "learning")) == {("user", "done"), ("assistant", "none")}


def test_nothing_is_asked_of_a_model_for_an_import(bring, settings, monkeypatch):
    settings.ASSISTANT_MODEL = "openai/test"
    monkeypatch.setattr("assistant.language_model.llm.parts", lambda *_, **__: pytest.fail("the model was asked"))
    bring(claude([("human", "My sister Anna lives in Lisbon.")]))
    assert Fact.objects.filter(predicate="sister", status="staged").count() == 1


def test_the_same_export_twice_is_learned_from_once(bring):
    data = claude([("human", "My sister Anna lives in Lisbon.")])
    bring(data)
    before = Fact.objects.count()
    bring(data)
    assert (Conversation.objects.count(), Fact.objects.count()) == (1, before)


def test_a_conversation_gives_no_more_facts_than_its_bound(bring, monkeypatch):
    monkeypatch.setattr(params, "TALK_FACTS", 2)
    names = ["Anna", "Bruno", "Carla", "Dora"]
    bring(claude([("human", f"My friend {name} lives in Lisbon.") for name in names]))
    assert Fact.objects.filter(predicate="lives_in").count() < len(names)
    assert Message.objects.filter(learning="done").count() == len(names)


def test_what_an_old_talk_says_never_replaces_what_is_confirmed(bring, api):
    confirmed = api.post("/facts", {"subject": {"name": "me"}, "predicate": "lives_in", "object": {"name": "Oslo"}})[1]
    bring(claude([("human", "I live in Porto.")]))
    assert api.get(f"/facts/{confirmed['id']}")[1]["status"] == "confirmed"
    assert Fact.objects.get(object__name="Porto").status == "staged"
    assert Conflict.objects.count() <= 1


def test_talks_wait_one_after_the_other_so_that_others_come_between(user):
    """Three conversations are due a second apart, whatever is queued meanwhile."""
    from graph.exchange import talks
    from graph.exchange.records import Line, Talk

    for number in range(3):
        talks.keep(user, Talk(f"T{number}", (Line("user", f"My friend Anna{number} sings.", SAID),)), NOW)
    due = list(Job.objects.filter(kind=learning_talks.JOB).order_by("due_at").values_list("due_at", flat=True))
    assert [at - due[0] for at in due] == [params.TALKS_APART * place for place in range(3)]
