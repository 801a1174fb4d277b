"""POST /chat: what a note is called by is asked of all of it; schools, payments, weekdays, and what befell somebody."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "Niamh goes to St Brigid's, the other two are at Scoil Mhuire",
    "school finishes at 12:30 on 18 December for the holidays",
    "swimming for Cillian is Mondays at 4",
    "the school trip to Kilkenny costs 35 euro, due by tomorrow",
    "Cillian broke his wrist on Tuesday, cast stays on for 6 weeks",
    "Cillian's not doing football any more, he switched to chess",
    "Queen Ildara is secretly the lich's daughter",
    "my thesis supervisor is Dr. van Rijn",
    "the boiler is serviced every October",
]
SESSION = "# Session 7 (27 November 2026)\n\n- Party arrived at the mines by night\n- Captain Dask escaped on a boat\n"
QUEEN = "type: npc\nage: 42\nhome: Harrowmere\n\nMarried to Duke Perrin for his fleet. Her seal is a heron.\n"
READINGS = (
    "| Date | Electricity | Gas |\n|---|---|---|\n| 2026-09-01 | 48210 | 11320 |\n| 2026-10-01 | 48455 | 11402 |\n"
)
RUNBOOK = """# Runbook

## Invoices are not sent
Check the length of the queue first. More than 5,000 messages means that the mailer hangs.

## Money
All amounts are stored as integer cents.
"""


def _told(talk) -> None:
    for line in TOLD:
        talk.say(line)
    notes = (("Session 7", SESSION), ("Queen Ildara", QUEEN), ("Runbook", RUNBOOK), ("Meter readings", READINGS))
    for title, text in notes:
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_what_happened_in_a_session_is_all_of_its_note_and_its_heading_tells_when(told):
    happened = told.answered("What happened in session 7?")
    assert happened.startswith("From “Session 7”: “Party arrived at the mines by night · Captain Dask escaped")
    assert "27 November 2026" in told.answered("When was session 7?")


def test_a_note_that_is_called_by_somebody_tells_of_them(told):
    assert told.answered("Who is Ildara married to?").startswith("From “Queen Ildara”: “Married to Duke Perrin")
    assert told.answered("How old is Queen Ildara?").startswith("From “Queen Ildara”: “age: 42”")


def test_what_to_do_stands_below_the_heading_of_what_is_wrong(told):
    assert "“Check the length of the queue first." in told.answered("What do I do if invoices are not sent?")


def test_how_something_is_stored_is_no_reason(told):
    assert told.answered("Why are amounts stored as integers?").startswith("Nothing you told me says exactly that.")


def test_which_school_somebody_goes_to_is_theirs(told):
    for question in ("Which school does Niamh go to?", "Where does Niamh go to school?"):
        assert told.answered(question) == "Niamh goes to St Brigid's."


def test_what_happened_to_somebody_is_what_befell_them(told):
    answer = told.answered("What happened to Cillian?")
    assert answer.startswith("You said: “Cillian broke his wrist on Tuesday")
    assert "football" not in answer
    assert "escaped on a boat" in told.answered("What happened to Captain Dask?")


def test_a_row_of_another_month_is_not_asked_for(told):
    october = told.answered("What was the gas reading in October?")
    assert "11402" in october
    assert "11320" not in october


def test_a_rank_alone_names_nobody(told):
    for question in ("What did I want to ask Dr. Peeters?", "Who is Dr. Peeters?"):
        answer = told.answered(question)
        assert answer.startswith(("I don't know that: ", "Nothing you told me says exactly that."))
        assert "about Dr. van Rijn" not in answer


def test_what_is_mondays_recurs_and_what_costs_two_digits_is_to_be_paid(told):
    assert "swimming for Cillian" in told.answered("What's on next Monday?")
    assert "35 euro" in told.answered("What do I have to pay by the end of next week?")


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "our API rate limit is 600 requests per minute per key",
            {("me", "api_rate_limit", "600 requests per minute per key")},
        ),
        ("our stand-up is at 9:45 every day except Wednesday", set()),
        ("my rent is 900 euro per month", {("me", "rent", "900 euro per month")}),
        (
            "I'm in my second year of biology at Utrecht, student number 6621190",
            {
                ("me", "is", "in my second year of biology at Utrecht"),
                ("me", "studies", "biology"),
                ("me", "studies_at", "Utrecht"),
            },
        ),
    ],
)
def test_what_limits_a_number_or_a_day_is_not_lost(talk, said, facts):
    assert talk.learned(said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Mum is 60 on 6 December", {("my mum", "birthday", "6 December")}),
        ("Tom knows my sister Ann", {("me", "sister", "Ann"), ("Tom", "knows", "Ann")}),
        ("Maria loves her brother Tom", {("Maria", "brother", "Tom")}),
        ("Lotte works for me", {("me", "employee", "Lotte")}),
        ("I rent a room in Kiel", {("me", "lives_in", "Kiel"), ("me", "rents", "room in Kiel")}),
        ("We rent a house in Spain every summer", {("me", "rents", "house in Spain")}),
        ("I run a yoga studio in Leith called Still Point", {("me", "runs", "Still Point")}),
        ("my cousin Ellie is bringing her new boyfriend, he's a vet", {("me", "cousin", "Ellie")}),
    ],
)
def test_whose_somebody_is_and_who_is_meant_is_not_guessed(talk, said, facts):
    """“Mum is 60 on Sunday” made Sunday the mother, and the boyfriend's trade was Ellie's."""
    learned = talk.learned(said)
    assert {one for one in learned if one[1] != "born_on"} == facts


def test_a_birthday_is_told_once_and_the_hour_of_the_party_with_it(talk):
    talk.learned("gran is 91 on Thursday, party at aunt Sue's at 3")
    told = talk.answered("What's on next week?") + talk.answered("What's on this week?")
    assert "birthday" in told
    assert "Your gran’s birthday" not in told
    assert "party at aunt Sue's at 3" in told


def test_another_s_lessons_and_what_is_owed_are_not_what_is_asked(talk):
    for line in (
        "Priya teaches the Wednesday evening class",
        "I owe Marta 60 pounds for the mats",
        "the new mats are by Manduka, ordered 12",
    ):
        talk.say(line)
    assert "Priya" not in talk.answered("Which classes do I teach?")
    assert "60 pounds" not in talk.answered("How many mats did I order?")


def test_where_one_lives_is_nobody_to_live_with(talk):
    talk.learned("I rent a room in Kiel")
    assert talk.answered("Where do I live?") == "You live in Kiel."
    assert not talk.answered("Who do I live with?").startswith("You live in Kiel")


def test_who_works_for_me_asks_for_employees(talk):
    talk.learned("My employees are Lotte and Jef", "Anna works for Siemens")
    told = talk.answered("Who works for me?")
    assert told.startswith("Your employees are")
    assert "Anna" not in told
