"""What a household notes down: where things are, which day it is for what, who is in which year, who had what."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The stopcock is under the kitchen sink.", {("stopcock", "is_kept", "under the kitchen sink")}),
        (
            "My passport is in the top drawer of the desk.",
            {("My passport", "is_kept", "in the top drawer of the desk")},
        ),
        ("The Christmas lights are in the attic.", {("Christmas lights", "is_kept", "in the attic")}),
        ("The spare key is with Margaret at number 9.", {("spare key", "is_kept", "with Margaret at number 9")}),
        ("The drill is in the garage now.", set()),
        ("The cat is under the bed.", set()),
        ("The kids are in the kitchen.", set()),
        ("The answer is in chapter 3.", set()),
        ("The problem is in the parser.", set()),
        ("Bin day is Wednesday.", {("Bin day", "is", "Wednesday")}),
        ("Recycling collection is every other Friday.", {("Recycling collection", "is", "every other Friday")}),
        ("The bad day is over.", set()),
        ("The car's MOT runs out on 14 April 2027.", {("car's MOT", "expires_on", "2027-04-14")}),
        ("I ran out of milk.", set()),
        ("Mia is in year 2 and Leo is in year 5.", {("Mia", "is", "in year 2"), ("Leo", "is", "in year 5")}),
        ("Yuki is in second grade.", {("Yuki", "is", "in second grade")}),
        ("Mia wears size 28 shoes and Leo is a 31.", {("Mia", "wears", "size 28 shoes")}),
        ("Leo has piano on Mondays.", {("Leo", "has", "piano on Mondays")}),
        ("I have time on Mondays.", set()),
        ("Leo had chickenpox.", {("Leo", "had", "chickenpox")}),
        ("Leo wants a telescope for his birthday.", {("Leo", "wants", "a telescope for his birthday")}),
        ("Leo wants a break.", set()),
        ("Started on metformin.", {("me", "takes", "metformin")}),
        (
            "I have two brothers: Gerhard lives in Linz and Peter emigrated to Canada in 1988.",
            {
                ("me", "brother", "Gerhard"),
                ("me", "brother", "Peter"),
                ("Gerhard", "lives_in", "Linz"),
                ("Peter", "lives_in", "Canada"),
            },
        ),
        (
            "We have three kids: Mia is seven, Leo is five and Ben is two.",
            {("me", "child", one) for one in ("Mia", "Leo", "Ben")}
            | {("Mia", "age", "7"), ("Leo", "age", "5"), ("Ben", "age", "2")},
        ),
        (
            "I have high blood pressure, I take Ramipril 5 mg in the morning.",
            {("me", "has", "high blood pressure"), ("me", "takes", "Ramipril")},
        ),
        ("We named the puppy Juniper.", {("me", "pet", "Juniper"), ("Juniper", "is_a", "puppy")}),
        ("We called Dog Trust.", set()),
        ("My next dentist appointment is with Dr. Farouk.", set()),
        ("My kids' names are Leo and Mia.", {("me", "child", "Leo"), ("me", "child", "Mia")}),
        ("My mother's maiden name is Kowalska.", {("My mother", "maiden_name", "Kowalska")}),
    ],
)
def test_what_a_household_notes_is_learned_and_no_more(text, facts):
    assert learned(text) == facts
