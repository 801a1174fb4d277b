"""Rows of a table are told with the heads of their columns."""

from __future__ import annotations

import pytest

from assistant.without_model.answers import compose
from assistant.without_model.tables import spoken
from assistant.without_model.writing import NOT_SAID
from tests.assistant.cast import NOW, passage, result

BREAD = """Starter is called Gertrude.

| Step | Time | Temperature |
|:-----|-----:|---|
| Bulk | 5 h | 24 °C |
| Proof | 12 h | |

Bake at 250 °C with steam.
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| A | B |\n|---|---|\n| 1 | 2 |", "A: 1; B: 2"),
        ("| A | B |\n|---|---|\n| 1 | |\n| | 2 | 3 |", "A: 1\nB: 2; 3"),
        ("| 1 | 2 |\n| 3 | 4 |", "1; 2\n3; 4"),
        ("| a \\| b | c |", "a | b; c"),
        ("one | two", "one | two"),
        ("| A |\n|---|\n| 1 |\nthen\n| 2 |", "A: 1\nthen\n2"),
        ("", ""),
    ],
)
def test_rows_are_told_with_the_heads_of_their_columns(text, told):
    assert spoken(text) == told


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("How long is the bulk?", "“Step: Bulk; Time: 5 h; Temperature: 24 °C · Step: Proof; Time: 12 h”"),
        ("What is my starter called?", "“Starter is called Gertrude. Step: Bulk; Time: 5 h; Temperature: 24 °C”"),
        ("How do I bake with steam?", "“Bake at 250 °C with steam.”"),
    ],
)
def test_an_answer_quotes_no_bars(question, quoted):
    assert compose(question, result(passage(11, "Bread", BREAD)), NOW).text == f"From “Bread”: {quoted} [1]"


def test_of_lines_with_as_many_words_the_one_near_in_meaning_is_quoted():
    """ "Temperature" stands in every row, "bake" in the one that answers."""
    found = result(passage(11, "Bread", BREAD))
    question = "At what temperature do I bake?"
    assert "Step: Bulk" in compose(question, found, NOW).text
    found.lines[11] = "Bake at 250 °C with steam."
    assert "“Bake at 250 °C with steam.”" in compose(question, found, NOW).text


def test_a_passage_with_fewer_of_the_same_words_is_not_quoted_beside():
    found = result(
        passage(11, "House", "Insurance: policy NM-448."), passage(12, "House", "tags: [insurance]", similarity=0.7)
    )
    assert compose("What is our insurance policy?", found, NOW).text == "From “House”: “Insurance: policy NM-448.” [1]"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who chairs the allotment committee?", "From “Allotment committee”: “Farida is in the chair.” [1]"),
        ("Who chairs the choir?", f"{NOT_SAID}\n\nFrom “Allotment committee”: “Farida is in the chair.” [1]"),
        ("What chair is in the bedroom?", f"{NOT_SAID}\n\nFrom “Allotment committee”: “Farida is in the chair.” [1]"),
    ],
)
def test_the_title_of_a_document_may_name_the_thing(question, told):
    """A-M2"""
    found = result(passage(11, "Allotment committee", "Farida is in the chair.", similarity=0.6))
    assert compose(question, found, NOW).text == told


def test_a_word_of_doing_need_not_stand_in_what_is_quoted():
    found = result(passage(11, "Bread", "Salt: 2 % of the flour.", similarity=0.3))
    assert compose("How much salt do I use?", found, NOW).text == "From “Bread”: “Salt: 2 % of the flour.” [1]"
