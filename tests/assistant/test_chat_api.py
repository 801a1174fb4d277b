"""POST /chat: told, confirmed, asked in other words, followed up, corrected; without a model."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from assistant import params
from assistant.models import Message
from assistant.streaming import runs
from graph.clock import now as present
from graph.models import Chunk, ChunkEdge
from tests.conftest import NOW, token_for

pytestmark = pytest.mark.django_db(transaction=True)


class Chat:
    """A client of the chat endpoint."""

    def __init__(self, user, client, work):
        self.headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}
        self.user, self.client, self.work = user, client, work

    def say(self, message: str, **body) -> dict:
        """One whole answer, after which the queue is worked off."""
        data = json.dumps({"message": message, "stream": False, **body})
        answer = self.client.post("/api/v1/chat", data, content_type="application/json", headers=self.headers)
        assert answer.status_code == 200, answer.content
        self.work()
        return answer.json()

    def get(self, path: str):
        return self.client.get(f"/api/v1{path}", headers=self.headers).json()

    def post(self, path: str, body: dict):
        return self.client.post(
            f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=self.headers
        ).json()


@pytest.fixture
def chat(user, client, minilm):
    from django.utils import timezone

    from graph import jobs

    return Chat(user, client, lambda: jobs.work(timezone.now))


@pytest.mark.parametrize("question", ["How many kids do I have?", "What are my children called?"])
def test_a_general_word_finds_what_was_told_in_particular_ones(chat, question):
    for name, predicate in (("Jan", "son"), ("Ola", "daughter"), ("Bea", "sister"), ("Turin", "lives_in")):
        chat.post("/facts", {"subject": {"name": "me"}, "predicate": predicate, "object": {"name": name}})
    chat.work()
    text = chat.say(question)["text"]
    assert "Jan" in text
    assert "Ola" in text
    assert "Bea" not in text


def test_told_confirmed_asked_in_other_words_and_followed_up(chat):
    """J1 J44 O72: the main job, end to end, with no model."""
    told = chat.say("My sister Anna lives in Lisbon.")
    staged = chat.get("/facts?status=staged")["items"]
    said = {(fact["subject"]["name"], fact["predicate"], (fact["object"] or {}).get("name")) for fact in staged}
    assert said == {("Ines", "sister", "Anna"), ("Anna", "lives_in", "Lisbon")}
    assert {quote["quote"] for fact in staged for quote in fact["evidence"]} == {"My sister Anna lives in Lisbon."}
    chat.post("/facts/decide", {"ids": [fact["id"] for fact in staged], "decision": "confirm"})
    chat.work()
    asked = chat.say("Which city is my sibling in?")
    assert asked["conversation"] != told["conversation"]
    assert "Lisbon" in asked["text"]
    lisbon = next(fact["id"] for fact in staged if fact["predicate"] == "lives_in")
    assert lisbon in [one["id"] for one in asked["cited"]]
    followed = chat.say("and what is her name?", conversation=asked["conversation"])
    assert "Anna" in followed["text"]
    chat.say("Anna moved to Porto.", conversation=asked["conversation"])
    conflicts = chat.get("/conflicts")["items"]
    assert [[fact["object"]["name"] for fact in one["facts"]] for one in conflicts] == [["Lisbon", "Porto"]]
    assert chat.get(f"/facts/{lisbon}")["status"] == "confirmed"


def test_what_is_not_known_is_said(chat):
    answer = chat.say("What is the boiling point of tungsten?")
    assert answer["cited"] == []
    assert answer["text"]


def test_only_what_was_cited_counts_as_use_w_j10(chat):
    chat.say("My sister Anna lives in Lisbon. My brother Tom likes chess.")
    chat.work()
    answer = chat.say("Where does Anna live?")
    cited = {one["id"] for one in answer["cited"] if one["kind"] == "fact"}
    used = {fact["id"] for fact in chat.get("/facts")["items"] if fact["used_count"]}
    assert cited
    assert used == cited


def test_a_read_only_chat_learns_nothing(chat):
    chat.say("My sister Anna lives in Lisbon.", mode="read_only")
    assert chat.get("/facts")["items"] == []


def test_an_incognito_chat_keeps_nothing(chat):
    answer = chat.say("My sister Anna lives in Lisbon.", mode="incognito")
    assert (answer["conversation"], answer["retrieval"]) == (None, None)
    assert chat.get("/facts")["items"] == []
    assert chat.get("/conversations")["items"] == []


@pytest.mark.parametrize(
    ("message", "why"), [("", "message"), (" \u200b\x00 ", "empty"), ("x" * 1_000_000, "characters")]
)
def test_a_message_that_cannot_be_answered_is_refused_in_one_sentence(chat, message, why):
    data = json.dumps({"message": message, "stream": False})
    answer = chat.client.post("/api/v1/chat", data, content_type="application/json", headers=chat.headers)
    assert answer.status_code == 422
    assert why in json.dumps(answer.json()["detail"])


def test_an_answer_whose_process_died_is_told_as_interrupted_by_the_list_of_messages(chat):
    said = chat.say("My sister Anna lives in Lisbon.")
    runs._runs.clear()  # as after a start anew
    long_ago = present() - params.DEAD_AFTER - dt.timedelta(seconds=1)
    Message.objects.filter(pk=said["message"]).update(text="Not", status="streaming", heartbeat=long_ago)
    listed = chat.get(f"/conversations/{said['conversation']}/messages")["items"]
    assert [(one["status"], one["text"], one["error"]) for one in listed][1:] == [
        ("interrupted", "Not", runs.INTERRUPTED)
    ]


def test_another_users_conversation_does_not_exist(chat, other_user, client):
    theirs = chat.say("My sister Anna lives in Lisbon.")["conversation"]
    other = Chat(other_user, client, lambda: None)
    data = json.dumps({"message": "hello", "conversation": theirs, "stream": False})
    assert client.post("/api/v1/chat", data, content_type="application/json", headers=other.headers).status_code == 404
    assert client.get(f"/api/v1/conversations/{theirs}/messages", headers=other.headers).status_code == 404
    assert client.get(f"/api/v1/conversations/{theirs}/messages", headers=chat.headers).status_code == 200


def test_the_stream_is_started_evidence_tokens_done(user, minilm):
    raw = async_to_sync(streamed)(token_for(user, NOW), "Where does Anna live?")
    events = [block.split("\n") for block in raw.strip().split("\n\n")]
    names = [lines[0].removeprefix("event: ") for lines in events]
    data = [json.loads(lines[1].removeprefix("data: ")) for lines in events]
    assert names[:2] == ["started", "evidence"]
    assert names[-1] in ("done", "learned")
    done = data[names.index("done")]
    assert "".join(one["delta"] for name, one in zip(names, data, strict=True) if name == "token") == done["text"]


async def streamed(token: str, message: str) -> str:
    """The whole body of a streamed answer."""
    answer = await AsyncClient().post(
        "/api/v1/chat",
        json.dumps({"message": message}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert answer["Content-Type"].startswith("text/event-stream")
    return b"".join([part async for part in answer.streaming_content]).decode()


def test_what_was_said_next_can_be_walked_to_both_ways_m3(api, work):
    """M3: messages of a conversation follow each other in the graph."""
    first = api.post("/chat", {"message": "The ferry to Gdynia leaves at nine.", "stream": False})[1]
    second = "It carries the printed sheets of the atlas."
    api.post("/chat", {"message": second, "conversation": first["conversation"], "stream": False})
    work()
    one, other = Chunk.objects.order_by("position")
    assert list(ChunkEdge.objects.values_list("source_id", "target_id", "relation")) == [(one.pk, other.pk, "sequence")]


def test_what_is_not_known_while_documents_wait_is_not_called_unsaid(api, work, minilm):
    """Somebody who brought in thousands of notes asks before they are read."""
    api.post("/documents", {"text": "The pressure of the boiler must stay at 1.5 bar.", "title": "Boiler"})
    asked = {"message": "What is the pressure of the boiler?", "stream": False}
    assert "still being read" in api.post("/chat", asked)[1]["text"]
    assert "documents_pending" in api.post("/retrieve", {"query": asked["message"]})[1]["degraded"]
    work()
    assert "1.5 bar" in api.post("/chat", asked)[1]["text"]
    assert api.post("/retrieve", {"query": asked["message"]})[1]["degraded"] == []
    unknown = api.post("/chat", {"message": "What is the name of the ferry?", "stream": False})[1]
    assert "nothing you told me or gave me to read says it" in unknown["text"]


@pytest.mark.parametrize(
    ("relation", "question"),
    [
        ("owner", "Who owns Project Harbor?"),
        ("manager", "Who manages Project Harbor?"),
        ("lead", "Who leads Project Harbor?"),
        ("author", "Who wrote Project Harbor?"),
    ],
)
def test_a_property_of_a_note_answers_the_verb_that_asks_for_it(chat, relation, question):
    for predicate, name in ((relation, "Ottilie Brandt"), ("reviewer", "Rita Berg"), ("status", "open")):
        fact = {"subject": {"name": "Project Harbor"}, "predicate": predicate, "object": {"name": name}}
        chat.post("/facts", fact)
    chat.work()
    text = chat.say(question)["text"]
    assert "Ottilie Brandt" in text
    assert "Rita" not in text


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("José Álvarez", "Where does Jose Alvarez live?"),
        ("Dr. Anna Weiss", "Where does Anna Weiss live?"),
        ("Ilka Mares (painter)", "Where does Ilka Mares live?"),
    ],
)
def test_who_is_asked_about_in_another_spelling_is_told_of(chat, name, question):
    for subject, town in ((name, "Porto"), ("Jovan Rey", "Graz"), ("Pavla Rey", "Brno")):
        fact = {"subject": {"name": subject, "type": "person"}, "predicate": "lives_in", "object": {"name": town}}
        chat.post("/facts", fact)
    chat.work()
    text = chat.say(question)["text"]
    assert "Porto" in text
    assert not {"Graz", "Brno"} & set(text.replace(".", " ").split())


def test_what_is_planned_for_the_family_is_looked_up_for_those_in_it(chat):
    chat.say("We have two kids, Lotte who is 8 and Wim who is 5.")
    chat.say("Lotte is afraid of heights.")
    chat.say("My boss Hilde plays the oboe.")
    answer = chat.say("Where could the whole family go on Saturday?")
    receipt = Message.objects.get(pk=answer["message"]).retrieval
    found = {item.detail["text"] for item in receipt.items.filter(used=True)}
    assert "Lotte is afraid of heights." in found
    assert not any("Hilde" in text for text in found)


@pytest.mark.parametrize(
    ("told", "asked", "searched", "answer"),
    [
        (
            "Our favourite restaurant is Bellini.",
            "what is our favrite resturant?",
            "our favourite restaurant",
            "Bellini",
        ),
        ("I am allergic to penicillin.", "what am i alergic to?", "am i allergic to", "penicillin"),
        ("My dentist appointment is on Tuesday at nine.", "when is my dentist apointment?", "appointment", "nine"),
        ("My landlord is Mr Petrov.", "who is my landlrd?", "my landlord", "Petrov"),
        ("We planted dahlias along the fence.", "where did we plant the dalhias?", "the dahlias", "fence"),
    ],
)
def test_what_is_asked_with_slips_is_answered(chat, told, asked, searched, answer):
    chat.say(told)
    chat.say("The bread was baked by Jonas.")
    said = chat.say(asked)
    assert answer in said["text"]
    assert searched in Message.objects.get(pk=said["message"]).search_text


def test_what_is_told_with_slips_is_kept_as_it_was_said(chat):
    chat.say("Our favourite restaurant is Bellini.")
    said = chat.say("The resturant was closed.")
    assert Message.objects.get(pk=said["message"]).search_text == "The resturant was closed."
