"""POST /chat: what somebody answers to the assistant's own question is learned, by the rules and by a model."""

from __future__ import annotations

import json

import pytest

from graph.models import Fact

pytestmark = pytest.mark.django_db(transaction=True)
FOUND = {
    "subject": "User", "subject_type": "person", "predicate": "sister", "object": "Agnieszka",
    "object_type": "person", "quote": "Agnieszka",
}  # fmt: skip


def answer(talk):
    asked = talk.say("My sister is visiting.")
    talk.say("Agnieszka", conversation=asked["conversation"])


def asking(scripted, extracted):
    """A model that answers every message with a question, and finds `extracted` in one that answers it."""

    def script(asked):
        if "<message>" not in asked:
            return "Good to know. What's your sister's name?"
        return json.dumps({"facts": [extracted] if "What is your sister's name?" in asked else []})

    return scripted(script)


def test_a_model_is_told_the_question_that_a_message_answers(talk, scripted, user):
    asking(scripted, FOUND)
    answer(talk)
    fact = Fact.objects.get(user=user, predicate="sister")
    assert (fact.object.name, fact.status) == ("Agnieszka", "staged")
    assert fact.evidence.get().quote == "Agnieszka"


def test_what_only_the_question_said_is_not_learned(talk, scripted, user):
    asking(scripted, FOUND | {"object": "Good to know", "quote": "Agnieszka"})
    answer(talk)
    assert Fact.objects.get(user=user, predicate="sister").object.name == "Agnieszka"  # as the rules read it


def test_the_rules_read_it_where_the_model_cannot(talk, scripted, user):
    def script(asked):
        return "no JSON" if "<message>" in asked else "What's your sister's name?"

    scripted(script)
    answer(talk)
    assert Fact.objects.get(user=user, predicate="sister").object.name == "Agnieszka"
