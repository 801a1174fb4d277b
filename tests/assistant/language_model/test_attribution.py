"""An answer without numbers: the lines whose words it has, and none for what it says of its own."""

from __future__ import annotations

import pytest

from assistant.language_model.attribution import attributed
from tests.assistant.cast import OWNER, fact, passage

SOURCES = (
    fact(11, OWNER, "lives_in", "Ghent"),
    fact(12, "Stijn", "brother_of", "Pieter"),
    passage(13, "Talk", "The mortgage is with KBC, fixed at 1.85% until 2039."),
    passage(14, "Talk", "Stijn owes us 600 euros for the tent that we bought together."),
    passage(15, "Minutes", "The group chooses variant B. The pond stays closed until May. Tom can start on 1 March."),
    passage(16, "Talk", "Bart can't stand email."),
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("The mortgage is with KBC and fixed at 1.85% until 2039.", [3]),
        ("You live in Ghent.", [1]),
        ("Stijn owes you 600 euros for the tent you bought together. The pond stays closed until May.", [4, 5]),
        ("The pond stays closed until May. Tom can start on 1 March.", [5]),
        ("Stijn owes you 700 euros for the tent you bought together.", []),
        ("The pond is open in April.", []),
        ("The book does not say that Stijn owes you 600 euros for the tent you bought together.", []),
        ("Bart can't stand email.", [6]),
        ("The book does not say.", []),
        ("Dear Amira, I wish you a wonderful day with Biscuit and your people in Marseille.", []),
        ("Ghent.", []),
        ("", []),
    ],
)
def test_a_sentence_rests_on_the_line_that_has_its_words_and_figures(text, places):
    assert attributed(text, SOURCES) == places


def test_nothing_is_named_where_nothing_was_found():
    assert attributed("You live in Ghent.", ()) == []
