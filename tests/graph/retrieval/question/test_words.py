"""Words compare equal by their stems."""

from __future__ import annotations

import pytest

from graph.retrieval.question.words import content_stems, coverage, held, meant_in


@pytest.mark.parametrize(
    "forms",
    [
        "like likes liked",
        "study studies studied studying",
        "play plays playing",
        "Tuesday Tuesdays",
        "class classes",
        "write writes wrote written",
        "buy buying bought",
        "teach taught",
        "child children",
        "die dies died dying death",
        "born birth",
        "marry married marriage",
    ],
)
def test_forms_of_a_word_have_one_stem(forms):
    assert len(content_stems(forms)) == 1


def test_a_question_is_covered_by_another_form_of_its_word():
    assert coverage(content_stems("What do I study?"), "studying law in Leiden") == 1.0


def test_a_question_is_covered_by_a_form_that_no_ending_tells():
    assert coverage(content_stems("Who wrote Emma?"), "Emma, written by Jane Austen") == 1.0


def test_a_question_word_drawn_together_with_is_carries_no_meaning():
    assert content_stems("What's the plan, who’s there, and it's whose?") == content_stems("the plan, whose?")
    assert content_stems("Anna's plan") == content_stems("Anna plan")


def test_stems_are_held_where_words_begin_with_them_whatever_stands_between():
    stems = content_stems("west brien women write cafe Übergröße")
    assert held(stems, "Zoë's CAFÉ, in women's hands; rewrite it, O'Brien, and go north-west") == {"caf", "woman"}
    assert held(stems, "West: wrote_of the ubergrosse") == {"west", "writ", "ubergross"}


@pytest.mark.parametrize(
    "text", ["Dad's will names me", "Will is coming", "it will rain", "we may go", "the fair in May"]
)
@pytest.mark.parametrize("question", ["When is Will coming?", "Who goes to the fair in May?", "What is in Dad's will?"])
def test_what_is_meant_in_a_text_is_of_its_content(question, text):
    wanted = content_stems(question)
    assert meant_in(wanted, text) == wanted & content_stems(text)
