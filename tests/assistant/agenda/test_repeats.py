"""The rules of calendars on paper: choir on Wednesdays from 1 July 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.agenda.repeats import ruled_days

START = dt.date(2026, 7, 1)
AUGUST = (dt.date(2026, 8, 1), dt.date(2026, 8, 31))


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        ("FREQ=WEEKLY", [5, 12, 19, 26]),
        ("FREQ=WEEKLY;INTERVAL=2", [12, 26]),
        ("FREQ=WEEKLY;UNTIL=20260814T200000Z", [5, 12]),
        ("FREQ=WEEKLY;COUNT=6", [5]),  # the first was on 1 July
        ("FREQ=MONTHLY;BYDAY=-1FR", [28]),
        ("FREQ=YEARLY", []),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", []),  # never
        ("FREQ=WEEKLY;BYHOUR=7,8;BYMINUTE=0,30", [5, 12, 19, 26]),
        ("FREQ=SECONDLY", []),
        ("FREQ=WEEKLY;BYDAY=XX", []),
        ("nonsense", []),
    ],
)
def test_the_days_that_a_rule_gives(rule, days):
    assert sorted(day.day for day in ruled_days(rule, START, *AUGUST)) == days
