"""What stands under somebody's name is told of them, in lines of a form and half sentences; other headings are none."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from assistant.extraction.text.topics import headed, topic


def learned(text: str, about: str = "Petra Brandt") -> set[tuple[str, str, str]]:
    return {
        (one.subject.text, one.predicate, one.object.text if one.object else one.value or "")
        for one in rules.candidates(text, about=about)
    }


@pytest.mark.parametrize("heading", ["Petra Brandt", "Ravi Menon", "Ludwig van Beethoven", "Sam Smith", "John"])
def test_a_name_is_a_topic(heading):
    assert topic(["Family notes", heading]) == heading


@pytest.mark.parametrize(
    "heading",
    ["Reading List", "Next Steps", "Budget", "Lisbon", "Hartmann AG", "Project Lighthouse", "Weekly Review", "Mum",
     "TODO", "What to do", "March", "Anna's wedding", "2026", "Kubernetes", ""],
)  # fmt: skip
def test_another_heading_is_none(heading):
    assert topic([heading]) == ""


def test_the_nearest_name_above_is_the_topic_and_a_first_name_by_whom_the_book_knows():
    assert topic(["Otto Brandt", "Petra Brandt", "Health"]) == "Petra Brandt"
    assert topic(["Biscuit"]) == ""
    assert topic(["Biscuit"], lambda name: name == "Biscuit") == "Biscuit"
    assert headed("# One\ntext\n## Two ##\nmore", 21) == "Two"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Works as a physiotherapist in Hamburg", {("works_as", "physiotherapist")}),
        ("Lives in Oslo with his wife Marit.", {("lives_in", "Oslo"), ("lives_with", "Marit"), ("married_to", "Marit")}),
        ("Partner: Malte Jensen", {("partner", "Malte Jensen")}),
        ("**Partner:** Malte Jensen", {("partner", "Malte Jensen")}),
        ("Birthday: 9 July 1972", {("birthday", "1972-07-09")}),
        ("Born 3 May 1941 in Kiel.", {("born_in", "Kiel"), ("born_on", "1941-05-03")}),
        ("Born: 3 May 1941", {("born_on", "1941-05-03")}),
        ("Married Otto Brandt in 1963.", {("married_to", "Otto Brandt")}),
        ("Allergic to shellfish", {("allergic_to", "shellfish")}),
        ("Allergies: nuts", {("allergic_to", "nuts")}),
        ("Retired teacher.", {("is_a", "Retired teacher")}),
        ("Software developer at Equinor.", {("is_a", "Software developer"), ("works_at", "Equinor")}),
        ("Loves skiing, hates coffee.", {("likes", "skiing"), ("dislikes", "coffee")}),
        ("Languages: Norwegian and German", {("speaks", "Norwegian"), ("speaks", "German")}),
        ("Favourite food: herring. Phone: 0047 912 34 567.", {("favourite_food", "herring"), ("phone", "0047 912 34 567")}),
        ("She is from Kiel.", {("from", "Kiel")}),
        ("Asked about the invoice again.", set()),
        ("Decision: wait", set()),
        ("My sister lives in Rome.", set()),
        ("Does she live in Kiel?", set()),
    ],
)  # fmt: skip
def test_half_a_sentence_under_a_name_tells_of_who_bears_it(text, facts):
    found = {fact for fact in learned(text) if fact[0] != "My sister"}
    assert found == {("Petra Brandt", *fact) for fact in facts}


def test_others_are_told_of_by_their_own_names():
    assert learned("Three children: Ulrike and Jens. Jens lives in Oslo.") == {
        ("Petra Brandt", "child", "Ulrike"),
        ("Petra Brandt", "child", "Jens"),
        ("Jens", "lives_in", "Oslo"),
    }
    assert learned("Two cats, Minka and Moritz") >= {("Petra Brandt", "pet", "Minka"), ("Minka", "is_a", "cat")}


def test_the_words_as_they_are_written_are_the_evidence():
    [one] = rules.candidates("Notes.\nPartner: Malte Jensen", about="Petra Brandt")
    assert one.quote == "Partner: Malte Jensen"
