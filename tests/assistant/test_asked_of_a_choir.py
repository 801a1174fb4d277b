"""POST /chat without a model (M9, O7): emigrants, a conductor and makers of a game, of what changed and what is to do."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

EMIGRANTS = (
    "We're moving from Lyon to Halifax in August: me, my wife Samira, our sons Ilyes (7) and Nour, 4, and the cat Simba.",
    "I start at Dalhousie University on September 1st as a lab manager.",
    "The work permit was approved on 12 November, valid three years.",
    "School: Ilyes goes to École Beaubassin, it's French.",
    "The buyer of the flat wants to sign on the 14th of February.",
    "Gosselin came down to 6,400 so we signed with them.",
    "To do: cancel electricity, tell the CAF, forward the mail, sell the piano.",
)
CHOIR = (
    "Program for the spring concert on 25 April: Bartók children's choruses and a premiere by Levente Gyöngy.",
    "Competition in Debrecen, 3-6 July. Registration by 15 February.",
    "Bus for Debrecen: Volánbusz offered 310,000, a private firm called Kelet Tours 265,000.",
    "My voice: nodule on the left vocal fold, I must not sing until 10 January.",
    "My son Bálint plays the cello in the concert if he passes his exam on 2 April.",
    "Wrong: the concert's on the 26th, Sunday.",
)
GAME = (
    "Milestone 2 (28k) is due on December 18: needs 3 islands, fishing, save system.",
    "Bugs: the boat clips through the pier on island 2, saves get corrupted when you quit during a storm.",
    "Localisation: German by Sascha, Japanese by a company called Kakehashi for 6 cents per character.",
    "Contact at Whitethorn is Matthew, he answers within a day.",
    "Actually Sascha can't, German is done by Miriam.",
)


def _emigrants(talk) -> None:
    for message in EMIGRANTS:
        talk.say(message)


def _choir(talk) -> None:
    for message in CHOIR:
        talk.say(message)


def _game(talk) -> None:
    for message in GAME:
        talk.say(message)


def test_a_list_of_what_is_to_do_is_what_one_has_to_do(talk):
    once(talk, _emigrants)
    assert "cancel electricity" in talk.answered("What do I still have to do?")


def test_a_wife_before_the_sons_is_no_son_and_no_child_is_its_school(talk):
    once(talk, _emigrants)
    sons = talk.answered("Who are my sons?")
    assert "Ilyes" in sons
    assert "Samira" not in sons
    assert not talk.answered("What is Ilyes?").startswith("Ilyes is French")


def test_a_work_permit_is_no_work_and_a_price_no_time(talk):
    once(talk, _emigrants)
    assert talk.answered("Until when is my work permit valid?").startswith("You said: “The work permit was approved")
    _, clock = talk.in_turn("When does the buyer want to sign?", "At what time?")
    assert clock.startswith((NOT_SAID, "I don't know"))


def test_a_day_that_was_put_right_in_another_conversation_is_told_with_it(talk):
    once(talk, _choir)
    assert "the concert's on the 26th" in talk.answered("When is the spring concert?")
    assert "26th" not in talk.answered("When is Bálint's exam?")


def test_what_must_not_be_done_is_not_what_is_done(talk):
    once(talk, _choir)
    assert talk.answered("What do we sing?").startswith((NOT_SAID, "I don't know"))
    assert "until 10 January" in talk.answered("Until when must I not sing?")


def test_there_is_the_place_that_the_answer_before_named(talk):
    once(talk, _choir)
    _, way = talk.in_turn("When is the competition?", "How do we get there?")
    assert way.startswith("You said: “Bus for Debrecen")


def test_what_was_said_before_a_passage_is_not_what_it_says(talk):
    once(talk, _game)
    *_, price = talk.in_turn("When is milestone 2 due?", "How much is it?")
    assert not price.startswith("You said: “Bugs")


def test_what_is_otherwise_now_is_told_with_what_was(talk):
    once(talk, _game)
    assert "German is done by Miriam" in talk.answered("Who does the German translation?")
    assert "Miriam" not in talk.answered("What does the Japanese translation cost?")


def test_flatmates_and_a_grandson_are_told_by_their_lists_and_roles(talk):
    talk.learned(
        "Flatmates: Sinje (nurse, night shifts) and Marek, who moves out at the end of January.",
        "Grandson Linus is 8 and wants his own hive.",
        "Beekeepers' club meets on the second Friday of the month, chair is Hedwig Pichler.",
    )
    assert talk.answered("Who do I live with?") == "Sinje and Marek are your flatmates."
    assert talk.answered("How old is Linus?") == "Linus is aged 8."
    assert not talk.answered("When does Marek move in?").startswith("You said")
    assert not talk.answered("Who wants me to be chair?").startswith("You said")


def test_a_day_instead_moves_what_it_names(talk):
    talk.learned(
        "Dentist: crown on 26. Appointment 14 December 2031 at 8:15 with Dr. Öztürk.",
        "The dentist called, 15 December 2031 instead, same time.",
    )
    assert "15 December 2031 instead" in talk.answered("When is my dentist appointment?")


def test_it_is_the_incident_and_not_what_caused_it(talk):
    talk.learned(
        "Incident in May: the payout service was down for 47 minutes because a certificate expired. Piet fixed it."
    )
    *_, fixed = talk.in_turn("What caused the incident?", "How long was it down?", "Who fixed it?")
    assert "Piet fixed it." in fixed
