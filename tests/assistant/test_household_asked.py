"""POST /chat: where things are kept, what comes round when, and whose wish it was."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "The stopcock is under the kitchen sink. The spare key is with Margaret at number 9.",
    "My passport is in the top drawer of the desk. My passport runs out in May 2028.",
    "Bin day is Wednesday. The car's MOT runs out on 14 April 2027.",
    "My son Leo is in year 5. Leo has piano on Mondays. Leo wants a telescope for his birthday.",
    "Leo had chickenpox in 2024. My goal this year is to read 30 books.",
    "Mia's goal is to swim a mile.",
)
ASKED = (
    ("Where is the stopcock?", "Stopcock is kept under the kitchen sink."),
    ("Who has the spare key?", "with Margaret at number 9"),
    ("Where is the spare key?", "Spare key is kept with Margaret at number 9."),
    ("Where is my passport?", "Your passport is kept in the top drawer of the desk."),
    ("When does my passport run out?", "May 2028"),
    ("When does my passport expire?", "May 2028"),
    ("When is bin day?", "Bin day is Wednesday."),
    ("Which day is bin day?", "Bin day is Wednesday."),
    ("When does the MOT run out?", "14 April 2027"),
    ("What year is Leo in?", "Leo is in year 5."),
    ("When does Leo have piano?", "Leo has piano on Mondays."),
    ("What does Leo want for his birthday?", "Leo wants a telescope for his birthday."),
    ("Did Leo have chickenpox?", "Leo had chickenpox (in 2024)."),
    ("When did Leo have chickenpox?", "Leo had chickenpox (in 2024)."),
    ("What is my goal?", "Your goal is to read 30 books."),
    ("What is Mia's goal?", "Mia's goal is to swim a mile."),
)


def test_what_a_household_noted_is_answered(talk):
    for message in TOLD:
        talk.say(message)
    answers = {question: talk.answered(question) for question, _ in ASKED}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}
