"""What small models get wrong in the form of an answer, put right by the chat: numbers alone, none, a tool as text."""

from __future__ import annotations

import json

import pytest

from assistant.language_model import prompts
from assistant.turn import rounds
from assistant.without_model.task_set import FAILED_IT

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "Where does Anna live?"


@pytest.fixture
def book(api, minilm, work):
    rounds._unable.clear()
    api.post("/facts", {"subject": {"name": "Anna", "type": "person"}, "predicate": "lives_in", "value": "Old Lisbon"})
    api.post("/documents", {"title": "Harbour", "text": "The crane was bought in 1961.", "options": {"learn": False}})
    work()
    return api


@pytest.fixture
def answered(book, scripted):
    """Call it with what the model answers, or a function of what it is asked; gives the text and what is cited."""

    def ask(reply, question: str = QUESTION) -> tuple[str, list[str]]:
        scripted(reply if callable(reply) else lambda asked: reply)
        status, answer = book.post("/chat", {"message": question, "stream": False})
        assert status == 200, answer
        return answer["text"], [one["kind"] for one in answer["cited"]]

    return ask


def test_numbers_alone_are_no_answer_and_the_book_answers(answered):
    text, cited = answered("[1]")
    assert "Old Lisbon" in text
    assert cited == ["fact"]


def test_an_answer_without_numbers_gets_those_of_the_lines_it_repeats(answered):
    assert answered("Anna lives in Old Lisbon.") == ("Anna lives in Old Lisbon. [1]", ["fact"])


def test_an_answer_in_words_of_its_own_gets_none(answered):
    assert answered("I hope she likes it by the sea.") == ("I hope she likes it by the sea.", [])


def told_first(request: bytes) -> list[str]:
    """What a request to the model has nearest to the question, line by line; nothing if it has no such part."""
    system = json.loads(request)["messages"][0]["content"].split("<memory>\n")[-1]
    return system.split("\n\n")[0].split("\n")[1:] if system.startswith(prompts.NEAREST) else []


def test_a_model_is_told_first_what_plain_rules_answer(book, scripted):
    server = scripted(lambda asked: "She lives there. [1]")
    for message, told in (
        (QUESTION, "Anna lives in Old Lisbon.[1]"),
        ("When was the crane bought?", "From “Harbour”: “The crane was bought in 1961.” [1]"),
        ("What is Anna's phone number?", None),
        ("Anna has moved to Porto.", None),
    ):
        answer = book.post("/chat", {"message": message, "stream": False})[1]
        lines = told_first(server.requests[-1])
        assert lines == ([told] if told else lines), message
        assert (message.endswith("?")) == bool(lines), "what only tells asks for nothing"
        if told:
            assert len(answer["cited"]) == 1


def test_a_model_is_told_what_plain_rules_cannot_answer(book, scripted):
    server = scripted(lambda asked: "The book does not say.")
    book.post("/chat", {"message": "Where does Anna keep the harbour's accounts?", "stream": False})
    assert told_first(server.requests[-1])


def test_a_tool_that_is_asked_for_as_text_is_used(book, model_that):
    call = '```json\n{"name": "search_book", "arguments": {"query": "harbour crane"}}\n```'
    server = model_that("tools")
    server.reply = lambda request: "It was bought in 1961." if request["messages"][-1]["role"] == "tool" else call
    status, answer = book.post("/chat", {"message": QUESTION, "stream": False})
    assert (status, answer["text"]) == (200, "It was bought in 1961. [1]")
    assert [one["kind"] for one in answer["cited"]] == ["chunk"]


def test_a_task_comes_with_the_book_and_no_answer_of_plain_rules(book, scripted):
    server = scripted(lambda asked: "Dear Anna, come and see us.")
    answer = book.post("/chat", {"message": "Write a note to Anna.", "stream": False})[1]
    assert answer["text"] == "Dear Anna, come and see us."
    assert "Old Lisbon" in server.requests[-1].decode()
    assert told_first(server.requests[-1]) == []


def test_a_model_that_fails_a_task_is_not_said_to_be_missing(answered):
    text, _ = answered("", "Write a note to Anna.")
    assert text.startswith(FAILED_IT)
