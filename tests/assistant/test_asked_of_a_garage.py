"""POST /chat: a car and its service log, a book club, a hobby's stock list: the last of something, what is no answer to
what (J12, N35).
"""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "I drive a 2016 Skoda Octavia, diesel, 142,000 km on the clock",
    "I drive to Tullamore three days a week, 85 km each way",
    "it takes 5W-30 oil, 4.3 litres",
    "my brother Declan wants to buy the car for 6,500 when I get a new one",
    "I'm thinking of a used Ioniq, max budget 22,000",
    "my penalty points: 3, they expire in August 2027",
    "we live at Kanaalstraat 18 in Eindhoven, because of my job at ASML",
    "We're reading Middlemarch until January, Finn picked it",
    "so far this year I've read 33 books",
    "I run a community choir, we're called Die Seeschwalben",
    "Birgit left the choir because she moved to Hamburg",
    "My copy of Beloved is with Dana since the summer",
    "club nights are Wednesdays at the Methodist hall from 7",
]
LOG = """# Service log

| Date | Km | Work | Garage | Cost |
|---|---|---|---|---|
| 2025-05-20 | 134100 | oil, filters, front pads | Kearns Motors | 395 |
| 2026-06-03 | 139800 | oil, filters, battery | Midland Auto | 310 |
| 2023-06-14 | 120300 | timing belt | Kearns Motors | 640 |
"""
LIST = """# Reading list

| Title | Author | Stars |
|---|---|---|
| Piranesi | Susanna Clarke | 5 |
| The Vegetarian | Han Kang | 3 |
| Circe | Madeline Miller | 5 |
"""
PACK = "# Exhibition checklist\n\n## Bring\n- [ ] controller\n- [x] extension lead\n\n## Before\n- [ ] fix road 3\n"
LETTER = "Your appointment at the office: 9 December.\nBring: a valid passport, this letter.\n"


def _tell(talk) -> None:
    for said in TOLD:
        talk.say(said)
    for title, text in (
        ("Service log", LOG),
        ("Reading list", LIST),
        ("Exhibition checklist", PACK),
        ("Letter", LETTER),
    ):
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _tell)


@pytest.mark.parametrize(
    "question", ["When was the last service?", "Who did the last service?", "When did I last change the oil?"]
)
def test_the_last_of_a_log_is_the_row_with_the_latest_day(told, question):
    assert told.answered(question).startswith("From “Service log”: “Date: 2026-06-03")


@pytest.mark.parametrize(
    "question",
    [
        "What colour is my car?",
        "How often do I drive to Tullamore?",
        "What car am I thinking of getting?",
        "When was the last time I drove?",
    ],
)
def test_what_one_drives_does_not_tell_what_else_is_asked_of_it(told, question):
    assert not told.answered(question).startswith("You drive")
    assert told.answered("What car do I drive?") == "You drive 2016 Skoda Octavia, diesel."
    assert told.answered("What year is my car?") == "You drive 2016 Skoda Octavia, diesel."


def test_what_is_asked_for_comes_before_of_what(told):
    assert told.answered("What oil does the car take?").startswith("You said: “it takes 5W-30 oil")
    budget = told.answered("What's my budget for the new car?")
    assert budget.index("max budget 22,000") < budget.index("Declan wants to buy")
    assert told.answered("What are we reading?").startswith("You said: “We're reading Middlemarch")
    assert told.answered("What is the name of my choir?").startswith("You said: “I run a community choir")


def test_they_are_the_points_that_are_asked_of(told):
    assert told.answered("When do my penalty points expire?").startswith("You said: “my penalty points: 3")


def test_an_address_is_no_town_and_a_job_has_its_firm(told):
    assert told.answered("What's our address?") == "Your address is Kanaalstraat 18 in Eindhoven."
    assert told.answered("Where do I work?") == "You work at ASML."


def test_what_is_lent_is_with_somebody(told):
    assert told.answered("Where is my copy of Beloved?").startswith("Your copy of Beloved is kept with Dana")


def test_what_takes_place_on_days_takes_place_somewhere(told):
    assert told.answered("Where are club nights?").startswith("You said: “club nights are Wednesdays at the Methodist")


def test_rows_are_asked_for_by_what_their_cells_say(told):
    assert told.answered("Which books got 5 stars?").strip() == "From “Reading list”: “Piranesi, Circe”"
    assert "Title: The Vegetarian" in told.answered("Which books have 3 stars?")
    assert told.answered("Who wrote Circe?").startswith("From “Reading list”: “Title: Circe; Author: Madeline Miller")


def test_a_list_is_asked_for_by_what_it_is_for(told):
    listed = told.answered("What do I have to bring to the exhibition?")
    assert "☐ controller" in listed
    assert "road 3" not in listed


def test_without_a_list_what_to_bring_is_told_by_the_line_that_says_so(told):
    assert "Bring: a valid passport" in told.answered("What do I have to bring to the office?")
