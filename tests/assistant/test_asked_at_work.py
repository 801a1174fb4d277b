"""POST /chat: what somebody told of their work is answered, and what is left out or of another version is not."""

from __future__ import annotations

import datetime as dt

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "I'm Amara Nwosu, product manager at Larkfield Health in Manchester, I started there in March 2023.",
    "My team is Ravi, Josie and Tomas.",
    "My own manager is Dev Patel, he's on paternity leave until 11 January and Sunita covers for him.",
    "The next release is 4.2 and goes live on 9 December.",
    "Standup is at 9:15 every day except Wednesday.",
    "Interviewed Chidi for Tomas's role, he was great on statistics but weak on SQL.",
    'My talk in Dublin is called "Alarms that people don\'t ignore".',
)


def test_what_was_told_of_work(talk, now):
    for message in TOLD:
        talk.say(message)
    assert talk.answered("What is my role?").startswith("You are a product manager.")
    assert talk.answered("Who is on my team?") == "Tomas, Josie and Ravi are your team."
    year = now.year if now.date() < dt.date(now.year, 1, 11) else now.year + 1
    assert talk.answered("When is Dev back?") == f"Dev Patel is on paternity leave (until 11 January {year})."
    assert "9 December" in talk.answered("When does 4.2 go live?")
    assert talk.answered("When is 4.3 released?").startswith("Nothing you told me says exactly that.")
    assert "Standup" not in talk.answered("What's on on Wednesday?")
    assert "Alarms that people don't ignore" in talk.answered("What is my talk called?")
