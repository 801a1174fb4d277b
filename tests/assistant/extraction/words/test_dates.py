"""Days in words, counted from Sunday 1 March 2026."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from assistant.extraction import rules
from assistant.extraction.words.dates import Period, day, period, written

SUNDAY = dt.date(2026, 3, 1)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("yesterday", "2026-02-28"),
        ("today", "2026-03-01"),
        ("last Tuesday", "2026-02-24"),
        ("Tuesday", "2026-02-24"),
        ("last Sunday", "2026-02-22"),
        ("last week", "2026-02-16"),
        ("last month", "2026-02-01"),
        ("last year", "2025-01-01"),
        ("three weeks ago", "2026-02-08"),
        ("2 months ago", "2026-01-01"),
        ("a year ago", "2025-01-01"),
        ("May", "2025-05-01"),
        ("Jan", "2026-01-01"),
        ("2019", "2019-01-01"),
        ("May 2019", "2019-05-01"),
        ("the 3rd of May 2019", "2019-05-03"),
        ("May 3, 2019", "2019-05-03"),
        ("3 May", "2025-05-03"),
        ("2 February", "2026-02-02"),
        ("2019-05-03", "2019-05-03"),
        ("31 April 2019", None),
        ("last summer", None),
        ("soon", None),
    ],
)
def test_an_expression_means_its_first_day(words, expected):
    assert day(words, SUNDAY) == (dt.date.fromisoformat(expected) if expected else None)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I have lived here since May", Period(since=dt.date(2025, 5, 1))),
        ("I moved to Ghent in 2018", Period(when=dt.date(2018, 1, 1))),
        (
            "I lived there from 2010 until 2015",
            Period(dt.date(2010, 1, 1), until=dt.date(2015, 1, 1), still_until=dt.date(2015, 1, 1)),
        ),
        (
            "I am on leave from 1 December",
            Period(dt.date(2025, 12, 1), coming_since=dt.date(2026, 12, 1)),
        ),
        ("I have worked here for three years", Period(lasting_since=dt.date(2023, 1, 1))),
        ("I like tea", Period()),
    ],
)
def test_a_clause_tells_since_when_and_until_when(words, expected):
    assert period(words, SUNDAY) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("3 May 1990", ("1990-05-03", True)),
        ("July 4, 1992", ("1992-07-04", True)),
        ("the 9th of March", ("9 March", False)),
        ("31 June 1990", None),
        ("May", None),
        ("3 apples", None),
    ],
)
def test_a_day_of_the_calendar_is_kept_in_one_form(words, expected):
    assert written(words) == expected


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("Anna moved to Porto last Tuesday.", "2026-02-24", None),
        ("I've lived in Lisbon since May.", "2025-05-01", None),
        ("I've worked at Acme for two years.", "2024-01-01", None),
        ("I lived in Ghent until 2019.", None, "2019-01-01"),
        ("I was born in Oslo in 1990.", None, None),
        ("I live in Lisbon.", None, None),
    ],
)
def test_a_fact_holds_from_the_day_that_its_clause_tells(text, since, until):
    said_at = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    for one in rules.candidates(text, said_at=said_at):
        assert [moment and moment.date().isoformat() for moment in (one.valid_from, one.valid_until)] == [since, until]


def test_a_day_begins_at_midnight_where_the_person_is():
    """What was yesterday at 1 in the morning in Auckland is another day than in Lisbon."""
    moment = dt.datetime(2026, 2, 28, 12, 30, tzinfo=dt.UTC)
    days = {}
    for zone in ("Europe/Lisbon", "Pacific/Auckland"):
        (one,) = rules.candidates("Anna moved to Porto yesterday.", said_at=moment.astimezone(ZoneInfo(zone)))
        days[zone] = one.valid_from.isoformat()
    assert days == {"Europe/Lisbon": "2026-02-27T00:00:00+00:00", "Pacific/Auckland": "2026-02-28T00:00:00+13:00"}
