"""A conversation's title: its first words, or the model's if there is one and the person gave none."""

from __future__ import annotations

import pytest

from assistant.conversation import conversations
from assistant.language_model.llm import ModelGone
from assistant.turn import chat, titles
from graph import jobs

pytestmark = pytest.mark.django_db
FIRST = "Where does my sister Anna live?"


@pytest.fixture
def conversation(user, now, model_that, monkeypatch):
    model_that("good")
    turn = chat.begin(user=user, text=FIRST, now=now)
    titles.enqueue(turn.conversation, now)
    return turn.conversation


def titled(conversation, now, monkeypatch, answer) -> str:
    def complete(*_, **__):
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("assistant.language_model.llm.complete", complete)
    jobs.work(lambda: now, kinds=["title"])
    conversation.refresh_from_db()
    return conversation.title


def test_the_models_title_takes_the_place_of_the_first_words(conversation, now, monkeypatch):
    """A-O6: the title."""
    assert titled(conversation, now, monkeypatch, '"Anna\'s home."') == "Anna's home"


@pytest.mark.parametrize("answer", ["word " * 40, " ", "###", ModelGone()])
def test_a_bad_title_or_none_leaves_the_first_words(conversation, now, monkeypatch, answer):
    assert titled(conversation, now, monkeypatch, answer) == conversations.title_of(FIRST)


def test_a_title_that_the_person_gave_stays(conversation, now, monkeypatch):
    conversations.rename(conversation=conversation, title="Family")
    assert titled(conversation, now, monkeypatch, "Anna's home") == "Family"


def test_without_a_model_nothing_is_queued(conversation, settings, now):
    settings.ASSISTANT_MODEL = ""
    jobs.Job.objects.all().delete()
    titles.enqueue(conversation, now)
    assert not jobs.Job.objects.exists()
