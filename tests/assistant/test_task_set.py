"""POST /chat with a task, "write a note", where no model does it: it is said why not, and what comes near is shown."""

from __future__ import annotations

import pytest

from assistant.without_model.task_set import TAKES_A_MODEL

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_said_that_it_takes_a_model_and_what_comes_near_is_shown(api, minilm, work):
    api.post("/facts", {"subject": {"name": "Anna", "type": "person"}, "predicate": "lives_in", "value": "Old Lisbon"})
    work()
    answer = api.post("/chat", {"message": "Write a note to Anna.", "stream": False})[1]
    assert answer["text"] == f"{TAKES_A_MODEL}. What your book has that comes near:\n\nAnna lives in Old Lisbon.[1]"
    assert [one["kind"] for one in answer["cited"]] == ["fact"]
    answer = api.post("/chat", {"message": "Translate this into German: open", "stream": False})[1]
    assert (answer["text"], answer["cited"]) == (f"{TAKES_A_MODEL}.", [])
