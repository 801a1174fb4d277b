"""The rules of calendars and the moments of facts as people write them."""

from __future__ import annotations

import zoneinfo

import pytest

from graph import days, recurrence


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("FREQ=WEEKLY;BYDAY=TU", "every Tuesday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every second week on Monday, Wednesday and Friday"),
        ("FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270301T000000Z", "every month on the first Monday until 1 March 2027"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
        ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,15", "every 3 months on day 1 and 15"),
        ("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "every year on the second Sunday in May"),
        ("FREQ=DAILY;COUNT=10", "every day 10 times"),
        ("freq=weekly;wkst=mo", "every week"),
        # What nobody says, and what is damaged, stays as it stands
        ("FREQ=HOURLY", "FREQ=HOURLY"),
        ("FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=XX"),
        ("FREQ=MONTHLY;BYDAY=9MO", "FREQ=MONTHLY;BYDAY=9MO"),
        ("FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=13"),
        ("FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;UNTIL=soon"),
        ("FREQ=DAILY;INTERVAL=often", "FREQ=DAILY;INTERVAL=often"),
        ("FREQ=DAILY;COUNT=many", "FREQ=DAILY;COUNT=many"),
        ("FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO,TU", "FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO,TU"),
        ("", ""),
    ],
)
def test_a_rule_in_words(rule, said):
    assert recurrence.in_words(rule) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2026-12-03", "3 December 2026"),
        ("2026-12-03T07:15:00+00:00", "3 December 2026, 08:15"),
        ("2026-07-03T23:30:00Z", "4 July 2026, 01:30"),
        ("2026-12-03T07:15:00", "3 December 2026, 07:15"),
        ("FREQ=WEEKLY;BYDAY=TU; FREQ=DAILY", "every Tuesday; every day"),
        ("2026-13-03", "2026-13-03"),
        ("2026-12-03T99:15", "2026-12-03T99:15"),
        ("0001-01-01T00:30+14:00", "0001-01-01T00:30+14:00"),
        ("2026-12-03 is a Thursday", "2026-12-03 is a Thursday"),
        ("Lisbon", "Lisbon"),
    ],
)
def test_a_value_by_the_clock_of_stockholm(value, said):
    assert days.in_words(value, zoneinfo.ZoneInfo("Europe/Stockholm")) == said
