"""What sets a task and asks nothing of the book is told apart from a question and from a note."""

from __future__ import annotations

import pytest

from assistant.question.tasks import is_task

TASKS = (
    "Write a two sentence note to Anna.",
    "please draft an email to Tom about the boiler",
    "Can you write a poem about Emma?",
    "Plan a weekend in Porto for us.",
    "Suggest a birthday present for Ida.",
    "Translate this into German: The shop is closed.",
    "Help me write a speech for Anna's wedding.",
    "Give me five ideas for a spring sale.",
    "I'd like you to write some captions",
    "Come up with a name for the boat",
)
NO_TASKS = (
    "Write to Anna by Friday",
    "Plan a walk by Sunday",
    "Write down: the key is under the pot",
    "What did you suggest for Ida's birthday?",
    "Give me the ideas that you had",
    "List my sisters.",
    "Tell me about Tom.",
    "Who wrote a note to Anna?",
    "I write a column for the Courier.",
    "Plans for Sunday: walk",
    "Find a plumber by Friday",
    "Translation of the contract is done.",
)


@pytest.mark.parametrize("text", TASKS)
def test_it_is_a_task(text):
    assert is_task(text)


@pytest.mark.parametrize("text", NO_TASKS)
def test_it_is_none(text):
    assert not is_task(text)
