"""Half a sentence after a question is read as the whole one; what is no answer, unsure or secret is not."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from assistant.extraction.text.answered import question_in


def learned(asked: str, text: str) -> set[tuple[str, str, str]]:
    return {
        (one.subject.text.replace("User", "me"), one.predicate, one.object.text if one.object else one.value or "")
        for one in rules.candidates(text, asked=asked)
    }


@pytest.mark.parametrize(
    ("asked", "said", "facts"),
    [
        ("What's your sister's name?", "Agnieszka", {("me", "sister", "Agnieszka")}),
        ("Nice. Where do you live?", "Graz", {("me", "lives_in", "Graz")}),
        ("Where do you live?", "In Graz, since May.", {("me", "lives_in", "Graz")}),
        ("And where does Tom live?", "Kiel", {("Tom", "lives_in", "Kiel")}),
        ("Where does your brother work?", "At Bosch.", {("My brother", "works_at", "Bosch")}),
        ("Do you have any pets?", "Yes, a dog called Rex.", {("me", "pet", "Rex"), ("Rex", "is_a", "dog")}),
        ("How many siblings do you have?", "Two sisters, Ana and Eva", {("me", "sister", "Ana"), ("me", "sister", "Eva")}),
        ("What are your cats called?", "Salt and Pepper", {("me", "pet", "Salt"), ("me", "pet", "Pepper")}),
        ("What are your kids' names?", "Leo and Mia.", {("me", "child", "Leo"), ("me", "child", "Mia")}),
        ("How old is your son?", "he's nine", {("My son", "age", "9")}),
        ("How old are you?", "34", {("me", "age", "34")}),
        ("What do you do for a living?", "a nurse at Bosch", {("me", "is_a", "nurse"), ("me", "works_at", "Bosch")}),
        ("Are you married?", "Yes, to Benedikt", {("me", "married_to", "Benedikt")}),
        ("When is your birthday?", "It's on July 9th", {("me", "birthday", "9 July")}),
        ("Where were you born?", "Kraków", {("me", "born_in", "Kraków")}),
        ("When were you born?", "3 May 1984", {("me", "born_on", "1984-05-03")}),
        ("What's your favourite food?", "definitely ramen", {("me", "favourite_food", "ramen")}),
        ("Do you have any allergies?", "penicillin and cats", {("me", "allergic_to", "penicillin"), ("me", "allergic_to", "cats")}),
        ("Who is your dentist? [1]", "Dr. Farouk. I like her.", {("me", "dentist", "Dr. Farouk")}),
        ("Which languages do you speak?", "German and a bit of Czech", {("me", "speaks", "German"), ("me", "speaks", "Czech")}),
        ("What should I call you?", "Max", {("me", "name", "Max")}),
        ("What is your mother's maiden name?", "Kowalska", {("My mother", "maiden_name", "Kowalska")}),
    ],
)  # fmt: skip
def test_an_answer_is_read_with_its_question(asked, said, facts):
    assert learned(asked, said) == facts


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Where do you live?", "Probably Graz"),
        ("Where does Tom live?", "Kiel, I think"),
        ("Where do you live?", "no idea"),
        ("Are you married?", "No"),
        ("Is your sister called Anna?", "Yes"),
        ("How are you?", "Good"),
        ("What are you doing?", "cooking dinner"),
        ("What is the capital of France?", "Paris"),
        ("Would you like a recipe?", "Pasta"),
        ("What is your wifi password?", "hunter2hunter"),
        ("What is your PIN?", "4471"),
        ("Where do you live? Tell me when you like.", "Graz"),
        ("You live in Graz.", "Graz"),
        ("Where do you live?", "Graz?"),
        ("", "Graz"),
    ],
)
def test_what_is_no_plain_answer_gives_nothing(asked, said):
    assert learned(asked, said) == set()


def test_a_sentence_of_its_own_is_read_as_it_is():
    assert learned("Where do you live?", "My sister lives in Rome.") == {("My sister", "lives_in", "Rome")}
    assert learned("What does Anna do?", "I work at Bosch.") == {("me", "works_at", "Bosch")}


def test_the_answer_alone_is_the_evidence():
    [one] = rules.candidates("Oh, Agnieszka!", asked="What's your sister's name?")
    assert one.quote == "Oh, Agnieszka!"


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        ("Lovely! **Where** do you live?", "Where do you live"),
        ("So, what's your name?\n", "what is your name"),
        ("Do you have pets? And what are they called?", "what are they called"),
        ("Tell me more.", ""),
    ],
)
def test_the_question_that_ends_a_message_is_the_one_answered(asked, question):
    assert question_in(asked) == question
