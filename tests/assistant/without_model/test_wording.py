"""Facts as sentences to their owner."""

from __future__ import annotations

import pytest

from assistant.without_model.grammar import is_plural, plural
from assistant.without_model.wording import sentence
from graph.predicates import BUILT_IN, relation
from tests.assistant.cast import NOW, OWNER, fact


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (fact(1, OWNER, "prefers", "dark mode"), "You prefer dark mode"),
        (fact(1, OWNER, "studies", "physics"), "You study physics"),
        (fact(1, OWNER, "teaches", "maths"), "You teach maths"),
        (fact(1, OWNER, "is_a", "engineer"), "You are an engineer"),
        (fact(1, OWNER, "born_in", "Oslo"), "You were born in Oslo"),
        (fact(1, OWNER, "sister", "Anna"), "Anna is your sister"),
        (fact(1, OWNER, "neighbour", "Edna"), "Edna is your neighbour"),
        (fact(1, "Anna", "student", "Noor"), "Noor is Anna's student"),
        (fact(1, "Anna", "mother", "Ingrid"), "Ingrid is Anna's mother"),
        (fact(1, OWNER, "email", value="a@b.example"), "Your email is a@b.example"),
        (fact(1, OWNER, "favourite_colour", value="green"), "Your favourite colour is green"),
        (fact(1, OWNER, "name", value="Ines"), "Your name is Ines"),
        (fact(1, "Carla", "editor_of", "Tide Tables"), "Carla is the editor of Tide Tables"),
        (fact(1, "Heron", "founded_by", "Jane Doe"), "Heron was founded by Jane Doe"),
        (fact(1, "Luc", "is_a", "nurse"), "Luc is a nurse"),
        (fact(1, "James", "deadline", value="2026-03-05"), "James' deadline is 5 March 2026"),
        (fact(1, OWNER, "lived_in", "Oslo"), "You lived in Oslo"),
        (fact(1, "Luc", "born_on", value="1977"), "Luc was born in 1977"),
        (fact(1, "Luc", "born_on", value="the spring of 1921"), "Luc was born in the spring of 1921"),
        (fact(1, OWNER, "born_on", value="October 1954"), "You were born in October 1954"),
        (fact(1, "Luc", "born_on", value="1977-05-02"), "Luc was born on 2 May 1977"),
        (fact(1, OWNER, "nhs_number", value="485 777 3456"), "Your NHS number is 485 777 3456"),
        (fact(1, OWNER, "gp", "Dr. van Dam"), "Your GP is Dr. van Dam"),
        (
            fact(1, "Dev", "is", value="on leave", valid_until=NOW.replace(year=2027, month=1, day=11)),
            "Dev is on leave (until 11 January 2027)",
        ),
        (fact(1, OWNER, "sports_club", "Nord"), "Your sports club is Nord"),
        (fact(1, OWNER, "broke", value="left wrist"), "You broke your left wrist"),
        (fact(1, "Tom", "broke", value="arm"), "Tom broke their arm"),
        (fact(1, OWNER, "gave_up", value="smoking"), "You gave up smoking"),
        (fact(1, "Heron", "written_in", "Go"), "Heron is written in Go"),
        (fact(1, "Luc", "works_as", "potter"), "Luc works as a potter"),
        (fact(1, OWNER, "works_as", "Head of Sales"), "You work as Head of Sales"),
        (fact(1, "Luc", "works_as", "head of husbandry"), "Luc works as head of husbandry"),
        (fact(1, "Bridie", "lives_with", OWNER), "Bridie lives with you"),
        (fact(1, "Tom", "friend", OWNER), "You are Tom's friend"),
    ],
)
def test_a_fact_reads_as_a_person_would_say_it(item, words):
    assert sentence([item.fact], relation(BUILT_IN, item.fact.predicate).reads, NOW) == words


def test_several_facts_of_one_predicate_are_one_sentence():
    facts = [fact(pk, OWNER, "child", name).fact for pk, name in ((1, "Mia"), (2, "Leo"), (3, "Noor"))]
    assert sentence(facts, "likes", NOW) == "You like Mia, Leo and Noor"


@pytest.mark.parametrize("noun", ["starred actors", "opening hours", "tags"])
def test_a_relation_of_several_is_not_made_plural_twice(noun):
    assert is_plural(noun)
    assert plural(noun, 3) == noun


@pytest.mark.parametrize("noun", ["status", "boss", "series", "thesis", "alias", "crew member", "number of rooms"])
def test_what_only_ends_like_several_is_one(noun):
    assert not is_plural(noun)


def test_of_several_there_are_numbers_of_rooms_and_places_of_birth():
    assert [plural(one, 2) for one in ("number of rooms", "place of birth")] == ["numbers of rooms", "places of birth"]
