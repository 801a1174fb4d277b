"""A day that was told is told again as that day, wherever one lives."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.days import day_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]
ZONES = ["Europe/Berlin", "America/New_York", "Pacific/Auckland", "UTC"]


@pytest.mark.parametrize("zone", ZONES)
def test_since_when_is_the_year_that_was_said_in_every_time_zone(api, user, work, zone):
    """East of Greenwich "in 2019" was told as "since December 2018"."""
    user.time_zone = zone
    user.save()
    said = api.post("/chat", {"message": "I moved to Ghent in 2019.", "stream": False})[1]
    work()
    asked = {"message": "Where do I live?", "stream": False, "conversation": said["conversation"]}
    answer = api.post("/chat", asked)[1]
    assert answer["text"].startswith("You live in Ghent (since 2019)")
    assert "since 1 January 2019" in api.post("/retrieve", {"query": "Where do I live?"})[1]["narrative"]


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_that_a_program_gave_is_that_day_in_every_time_zone(api, user, work, zone):
    user.time_zone = zone
    user.save()
    fact = {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Porto"}}
    api.post("/facts", {**fact, "valid_from": "2024-05-01"})
    work()
    assert "(since May 2024)" in api.post("/chat", {"message": "Where does Anna live?", "stream": False})[1]["text"]
    assert "since 1 May 2024" in api.post("/retrieve", {"query": "Where does Anna live?"})[1]["narrative"]


def test_a_moment_stands_for_the_day_on_which_it_was():
    east = dt.timezone(dt.timedelta(hours=13))
    assert day_of(dt.datetime(2026, 3, 1, tzinfo=dt.UTC), east) == dt.date(2026, 3, 1)
    assert day_of(dt.datetime(2026, 3, 1, tzinfo=east), east) == dt.date(2026, 3, 1)
    assert day_of(dt.datetime(2026, 3, 1, 23, tzinfo=dt.UTC), east) == dt.date(2026, 3, 2)
    assert day_of(dt.datetime(2026, 3, 1, 23, tzinfo=dt.UTC), None) == dt.date(2026, 3, 1)
