"""A person who tells of days, at fixed moments."""

from __future__ import annotations

import pytest

from assistant.models import Message
from assistant.turn import chat
from graph import jobs


@pytest.fixture
def say(user, now):
    """Say something at a moment (the fixed one); returns the answer as it is kept."""

    def said(text: str, at=now) -> Message:
        turn = chat.begin(user=user, text=text, now=at)
        list(chat.answer(turn, lambda: at))
        jobs.work(lambda: at, kinds=["learn", "promote"])
        turn.answer.refresh_from_db()
        return turn.answer

    return said
