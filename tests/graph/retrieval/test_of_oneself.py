"""Questions of oneself: in the word of a relation alone, and about nothing that is known of oneself."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(api, minilm, work):
    def state(who: str, predicate: str, value: str) -> None:
        assert api.post("/facts", {"subject": {"name": who}, "predicate": predicate, "value": value})[0] == 201

    state("me", "likes", "Gouda")
    state("me", "lives_in", "Lisbon")
    for predicate, value in (("likes", "opera"), ("lives_in", "Porto"), ("plays", "the oud"), ("works_at", "a mill")):
        state("Bo", predicate, value)
    work()
    return lambda question: [item["text"] for item in api.post("/retrieve", {"query": question})[1]["items"]]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What do I like?", "Ines likes Gouda"),  # hardly near by meaning: the stem of the relation finds it
        ("What are my likes?", "Ines likes Gouda"),
        ("Where do I live?", "Ines lives in Lisbon"),
        ("Where am I living?", "Ines lives in Lisbon"),
        ("What does Bo like?", "Bo likes opera"),
    ],
)
def test_the_word_of_the_relation_finds_the_fact_of_whom_is_asked(ask, question, first):
    assert ask(question)[0] == first


@pytest.mark.parametrize("question", ["What do I play?", "What do I hate?"])
def test_of_oneself_nothing_known_is_not_answered_with_what_others_do(ask, question):
    assert [text for text in ask(question) if text.startswith("Bo")] == []


def test_others_are_asked_of_in_a_question_of_oneself_by_their_name(ask):
    assert ask("Do I know what Bo plays?")[0] == "Bo plays the oud"
