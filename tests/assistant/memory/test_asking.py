"""An answer that leaned on something unconfirmed asks whether it is right: once, until it is decided."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.memory.asking import open_questions
from assistant.models import Message
from assistant.turn import chat
from graph import jobs
from graph.models import Fact

pytestmark = pytest.mark.django_db
QUESTION = "Is that right?"


@pytest.fixture
def say(user, now):
    def said(text: str, conversation=None, mode: str = "normal") -> Message:
        turn = chat.begin(user=user, text=text, conversation=conversation, mode=mode, now=now)
        list(chat.answer(turn, lambda: now))
        jobs.work(lambda: now, kinds=["learn"])
        turn.answer.refresh_from_db()
        return turn.answer

    return said


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return lambda answer: client.get(reverse("conversation", args=[answer.conversation_id])).text


@pytest.fixture
def told(say) -> Fact:
    say("Anna lives in Lisbon.")
    return Fact.objects.get(predicate="lives_in")


def test_an_answer_that_leaned_on_a_proposal_asks(say, told, page):
    answer = say("Where does Anna live?")
    assert answer.learned == [told.pk]
    text = page(answer)
    assert text.count(QUESTION) == 1
    assert "Anna lives in Lisbon. Is that right?" in text


def test_it_is_asked_once(say, told, page):
    first = say("Where does Anna live?")
    second = say("Where does Anna live?", first.conversation)
    assert (first.learned, second.learned) == ([told.pk], [])
    assert page(second).count(QUESTION) == 1


@pytest.mark.parametrize(("decision", "status"), [("confirm", "confirmed"), ("reject", "rejected")])
def test_the_buttons_decide_and_lead_back_to_the_chat(say, told, page, client, decision, status):
    answer = say("Where does Anna live?")
    here = {"decision": decision, "conversation": answer.conversation_id}
    page(answer)
    reply = client.post(reverse("fact-decide", args=[told.pk]), here)
    told.refresh_from_db()
    assert (told.status, reply.url) == (status, reverse("conversation", args=[answer.conversation_id]))
    assert QUESTION not in page(answer)


def test_a_confirmed_fact_is_not_asked_about(say, told, page):
    Fact.objects.filter(pk=told.pk).update(status="confirmed")
    assert say("Where does Anna live?").learned == []


def test_a_chat_that_learns_nothing_does_not_ask(say, told):
    assert say("Where does Anna live?", mode="read_only").learned == []


def test_another_person_cannot_answer(say, told, other_user, client):
    answer = say("Where does Anna live?")
    client.force_login(other_user)
    client.post(reverse("fact-decide", args=[told.pk]), {"decision": "confirm", "conversation": answer.conversation_id})
    told.refresh_from_db()
    assert told.status == "staged"
    assert client.get(reverse("conversation", args=[answer.conversation_id])).status_code == 404


def test_answers_that_ask_nothing_cost_no_query(django_assert_num_queries, user, say, now):
    answer = say("Where does Anna live?")
    with django_assert_num_queries(0):
        assert open_questions(user.pk, [answer], {}, now) == {}
