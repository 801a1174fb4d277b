"""The plainest sentences there are, said of anybody: the parser reads many of them as something else."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned

NAMES = [
    "Mira",
    "Signe",
    "Jonas",
    "Elin",
    "Freja",
    "Ida",
    "Nils",
    "Leo",
    "Priya",
    "Karim",
    "Rosa",
    "Iris",
    "Hazel",
    "Anna",
    "Tim",
    "Wei",
    "Yusuf",
    "Chiara",
    "Bob",
    "Tuva",
]
DOES = [
    ("studies law", "studies", "law"),
    ("teaches maths", "teaches", "maths"),
    ("plays chess", "plays", "chess"),
    ("speaks Swedish", "speaks", "Swedish"),
    ("drinks tea", "drinks", "tea"),
    ("hates mushrooms", "dislikes", "mushrooms"),
    ("lives in Lund", "lives_in", "Lund"),
    ("works at Siemens", "works_at", "Siemens"),
    ("runs a bakery", "runs", "bakery"),
    ("joined Siemens in March", "works_at", "Siemens"),
    ("married Paul in 2020", "married_to", "Paul"),
    ("is 34 years old", "age", "34"),
    ("has three kids", "has", "three kids"),
    ("bought a Tesla", "owns", "Tesla"),
    ("doesn't like olives", "dislikes", "olives"),
    ("died in 2015", "died_on", "2015"),
]


@pytest.mark.parametrize(("said", "relation", "what"), DOES, ids=[said for said, _, _ in DOES])
def test_what_anybody_does_is_learned(said, relation, what):
    assert {name for name in NAMES if learned(f"{name} {said}.") != {(name, relation, what)}} == set()


@pytest.mark.parametrize(
    ("who", "named"),
    [
        ("My sister Mira", {("me", "sister", "Mira")}),
        ("My friend Tim", {("me", "friend", "Tim")}),
        ("Karim Haddad", set()),
        ("My aunt", set()),
        ("Mum", set()),
    ],
)
def test_and_of_somebody_in_a_role(who, named):
    subject = {"My aunt": "My aunt", "Mum": "my mum", "Karim Haddad": "Karim Haddad"}.get(who, who.split()[-1])
    for said, relation, what in (("studies law", "studies", "law"), ("drinks tea", "drinks", "tea")):
        assert learned(f"{who} {said}.") == {(subject, relation, what)} | named
    assert (subject, "studies", "medicine") in learned(f"{who} studies medicine at Lund.")


def test_deeds_that_are_things_by_another_reading():
    for name in ("Mira", "Tim", "Anna Berger"):
        assert learned(f"{name} volunteers at the zoo.") == {(name, "volunteers_at", "zoo")}
    for unfinished in ("Mira volunteers", "Anna Berger works", "my mum studies"):
        assert learned(unfinished) == set()
    assert learned("Elin is a nurse and Mira studies") == {("Elin", "is_a", "nurse")}


def test_and_of_a_parent():
    assert learned("my mum works on Project Atlas.") == {("my mum", "works_on", "Project Atlas")}
    assert learned("my mum lives alone in Lund.") == {("my mum", "lives_in", "Lund")}
    studied = {("my mum", "studied", "physics"), ("my mum", "studied_at", "ETH Zurich")}
    assert learned("my mum studied physics at ETH Zurich.") == studied


@pytest.mark.parametrize(
    "said", ["studies law", "teaches chemistry", "speaks Swedish", "works at Siemens", "plays the cello"]
)
@pytest.mark.parametrize("joint", [" and", ", and"])
def test_what_one_is_does_not_swallow_what_another_does(said, joint):
    alone = learned(f"Mira {said}.")
    assert len(alone) == 1
    assert learned(f"Elin is a nurse{joint} Mira {said}.") == {("Elin", "is_a", "nurse")} | alone


@pytest.mark.parametrize(
    "said",
    [
        "Monday works for me.",
        "Today works at last.",
        "Sunday runs are long.",
        "Summer comes from nowhere.",
        "Tomorrow looks better.",
        "Case studies helped us a lot.",
    ],
)
def test_a_day_does_nothing_and_a_thing_studies_nothing(said):
    assert learned(said) == set()


def test_what_stands_behind_a_joint_may_be_one_more_thing_that_somebody_is():
    assert learned("Tom is a teacher and works at Siemens.") == {
        ("Tom", "is_a", "teacher"),
        ("Tom", "works_at", "Siemens"),
    }
    assert ("me", "favourite_writer", "Shaw") in learned("My favourite writers are Shaw and Shakespeare.")


def test_they_are_two_though_one_of_them_was_told_of_alone_in_between():
    told = learned("My brother Tom is married to Lisa. Lisa is a vet. They have two kids: Mia and Leo.")
    assert {(who, "child", kid) for who in ("Tom", "Lisa") for kid in ("Mia", "Leo")} <= told
    assert "likes" not in {
        relation for _, relation, _ in learned("Anna and Tom moved to Graz. Kit is here. They love it.")
    }
    assert learned("Anna and Tom live in Graz. Kit is a nurse. They love hiking.") == {
        ("Anna", "lives_in", "Graz"),
        ("Tom", "lives_in", "Graz"),
        ("Kit", "is_a", "nurse"),
    }


def test_they_are_nobody_who_was_named_together_long_before():
    between = "Tom is a nurse. Tom likes jazz. Tom lives in Graz."
    assert learned(f"Anna and Tom moved to Graz. {between} They love hiking.") == learned(
        f"Anna and Tom moved to Graz. {between}"
    )


def test_a_place_is_a_place_though_the_recogniser_once_takes_it_for_a_person():
    assert ("Graz", "located_in", "Austria") in learned("Erik Lund lives in Graz. Graz is in Austria.")
    assert learned("Mia is in Austria.") == set()  # where somebody is just now
