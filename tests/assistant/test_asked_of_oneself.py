"""POST /chat: what somebody told of themselves is answered however they ask for it, without a model."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "Hi, I'm Rosa Lindqvist, I'm 34 and I'm a brewer at Fjord & Barley in Bergen.",
    "I'm 1.72 m tall and my shoe size is 39. I earn 52000 kroner a month.",
    "My email is rosa@fjordbarley.example and my phone number is 900 12 345. My flat is on Nygårdsgaten 12, third floor.",
    "My student loan is with CSN, 1,940 a quarter. I ran the Bergen half marathon in 1:52.",
    "I work Tuesday to Saturday. I take ramipril 5 mg in the morning. My sister takes her tablets with milk.",
)
ASKED = (
    ("What's my profession?", "You are a brewer."),
    ("What's my occupation?", "You are a brewer."),
    ("Where do I work?", "You work at Fjord & Barley."),
    ("How tall am I?", "Your height is 1.72 m."),
    ("What's my height?", "Your height is 1.72 m."),
    ("What is my salary?", "You earn 52000 kroner a month."),
    ("What is my email address?", "Your email is rosa@fjordbarley.example."),
    ("What is my address?", "Your address is Nygårdsgaten 12, third floor."),
    ("How much is my student loan?", "1,940 a quarter"),
    ("What was my half marathon time?", "in 1:52"),
    ("What tablets do I take?", "You take ramipril."),
    ("Tell me about myself", "You are a brewer."),
)


def test_however_one_asks_for_what_one_is(talk):
    for message in TOLD:
        talk.say(message)
    answers = {question: talk.answered(question) for question, _ in ASKED}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}
    assert "Nygårdsgaten" not in answers["What is my email address?"]
    assert "Tuesday" not in answers["Where do I work?"]
