"""Candidates in the terms of the book: registered predicates, typed values."""

from __future__ import annotations

import pytest

from assistant.extraction.read import message
from assistant.extraction.settle import registered, settled, typed
from assistant.extraction.text.trivial import is_trivial
from graph.curation.candidates import Candidate, Name


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("lives_in", "lives_in"),
        ("phone_number", "phone"),
        ("job_title", "works_as"),
        ("wife", "married_to"),
        ("mum", "mother"),
        ("mother_in_law", "mother_in_law"),
        ("loves", "likes"),
        ("favourite_colour", "favourite_colour"),
    ],
)
def test_a_predicate_gets_the_name_that_the_registry_has_for_it(said, meant):
    assert registered(said) == meant


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3 May 1990", ("1990-05-03", "date")),
        ("3rd of May", ("3 May", "string")),
        ("nine", ("9", "number")),
        ("1,200", ("1200", "number")),
        ("green", ("green", "string")),
        ("400 copies", ("400 copies", "string")),
    ],
)
def test_a_value_is_typed(value, expected):
    assert typed(value, "string") == expected


def test_a_typed_value_keeps_its_type():
    assert settled(Candidate(Name("User"), "age", value="34", value_type="number")).value_type == "number"


@pytest.mark.parametrize("text", ["ok", "Thanks a lot!", "Good morning", "haha nice", "👍", "That makes sense."])
def test_a_trivial_message_is_not_read(text, monkeypatch):
    """A-O7."""
    monkeypatch.setattr("assistant.extraction.read.rules", None)
    assert is_trivial(text)
    assert message(text).candidates == ()


@pytest.mark.parametrize("text", ["I'm Tom", "No, she moved to Porto.", "Ok, I live in Ghent."])
def test_a_short_message_that_tells_something_is_read(text):
    assert not is_trivial(text)
