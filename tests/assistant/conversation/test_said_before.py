"""Whether what is told behind a question may be of it (M9)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from assistant.conversation.said_before import may_answer
from assistant.without_model.writing import NOT_SAID

CITED = [["chunk", "1"]]


def _asked(question: str, answer: str, cited: list, model: str = "") -> SimpleNamespace:
    return SimpleNamespace(text=question, reply=SimpleNamespace(text=answer, cited=cited, written_by=model))


WHEN = "When is Leo's party?"
KNOWN = _asked(WHEN, "You said: “Leo's party is on 7 March”", CITED)
NEAR = _asked(WHEN, f"{NOT_SAID} “Leo's party is at the pool”", CITED)
UNKNOWN = _asked(WHEN, "I don't know that.", [])
BY_MODEL = _asked(WHEN, "It is at the pool [1].", CITED, "a model")


@pytest.mark.parametrize(
    ("question", "told", "may"),
    [
        (KNOWN, "14 March at 3", False),
        (KNOWN, "it's on 14 March now", True),
        (NEAR, "7 March at 3", True),
        (NEAR, "mum thinks I should stay", False),
        (NEAR, "Lumen: 45 people on 9 December", False),
        (NEAR, "Bettina comes every other day at 9 and then we go to the park", False),
        (UNKNOWN, "7 March at 3", True),
        (UNKNOWN, "rejected by Nordlicht, no reason given", False),
        (BY_MODEL, "7 March at 3", True),
        (BY_MODEL, "mum thinks I should stay", False),
        (_asked("how much did I ask for?", "I don't know that.", []), "rejected, no reason given", False),
        (_asked("which cot would you take?", "I don't know that.", []), "We bought the Sniglar for 79 euros", True),
        (_asked("who is the plumber?", f"{NOT_SAID} “the sink leaks”", CITED), "Oskar Nagel", True),
        (
            _asked("who is the plumber?", f"{NOT_SAID} “the sink leaks”", CITED),
            "the heating broke down on Sunday",
            False,
        ),
    ],
)
def test_what_is_told_may_be_the_answer(question, told, may):
    assert may_answer(question, told) is may
