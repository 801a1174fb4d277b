"""What a message asks to be done with the book."""

from __future__ import annotations

import pytest

from assistant.question.intents import Intent, Swap, intent, swap, takes_back


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Remember that Anna lives in Rome.", Intent("remember", "Anna lives in Rome.")),
        ("please remember I prefer aisle seats", Intent("remember", "I prefer aisle seats")),
        ("Don't forget that Bea is allergic to soy.", Intent("remember", "Bea is allergic to soy.")),
        ("Keep in mind: I'm vegan", Intent("remember", "I'm vegan")),
        ("Forget that I live in Ghent.", Intent("forget", "I live in Ghent")),
        ("Please forget about Tom", Intent("forget", "Tom")),
        ("forget my phone number", Intent("forget", "my phone number")),
        ("That's wrong.", Intent("wrong")),
        ("no, that is not right!", Intent("wrong")),
        ("Wrong", Intent("wrong")),
        ("No, she moved to Porto.", Intent("correct", "she moved to Porto.")),
        ("That's wrong, he works at Shell.", Intent("correct", "he works at Shell.")),
    ],
)
def test_a_wish_is_told_from_what_it_is_about(text, expected):
    """A-J11."""
    assert intent(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Anna lives in Rome.",
        "Do you remember that Anna lives in Rome?",
        "Forget it.",
        "forget about it",
        "Forget everything",
        "I remember the sea.",
        "I forgot my keys.",
        "What is wrong with Anna?",
        "",
    ],
)
def test_other_messages_ask_for_nothing(text):
    assert intent(text) is None


def test_only_forgetting_and_refusing_leave_nothing_to_learn():
    texts = ("Forget that I like tea.", "That's wrong.", "No, I like tea.", "Remember that I like tea.")
    assert [takes_back(text) for text in texts] == [True, True, False, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wrong. It's Ingrid not Hanne", Swap("Ingrid", "Hanne")),
        ("no it's Ingrid, not Hanne.", Swap("Ingrid", "Hanne")),
        ("not Hanne, Ingrid", Swap("Ingrid", "Hanne")),
        ("It's not Hanne, it's Ingrid Moe!", Swap("Ingrid Moe", "Hanne")),
        ("No, not Hanne but Ingrid", Swap("Ingrid", "Hanne")),
        ("Actually, she is Ingrid and not Hanne", Swap("Ingrid", "Hanne")),
        ("It's Ana de la Cruz, not Ana Cruz", Swap("Ana de la Cruz", "Ana Cruz")),
        ("Ingrid is my doctor.", None),
        ("I work in Porto, not Lisbon", None),
        ("My sister is Ingrid, not Hanne", None),
        ("Anna visited Porto, not Lisbon", None),
        ("It's late. I am not Hanne, and Ingrid is away. Goodbye", None),
    ],
)
def test_what_is_right_is_told_from_what_is_wrong(text, expected):
    assert swap(text) == expected
