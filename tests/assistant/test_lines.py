"""Of a long note that shares no word with the question, the sentence that comes near is quoted and marked."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.turn import chat
from tests.graph.retrieval.channels.test_lined import DIARY, QUESTION

pytestmark = pytest.mark.django_db(transaction=True)
CELLO = "In the evening Mira took out her cello and practised for an hour."


@pytest.fixture
def say(user, now, api, work):
    assert api.post("/documents", {"title": "A day", "text": DIARY, "options": {"learn": False}})[0] == 202
    work()

    def said(text: str):
        turn = chat.begin(user=user, text=text, conversation=None, mode="normal", now=now)
        list(chat.answer(turn, lambda: now))
        turn.answer.refresh_from_db()
        return turn.answer

    return said


def test_the_sentence_that_comes_near_is_quoted_as_no_more_than_that(say):
    assert say(QUESTION).text == (
        f"Nothing you told me says exactly that. The closest I have:\n\nFrom “A day”: “{CELLO}” [1]"
    )


def test_a_sentence_about_nobody_who_is_asked_about_is_not_quoted(say):
    assert "cello" not in say("Which instrument does Ulrich play?").text


def test_in_the_evidence_the_sentence_is_marked_where_it_stands(say, user, client):
    answer = say(QUESTION)
    client.force_login(user)
    page = client.get(reverse("conversation", args=[answer.conversation_id])).text
    assert f"a bag of flour. <mark>{CELLO}</mark> Afterwards we did" in page


MINUTES = (
    "Present: Helena Brandt, Tomasz Wolny\nExcused: Aksel Dahl\n\n1. Foundations\nThe east foundation is finished.\n"
    "2. Fire\nTomasz checks the load until the next meeting.\n3. Next meeting\nWednesday, 9 December 2026, 10:00, site hut."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When is the next meeting?", "Next meeting · Wednesday, 9 December 2026"),
        ("Where is the next meeting?", "Next meeting · Wednesday, 9 December 2026, 10:00, site hut."),
        ("Who was at the site meeting?", "Present: Helena Brandt, Tomasz Wolny"),
    ],
)
def test_of_minutes_the_heading_that_is_asked_for_is_quoted_and_who_was_there(say, api, work, question, told):
    assert api.post("/documents", {"title": "Site meeting", "text": MINUTES, "options": {"learn": False}})[0] == 202
    work()
    assert told in say(question).text


def test_what_happened_to_somebody_is_not_told_by_who_they_are(talk):
    talk.say("My mother Renate had a hip operation in October.")
    assert "hip operation" in talk.say("What happened to my mother?")["text"]
