"""POST /chat with a task, "write a note": a model does it, without one it is said why not and what is of use."""

from __future__ import annotations

import pytest

from assistant.without_model.task_set import FAILED_IT, TAKES_A_MODEL
from tests.assistant.test_small_models import answered, book, told_first  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


def test_without_a_model_it_is_said_and_what_comes_near_is_shown(book):  # noqa: F811
    answer = book.post("/chat", {"message": "Write a note to Anna.", "stream": False})[1]
    assert answer["text"] == (f"{TAKES_A_MODEL}. What your book has that comes near:\n\nAnna lives in Old Lisbon.[1]")
    assert [one["kind"] for one in answer["cited"]] == ["fact"]
    answer = book.post("/chat", {"message": "Translate this into German: open", "stream": False})[1]
    assert (answer["text"], answer["cited"]) == (f"{TAKES_A_MODEL}.", [])


def test_a_model_gets_the_book_and_no_answer_of_plain_rules(book, scripted):  # noqa: F811
    server = scripted(lambda asked: "Dear Anna, come and see us.")
    answer = book.post("/chat", {"message": "Write a note to Anna.", "stream": False})[1]
    assert answer["text"] == "Dear Anna, come and see us."
    assert "Old Lisbon" in server.requests[-1].decode()
    assert told_first(server.requests[-1]) == []


def test_a_model_that_fails_is_not_said_to_be_missing(answered):  # noqa: F811
    text, _ = answered("", "Write a note to Anna.")
    assert text.startswith(FAILED_IT)
