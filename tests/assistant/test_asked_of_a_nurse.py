"""POST /chat without a model (M9, O7): a nurse, a widower, a student and a bass player of their work, kin and debts."""

from __future__ import annotations

import re

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

NURSE = (
    "Hi, I'm Ioana, I'm a nurse on the stroke unit at St. Vincent's in Dublin.",
    "My boyfriend Radu drives a concrete mixer.",
    "My best friend on the ward is Precious, from Zimbabwe.",
    "My yellow fever jab is on 8 January at 4 in the travel clinic.",
    "Radu's brother Costin wants to come live with us.",
    "The mortgage broker is called Cathal Hughes, his email is cathal@hugheshomes.ie.",
    "I do Zumba on Thursdays at 7 when I'm not working.",
    "My mum Doina lives in Cluj and had a hip replacement on 3 November.",
    "I call mum every Sunday after mass.",
)
WIDOWER = (
    "I am 74. I have two children, Markus and Ulrike.",
    "Markus has three kids: Léa, Hugo and Anouk.",
    "Léa is 15, Hugo 12 and Anouk 9.",
    "Ulrike lives in Rosenheim with her partner Jochen. She is a vet.",
    "Ulrike and Jochen have no kids but two donkeys, Fritzi and Sepp.",
    "I take Bisoprolol 2.5 in the morning and Ramipril 5 in the evening.",
    "For Anouk I have bought a pocket knife, for Hugo a headlamp.",
    "My neighbour Resi brings me soup on Fridays.",
)
STUDENT = (
    "My supervisor is Professor Lene Kragh, her office is in building 403, room 112.",
    "I meet Lene every second Thursday at 14:00.",
    "She wants the literature review by 20 December.",
    "My boss at the café is Signe.",
    "My dad is Edson, he drives a taxi.",
    "Yusuf borrowed 500 kroner from me.",
    "I owe Diego 250 for the concert.",
    "I have a bike, a green Kildemoes.",
    "The bike was stolen last night.",
    "My visa runs out on 31 August, the renewal costs 2,115.",
    "For New Year's Eve we've booked a table at Kiin Kiin, 20:30, 1,200 kroner each.",
)


BASSIST = (
    "I'm Jonas, I teach music at a school in Malmö.",
    "I have two daughters, Tuva who's 9 and Elsa who's 6",
    "The van is Ali's, a white Transit from 2009.",
    "I bought my bass from an old guy in Lund for 14,000.",
    "The mastering costs 1,800 kronor.",
    "Dentist on 18 December at 8:00, Dr. Holm, a crown, about 7,000",
    "I owe Sixten 350 for the mixing",
)


def _nurse(talk) -> None:
    for message in NURSE:
        talk.say(message)


def _widower(talk) -> None:
    for message in WIDOWER:
        talk.say(message)


def _student(talk) -> None:
    answer: dict = {}
    for message in STUDENT:  # in one conversation: "she" is whom it spoke of
        answer = talk.say(message, conversation=answer.get("conversation"))


def _bassist(talk) -> None:
    for message in BASSIST:
        talk.say(message)


def test_where_one_works_stands_behind_the_unit(talk):
    nurse = once(talk, _nurse)
    assert nurse.answered("Where do I work?") == "You work at St. Vincent's."
    assert "Precious" in nurse.answered("Who is my best friend?")
    assert nurse.answered("When is Zumba?").startswith("You said: “I do Zumba on Thursdays at 7")
    assert nurse.answered("How can I reach Cathal Hughes?") == "Cathal Hughes' email is cathal@hugheshomes.ie."
    assert nurse.answered("Where is Precious from?").startswith("You said: “My best friend on the ward is Precious,")


def test_what_a_brother_wants_is_not_who_he_is(talk):
    answers = once(talk, _nurse).in_turn("Who is Radu's brother?", "What does he want?")
    assert answers == ["Costin is Radu's brother.", "You said: “Radu's brother Costin wants to come live with us.”"]


def test_how_mum_is_tells_what_befell_her(talk):
    nurse = once(talk, _nurse)
    assert nurse.answered("How is mum?").startswith("You said: “My mum Doina lives in Cluj and had a hip replacement")
    assert nurse.answered("How is Precious doing?").startswith(NOT_SAID)


def test_a_jab_is_told_by_its_whole_name(talk):
    assert once(talk, _nurse).answered("When is my yellow fever jab?").startswith("Your yellow fever jab is 8 January")


def test_ages_in_a_row_and_whose_children_they_are(talk):
    widower = once(talk, _widower)
    counted, old = widower.in_turn("How many children does Markus have?", "How old are they?")
    assert counted.startswith("I know of 3.")
    assert "Markus is your child" not in counted
    assert [f"{name} is aged {age}" in old for name, age in (("Léa", 15), ("Hugo", 12), ("Anouk", 9))] == [True] * 3
    assert "74" not in old


def test_whose_child_she_is_says_nothing_of_hers(talk):
    _, told = once(talk, _widower).in_turn("Where does Ulrike live?", "Do they have kids?")
    assert told.startswith("You said: “Ulrike and Jochen have no kids but two donkeys, Fritzi and Sepp.”")
    assert "Ulrike is a vet." in talk.answered("What does Ulrike do?")


def test_who_she_is_says_nothing_of_what_one_does_for_her(talk):
    widower = once(talk, _widower)
    assert widower.answered("Who is Resi?") == "Resi is your neighbour."
    assert widower.answered("What do I do for Resi?") != "Resi is your neighbour."


def test_both_medicines_are_known_and_neither_is_one_not_to_take(talk):
    widower = once(talk, _widower)
    assert all(name in widower.answered("Which medicines do I take?") for name in ("Bisoprolol", "Ramipril"))
    assert "You take" not in widower.answered("What must I not take?")
    assert "headlamp" not in widower.answered("Who is Hugo?")


def test_a_message_is_found_by_whom_its_pronoun_means(talk):
    student = once(talk, _student)
    answers = student.in_turn("Who is my supervisor?", "What does she want?", "By when?")
    assert answers[0] == "Your academic supervisor is Professor Lene Kragh."
    assert answers[1:] == ["You said: “She wants the literature review by 20 December.”"] * 2
    assert student.answered("Who is my boss?") == "Signe is your boss."


def test_who_borrowed_owes_and_what_for(talk):
    student = once(talk, _student)
    assert student.answered("Who owes me money?") == "Yusuf borrowed 500 kroner from you."
    assert student.in_turn("Who do I owe?", "What for?")[1].startswith("You said: “I owe Diego 250 for the concert.”")


def test_what_happened_to_the_bike_is_not_which_it_is(talk):
    student = once(talk, _student)
    assert student.answered("What happened to my bike?") == "You said: “The bike was stolen last night.”"
    assert student.answered("How much does the visa renewal cost?").startswith("You said: “My visa runs out")
    assert student.answered("What does my father do?").startswith("Edson drives a taxi.")


def test_the_time_is_that_of_what_was_just_told(talk):
    answers = once(talk, _student).in_turn("Where do we eat on New Year's Eve?", "At what time?")
    assert "20:30" in answers[1]


def test_where_one_teaches_is_where_one_works(talk):
    assert once(talk, _bassist).in_turn("What do I do for a living?", "Where?")[1] == "You teach at school."


def test_daughters_who_are_so_old(talk):
    told = once(talk, _bassist).answered("How old are my daughters?")
    assert told.startswith("Tuva is aged 9. Elsa is aged 6.")


def test_it_is_what_was_just_told(talk):
    bassist = once(talk, _bassist)
    assert "Transit from 2009" in bassist.in_turn("Whose van is it?", "How old is it?")[1]
    assert "about 7,000" in bassist.in_turn("When is my dentist appointment?", "What does it cost?")[1]
    owed, what_for = bassist.in_turn("Who do I owe money?", "What for?")
    assert owed == "You owe Sixten 350."
    assert "for the mixing" in what_for


def test_a_model_is_told_of_whom_a_message_is(talk):
    student = once(talk, _student)
    found = student.post("/retrieve", {"query": "What does Lene want?"})
    assert re.search(r"She wants the literature review by 20 December\. \(of [^)]*Lene", found["narrative"])
