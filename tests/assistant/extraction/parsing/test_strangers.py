"""A name from anywhere is read as a name: "Rajesh" is no verb, and "Xiaoming lives" are no lives."""

from __future__ import annotations

import random

import pytest

from tests.assistant.extraction.test_rules import learned

NAMES = [
    "Gökçe",
    "Umut",
    "Rajesh",
    "Venkatesh",
    "Xiaoming",
    "Haruto",
    "Seoyeon",
    "Agnieszka",
    "Zdeněk",
    "Győző",
    "Þóra",
    "Oluwaseun",
    "Thandiwe",
    "Itzel",
    "Thuy",
    "Jutta",
    "Anneliese",
    "Khadija",
    "Tendai",
    "Anjali",
]
MADE_UP = ["Quix" + "".join(random.Random(seed).choices("abdefgklmnoprstuv", k=10)) for seed in range(20)]


@pytest.mark.parametrize("name", [*NAMES, *MADE_UP])
def test_a_name_that_the_tagger_never_met_is_a_name(name):
    assert learned(f"{name} lives in Porto.") == {(name, "lives_in", "Porto")}
    assert learned(f"My boss {name} works at Acme.") == {("me", "boss", name), (name, "works_at", "Acme")}
    assert learned(f"My sister {name} lives in Porto, and my cousin {name}a is allergic to nuts.") == {
        ("me", "sister", name),
        (name, "lives_in", "Porto"),
        ("me", "cousin", f"{name}a"),
        (f"{name}a", "allergic_to", "nuts"),
    }


@pytest.mark.parametrize("before", ["", "I work here. ", "My boss is Tom. "])
def test_after_a_role_a_name_of_two_words_is_a_name(before):
    facts = learned(f"{before}My colleague Ana Silva speaks Portuguese.")
    assert {one for one in facts if one[1] != "boss"} == {
        ("me", "colleague", "Ana Silva"),
        ("Ana Silva", "speaks", "Portuguese"),
    }


@pytest.mark.parametrize("role", ["sister", "friend", "boss"])
def test_after_a_role_a_name_that_is_taken_for_a_number_is_a_name(role):
    """No word is like “Quixaltbgopdkd”, and the parser calls it a number; “two” is one."""
    name = "Quixaltbgopdkd"
    assert learned(f"My {role} {name} lives in Porto.") == {("me", role, name), (name, "lives_in", "Porto")}
    assert not any("Two" in fact for fact in learned(f"My {role} Two lives in Porto."))


@pytest.mark.parametrize("name", ["Will", "Drew", "River", "Hope", "Mark"])
def test_after_a_role_a_word_in_capitals_is_a_name(name):
    assert learned(f"My brother {name} likes tea.") == {("me", "brother", name), (name, "likes", "tea")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Moved to Porto in May.", {("me", "lives_in", "Porto")}),
        ("Knitting relaxes me.", set()),
        ("Bouldering is fun.", set()),
        ("My boss named his dog Rex", {("My boss", "pet", "Rex"), ("Rex", "is_a", "dog")}),
        ("My sister lives in Xochimilco.", {("My sister", "lives_in", "Xochimilco")}),
        ("Xyzzying around all day again.", set()),
        ("We moved. Gotta works for me.", set()),
        ("Tuesdays works for me.", set()),
        ("Tom is a baker. Greta lives in Vienna.", {("Tom", "is_a", "baker"), ("Greta", "lives_in", "Vienna")}),
    ],
)
def test_what_is_no_name_stays_what_it_is(text, facts):
    assert learned(text) == facts
