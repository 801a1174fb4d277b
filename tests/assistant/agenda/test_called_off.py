"""Which plan a sentence calls off or moves, said on Sunday 1 March 2026 of the week that follows."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.agenda.called_off import called_off, since
from assistant.agenda.passages import Text

SAID = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def became(plan: str, day: int, said: str) -> bool:
    """Whether `said`, an hour later, is of the plan on that day of March."""
    offs = called_off([Text(2, said, SAID + dt.timedelta(hours=1), SAID.date(), "conversation")])
    on = dt.date(2026, 3, day)
    return since(offs, plan, (on, on), SAID, chunk=1) is not None


DENTIST = ("I have a dentist appointment on Tuesday at 3.", 3)
ANN = ("We have dinner with Ann on Thursday.", 5)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (DENTIST, "My dentist appointment is cancelled."),
        (DENTIST, "My appointment on Tuesday is cancelled."),
        (DENTIST, "The dentist moved my appointment to Friday."),
        (DENTIST, "The dentist moved my appointment to 9 March."),
        (DENTIST, "They called the dentist appointment off."),
        (ANN, "Ann cancelled our dinner because her son is ill."),
        (ANN, "Ann isn't coming on Thursday after all."),
        (ANN, "Dinner on Thursday is off."),
        (ANN, "We've postponed the dinner with Ann to next month."),
    ],
)
def test_what_names_the_plan_calls_it_off(plan, said):
    assert became(*plan, said)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (DENTIST, "I cancelled my hair appointment."),
        (DENTIST, "The plumber isn't coming."),
        (DENTIST, "My dentist is from Lisbon."),
        (DENTIST, "My dentist appointment on Wednesday is cancelled."),
        (DENTIST, "Is the dentist appointment cancelled?"),
        (ANN, "Ann cancelled our lunch."),
        (ANN, "I moved to Ghent."),
    ],
)
def test_what_is_of_something_else_does_not(plan, said):
    assert not became(*plan, said)


def test_what_was_said_before_the_plan_or_after_its_day_calls_nothing_off():
    off = called_off([Text(2, "The dentist is cancelled.", SAID, SAID.date(), "conversation")])
    day = dt.date(2026, 3, 3)
    assert since(off, "Dentist on Tuesday", (day, day), SAID) is None
    assert since(off, "Dentist on Tuesday", (day, day), SAID - dt.timedelta(hours=1)) is not None
    assert since(off, "Dentist", (dt.date(2026, 2, 3), dt.date(2026, 2, 3)), SAID - dt.timedelta(days=40)) is None
