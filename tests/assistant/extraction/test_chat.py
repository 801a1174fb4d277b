"""Messages as people type them in a chat: small letters, short forms, run-on sentences, several facts at once."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("im a baker", {("me", "is_a", "baker")}),
        ("hes my cousin", set()),  # whoever he is
        ("youre a star", set()),
        ("will is my cousin", {("me", "cousin", "will")}),
        ("my aunt teaches maths", {("my aunt", "teaches", "maths")}),
        ("my landlord Mr Pike wants to sell", {("me", "landlord", "Mr Pike")}),
        (
            "I met Odile, she is a pilot and works for Qantas",
            {("Odile", "is_a", "pilot"), ("Odile", "works_for", "Qantas")},
        ),
        ("I am engaged to boris for two months", {("me", "engaged_to", "boris")}),
    ],
)
def test_what_the_parser_takes_for_something_else_is_put_right(text, facts):
    assert learned(text) == facts


def test_he_is_the_one_whose_role_says_so():
    assert ("Yaw", "from", "Accra") in learned("Efua's husband is called Yaw, he's from Accra")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "my sons are called tariq, bilal and yusuf",
            {("me", "son", "tariq"), ("me", "son", "bilal"), ("me", "son", "yusuf")},
        ),
        ("my landlady mrs okoro is lovely", {("me", "landlady", "mrs okoro")}),
        ("my cat's called soot and hates rain", {("me", "pet", "soot"), ("soot", "is_a", "cat")}),
        ("ugh, my colleague Dunja is late", {("me", "colleague", "Dunja")}),
        ("note to self: Ida's birthday is 3 May", {("Ida", "birthday", "3 May")}),
        ("my mum called yesterday", set()),
        ("the match is called off", set()),
    ],
)
def test_names_in_small_letters_are_names_where_the_words_say_so(text, facts):
    assert learned(text) >= facts
    assert facts or not learned(text)
