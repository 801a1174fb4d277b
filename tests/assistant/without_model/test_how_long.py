"""How long ago, and for how long: counted to today from the day that is told, in the unit that is asked for."""

from __future__ import annotations

import datetime as dt

import pytest

from graph import clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(talk, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: dt.datetime(2027, 6, 21, 12, 0, tzinfo=dt.UTC))  # a Monday
    for line in [
        "I got promoted to senior engineer on 3 May.",
        "I've stopped eating red meat since January.",
        "We have lived in Porto since March 2025.",
        "I saw the dentist last Monday.",
    ]:
        talk.say(line)
    talk.work()
    return talk


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How many weeks ago did I get promoted?", "That was 7 weeks ago."),
        ("How many days ago did I get promoted?", "That was 49 days ago."),
        ("How long ago did I get promoted?", "That was 7 weeks ago."),
        ("How many days is it since I saw the dentist?", "That was 7 days ago."),
        ("How long have we lived in Porto?", "That is 2 years and 3 months."),
        ("How many months have we lived in Porto?", "That is 27 months."),
        ("How many months has it been since I stopped eating red meat?", "That was 5 months ago."),
    ],
)
def test_it_is_counted_to_today(told, question, says):
    assert says in told.answered(question)


def test_nothing_is_counted_where_nothing_asks_for_it_or_no_day_is_told(told):
    assert "That" not in told.answered("When did I get promoted?").replace("That says", "")
    told.say("I sold my bike.")
    assert "ago" not in told.answered("How long ago did I sell my bike?")
