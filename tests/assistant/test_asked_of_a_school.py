"""POST /chat: marks and a timetable, an allotment and its calendar, applications: rows by what stands below their heads,
and what only shares a word (J12, N35).
"""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "I teach physics and maths at the Gymnasium in Landau, 22 lessons a week",
    "Leon Fuchs broke his arm and can't write for four weeks",
    "I've been a UX designer for six years",
    "I registered with the job centre on 12 October, my advisor is Frau Kern",
]
MARKS = """# 9a marks

| Name | Test 1 | Test 2 | Oral |
|---|---|---|---|
| Emre Özdemir | 2 | 3 | 1 |
| Lara Simon | 4 | 5 | 3 |
| Mia Hartmann | 1 | 2 | 2 |
| Tim Kraus | 3 | 3 | 3 |
"""
CALENDAR = """# Sowing calendar

| Crop | Sow | Harvest |
|---|---|---|
| Leeks | March | November |
| Tomatoes | March | August |
| Kale | May | December |
"""
RULES = "# Rules\n\n1. Fires are forbidden.\n\nBoard: chair Joke de Graaf 06 1122 3344, treasurer Wim Smit.\n"
NOTES = "# Interview notes\n\nTalked to Carla and Jun.\nTo prepare: case study on onboarding.\nCarla's dog is called Pixel.\n"
MINUTES = """# Minutes

TOP 1: Open day on 30 January. Physics shows the Van de Graaff generator. Responsible: Koch, Lehmann.

TOP 3: The library gets 1,500 euros. Orders to Herr Lehmann.
"""


def _tell(talk) -> None:
    for said in TOLD:
        talk.say(said)
    documents = (
        ("9a marks", MARKS),
        ("Sowing calendar", CALENDAR),
        ("Rules", RULES),
        ("Notes", NOTES),
        ("Minutes", MINUTES),
    )
    for title, text in documents:
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def test_a_row_is_of_whom_it_is_asked_and_those_with_a_mark_are_told_together(told):
    assert "Name: Lara Simon" in told.answered("What did Lara get in test 2?")
    assert "Mia" not in told.answered("What did Lara get in test 2?")
    assert told.answered("Who got a 3 in test 2?").strip() == "From “9a marks”: “Emre Özdemir, Tim Kraus”"
    assert "Name: Mia Hartmann" in told.answered("Who got a 1 in test 1?")


def test_what_is_done_in_a_month_is_what_has_it_below_that_head(told):
    assert told.answered("What do I sow in March?").strip() == "From “Sowing calendar”: “Leeks, Tomatoes”"
    assert "Crop: Kale" in told.answered("What do I harvest in December?")


def test_what_i_teach_is_not_where(told):
    assert told.answered("What do I teach?") in {"You teach maths and physics.", "You teach physics and maths."}
    assert told.answered("Where do I teach?") == "You teach at Gymnasium."


def test_a_job_does_not_tell_when_one_registered(told):
    assert told.answered("When did I register with the job centre?").startswith("You said: “I registered with the job")


def test_what_befell_somebody_is_told_by_the_first_of_two_clauses(told):
    assert told.answered("What happened to Leon?").startswith("You said: “Leon Fuchs broke his arm")


def test_a_surname_stands_where_the_whole_name_does(told):
    assert "Leon Fuchs" in told.answered("What is Leon's surname?")


def test_a_number_of_a_phone_is_seen_and_a_sum_is_money(told):
    assert "06 1122 3344" in told.answered("What's the chair's phone number?")
    assert told.answered("How much money does the library get?").startswith("From “Minutes”: “TOP 3: The library gets")


def test_a_label_is_nobodys_name(told):
    assert told.answered("What do I have to prepare?").startswith("From “Notes”: “To prepare: case study")


def test_the_rest_of_what_is_asked_is_told_where_it_stands_a_sentence_behind(told):
    assert "Responsible: Koch, Lehmann." in told.answered("Who is responsible for the open day?")
