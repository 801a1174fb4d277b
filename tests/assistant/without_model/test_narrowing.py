"""Questions that leave only some of the facts: of others, of a year or month, of what was, of something named."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from assistant.without_model.answers import compose
from assistant.without_model.writing import NOT_SAID
from tests.assistant.cast import NOW, OWNER, fact, result


def year(number: int) -> dt.datetime:
    return dt.datetime(number, 1, 1, tzinfo=dt.UTC)


BOOK = result(
    fact(1, OWNER, "likes", "chess"),
    fact(2, "Bea", "likes", "chess"),
    fact(3, OWNER, "allergic_to", "eggs"),
    fact(4, "Bea", "allergic_to", "wasps"),
    fact(5, OWNER, "lives_in", "Graz", valid_from=year(2020)),
    fact(6, OWNER, "lived_in", "Turin", valid_from=year(2011), valid_until=year(2019)),
    fact(7, OWNER, "visited", "Malta", valid_from=year(2025)),
    fact(8, OWNER, "visited", "Crete", valid_from=year(2023)),
    fact(9, OWNER, "brother", "Sami"),
    fact(10, "Sami", "son", "Adam"),
    fact(11, OWNER, "brother", "Omar"),
    fact(12, "Omar", "lives_in", "Lille"),
    fact(13, "Sami", "lives_in", "Brest"),
    fact(14, OWNER, "pet", "Tofu"),
    fact(15, "Tofu", "is_a", "rabbit"),
    fact(16, "Bea", "birthday", value="1991-06-04"),
    fact(17, "Sami", "birthday", value="1984-10-30"),
    fact(18, OWNER, "phone", value="0470 12 34 56", similarity=0.5),
    fact(19, OWNER, "member_of", "Kiel Rowers", valid_from=year(2022)),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who else likes chess?", "Bea likes chess.[1]"),
        ("Who likes chess besides me?", "Bea likes chess.[1]"),
        ("Am I allergic to eggs?", "You are allergic to eggs.[1]"),
        ("Where did I live in 2015?", "You lived in Turin (2011 to 2019).[1]"),
        ("Where did I live before Graz?", "You lived in Turin (2011 to 2019).[1]"),
        ("Where did Omar live before?", f"{NOT_SAID} Omar lives in Lille.[1]"),
        ("Where did I visit last year?", "You visited Malta (since 2025).[1]"),
        ("Who is my nephew?", "Adam is Sami's son.[1] Sami is your brother.[2]"),
        ("What is my nephew called?", "Adam is Sami's son.[1]"),
        ("How many brothers do I have?", "I know of 2. Sami and Omar are your brothers.[1][2]"),
        ("What is my rabbit called?", "Tofu is your pet.[1]"),
        ("Whose birthday is in June?", "Bea's birthday is 4 June 1991.[1]"),
        ("Since when am I a member of Kiel Rowers?", "You are a member of Kiel Rowers (since 2022).[1]"),
    ],
)
def test_only_what_is_asked_for_is_told(question, answer):
    assert compose(question, BOOK, NOW).text == answer


@pytest.mark.parametrize(
    ("left_out", "answer"),
    [
        (fact(30, OWNER, "brother", "Zaid"), "I know of at least 2. Sami and Omar are your brothers.[1][2]"),
        (fact(31, "Bea", "brother", "Zaid"), "I know of 2. Sami and Omar are your brothers.[1][2]"),
    ],
)
def test_a_number_of_which_more_were_found_than_there_was_room_for_is_the_least(left_out, answer):
    cut = replace(BOOK, left_out=((left_out, "Others were nearer"),))
    assert compose("How many brothers do I have?", cut, NOW).text == answer


def test_which_of_several_is_the_one_of_whom_the_rest_is_true():
    assert compose("Which of my brothers lives in Lille?", BOOK, NOW).text.startswith("Omar lives in Lille.[1]")
    assert "Brest" not in compose("Which of my brothers lives in Lille?", BOOK, NOW).text


@pytest.mark.parametrize(
    "question", ["What is my dog called?", "What is Bea's phone number?", "What is Zelda's phone number?"]
)
def test_of_another_it_is_unknown(question):
    """Nobody else's number is told for Bea's, and no rabbit for the dog."""
    assert not compose(question, BOOK, NOW).known


@pytest.mark.parametrize("question", ["Am I allergic to wasps?", "Is Bea allergic to eggs?"])
def test_what_nothing_says_is_said_not_to_be_said(question):
    text = compose(question, BOOK, NOW).text
    assert text.startswith(NOT_SAID)
    assert ("Bea" in text) == ("Bea" in question)
