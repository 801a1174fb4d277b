"""POST /chat: a runner's numbers and a parish council's papers: of which kind a number is, and which day is the next
(J12, N35)."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

WEEK = """# Week 48

| Day | Session | Km | Time | HR |
|---|---|---|---|---|
| Tue 24 Nov | 6 x 1000 m | 12 | 1:02 | 159 |
| Wed 25 Nov | club | 10 | 0:52 | 147 |
| Fri 27 Nov | rest | 0 | | |
| Sat 28 Nov | long | 24 | 2:05 | 146 |
"""
MINUTES = """Lower Wick Parish Council, Minutes of the meeting on 10 November

1. The minutes of 8 September were approved.
2. Next meeting: 12 January.
"""
ASSETS = """# Asset register

| Asset | Location | Bought |
|---|---|---|
| Bus shelter | Church Road | 2009 |
| Bench (Jubilee) | The Green | 2012 |
| Bench (Coronation) | Mill Lane | 2023 |
"""


def _tell(talk) -> None:
    talk.say("I weigh 74.2 kilos, target is 72")
    talk.say("my max heart rate is 187, threshold is 168")
    talk.say("my PB is 3:24:18, from Berlin 2024")
    talk.say("I'm training for the Hamburg marathon on 25 April")
    talk.say("hotel in Hamburg: Motel One am Michel, 24 to 26 April")
    talk.say("ran 18 km today in 1:29, felt easy")
    talk.say("long run is on Saturday, intervals on Tuesday")
    for title, text in (("Week 48", WEEK), ("Asset register", ASSETS)):
        talk.post("/documents", {"title": title, "text": text})
    talk.work()


@pytest.fixture
def book(talk):
    once(talk, _tell)
    return talk


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What's my target weight?", "target is 72"),
        ("What was my heart rate on Tuesday?", "HR: 159"),
        ("How long did the long run take?", "Time: 2:05"),
        ("What was my longest run in week 48?", "Session: long"),
        ("How many km did I run in week 48?", "Km in all: 46"),
        ("How many benches do we have?", "I count 2 there"),
        ("What is the oldest asset?", "Bus shelter"),
        ("How much do I weigh?", "74.2 kilos"),
        ("What is my max heart rate?", "187"),
        ("What is my maximum heart rate?", "187"),
    ],
)
def test_a_number_is_told_of_the_kind_that_is_asked_for(book, question, told):
    answer = book.answered(question)
    assert told in answer
    assert not answer.startswith("Nothing you told me")


@pytest.mark.parametrize(
    ("question", "never"), [("What was my average heart rate?", "187"), ("Where am I staying in Hamburg?", "You train")]
)
def test_a_number_of_another_kind_or_what_else_is_there_is_only_near(book, question, never):
    answer = book.answered(question)
    assert answer.startswith("Nothing you told me") or never not in answer


def test_a_number_is_from_nowhere(talk):
    assert talk.learned("my PB is 3:24:18, from Berlin 2024") == {("me", "pb", "3:24:18")}


def test_of_every_other_month_the_day_is_not_guessed(talk):
    talk.say("our meetings are on the second Tuesday of every other month at 7.30 in the village hall")
    talk.post("/documents", {"title": "Minutes of 10 November", "text": MINUTES})
    talk.work()
    assert "Next meeting: 12 January" in talk.answered("When is the next meeting?")


def test_a_site_that_goes_live_lives_nowhere(talk):
    talk.say("Mr Tolley of 3 Mill Lane complained about the floodlights at the cricket club")
    talk.say("new website goes live on 1 January, it's built by Pixel Barn for £1,800")
    assert "website" not in talk.answered("Where does Mr Tolley live?")
