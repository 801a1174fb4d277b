"""Answers of whom it is asked, by what was said of them: nothing that only looks like it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.without_model.answers import compose
from assistant.without_model.writing import NOT_SAID
from tests.assistant.cast import NOW, fact, passage, result
from tests.assistant.without_model.test_answers import known_people


def test_what_cannot_be_eaten_is_not_answered_by_what_is_liked():
    """ "What can't Finn eat?" was answered with what he likes."""
    told = passage(9, "Talk", "our son finn is mad about diggers and cant eat eggs", message="4", kind="conversation")
    named = {"anchors": known_people("Finn")}
    liked = replace(result(fact(1, "Finn", "likes", "diggers"), told), **named)
    assert "diggers and cant eat eggs" in compose("What can't Finn eat?", liked, NOW).text
    both = replace(result(fact(1, "Finn", "likes", "eggs"), fact(2, "Finn", "allergic_to", "nuts")), **named)
    assert compose("What can't Finn eat?", both, NOW).text == "Finn is allergic to nuts.[1]"
    assert compose("What doesn't Finn like?", both, NOW).text == "Finn is allergic to nuts.[1]"


def test_what_only_hints_at_the_answer_says_so():
    liked = replace(result(fact(1, "Finn", "likes", "diggers")), anchors=known_people("Finn"))
    assert compose("What does Finn eat?", liked, NOW).text == f"{NOT_SAID} Finn likes diggers.[1]"
    assert compose("What food does Finn like?", liked, NOW).text == "Finn likes diggers.[1]"


@pytest.mark.parametrize(
    ("relation", "says"), [("teaches", "Ann teaches physics.[1]"), ("profession", "Ann's profession is physics.[1]")]
)
def test_what_somebody_does_is_told_by_what_they_teach_and_by_their_trade(relation, says):
    book = replace(
        result(fact(1, "Ann", relation, "physics"), fact(2, "Ann", "mother", "Bea")), anchors=known_people("Ann")
    )
    assert compose("What does Ann do?", book, NOW).text == says


def test_what_was_said_of_oneself_is_no_answer_about_somebody_who_is_not_named():
    said = passage(9, "2026-02-09", "I am allergic to penicillin.", similarity=0.6)
    assert not compose("What is my wife allergic to?", result(said), NOW).known
    of_her = passage(9, "2026-02-09", "My wife has a rash: she is allergic to penicillin.", similarity=0.6)
    assert "penicillin" in compose("What is my wife allergic to?", result(of_her), NOW).text


def test_where_another_works_is_no_answer_to_where_i_work():
    of_another = passage(9, "2026-02-09", "Lotte Vermeer works at Quay now.", similarity=0.6)
    assert not compose("Where do I work now?", result(of_another), NOW).known
    mine = passage(10, "2026-02-10", "These days I work at Quay.", similarity=0.6)
    assert (
        compose("Where do I work now?", result(of_another, mine), NOW).text
        == "From “2026-02-10”: “These days I work at Quay.” [1]"
    )


def test_who_lives_somewhere_is_told_by_the_city_that_a_note_names():
    """A property of a note is a word, and no place with an entry of its own."""
    book = result(
        fact(1, "Suzan", "city", value="Ghent", similarity=0.6), fact(2, "Bram", "city", value="Delft", similarity=0.6)
    )
    assert compose("Who lives in Ghent?", book, NOW).text == "Suzan's city is Ghent.[1]"


def test_a_thing_may_stand_beside_the_line_that_says_all_else():
    said = "Booked flights for the 27th of March. The booking reference is QX7PLM."
    found = result(passage(9, "Talk", said, similarity=0.6, message="4", kind="conversation"))
    found = replace(found, lines={9: "The booking reference is QX7PLM."})
    text = compose("What's the booking reference for the flights?", found, NOW).text
    assert NOT_SAID not in text
    assert "QX7PLM" in text


def test_a_line_near_in_meaning_is_quoted_with_what_goes_on_about_the_same():
    said = "We have a whippet called Otto. She's on Apoquel for her skin. Work was dull."
    found = result(passage(9, "Talk", said, similarity=0.7, message="4", kind="conversation"))
    found = replace(found, lines={9: "We have a whippet called Otto."}, anchors=known_people("Otto"))
    text = compose("What medication is Otto on?", found, NOW).text
    assert "“We have a whippet called Otto. She's on Apoquel for her skin.”" in text
