"""POST /chat as people type (M9, O7): in small letters, without full stops, put right in the next message."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID

pytestmark = pytest.mark.django_db(transaction=True)


def _said(talk, *messages: str) -> list[str]:
    """The answers to the messages of one conversation."""
    answers: list[dict] = []
    for message in messages:
        answers.append(talk.say(message, conversation=answers[0]["conversation"] if answers else None))
    return [one["text"] for one in answers]


@pytest.mark.parametrize(
    "told",
    [
        "my knee hurts since yesterday",
        "94.8 today!",
        "bought the lamp",
        "the wedding will be in june 2028, not decided where",
        "torunn wants to pay for the dress",
        "actually 2200, he went down",
        "feeling better today",
        "back from vienna",
        "need a present for emil, max 40 euros",
        "fyi anna's on holiday until the 12th",
        "can you remember that the caretaker is called Roy and his number is 913 22 045?",
    ],
)
def test_what_is_told_is_noted_and_not_answered(talk, told):
    assert talk.say(told)["text"].startswith("Noted")


def test_what_was_put_right_in_the_next_message_stands_beside_it(talk):
    *_, floor = _said(
        talk, "we live in a flat on Nygårdsgaten 14, third floor", "no, second floor", "which floor do we live on?"
    )
    assert "no, second floor" in floor
    *_, price = _said(
        talk,
        "i bought a used sofa for 2400 from a guy called Stian, picking it up tomorrow at 18",
        "actually 2200, he went down",
        "how much was the sofa?",
    )
    assert "actually 2200" in price
    *_, day = _said(
        talk, "internet comes on thursday between 8 and 12", "they moved it to friday", "when does the internet come?"
    )
    assert "they moved it to friday" in day


def test_what_it_was_asked_to_remember_is_found_again(talk):
    talk.say("can you remember that the caretaker is called Roy and his number is 913 22 045?")
    assert "913 22 045" in talk.answered("what's the caretaker's number?")


def test_the_town_is_no_floor_and_to_be_home_is_not_where_one_lives(talk):
    talk.learned("I live in Bergen.")
    assert not talk.answered("which floor do I live on?").startswith("You live")
    assert not talk.answered("do I have to be home?").startswith("You live")


def test_what_about_me_is_asked_of_oneself(talk):
    talk.learned("Sondre got a raise, he earns 52000 a month now.")
    earned, mine = talk.in_turn("how much does Sondre earn?", "what about me?")
    assert "52000" in earned
    assert mine.startswith((NOT_SAID, "I don't know"))


def test_a_number_by_its_label_and_a_newer_one_by_itself_are_learned(talk):
    assert talk.say("new phone number: 0171 5558231")["text"].startswith("Noted")
    assert talk.answered("what's my phone number?") == "Your phone number is 0171 5558231."
    *_, size = _said(
        talk,
        "lea is my daughter",
        "lea's shoe size is 27",
        "what's lea's shoe size?",
        "28 now",
        "what's lea's shoe size?",
    )
    assert "28" in size
    assert "27" not in size


def test_who_looks_after_her_is_not_who_she_is(talk):
    talk.learned("Lea is my daughter, 4.", "I earn 71 thousand now.")
    assert not talk.answered("who looks after Lea?").startswith("You said")
    assert not talk.answered("how much more would I earn at Siemens?").startswith("You earn")


def test_of_words_that_may_be_told_or_asked_nothing_is_lost(talk):
    told = talk.say("gym tue+thu")["text"]
    assert told.startswith("I know nothing about that yet. If you meant to tell me something, it is kept")
    assert "gym tue+thu" in talk.answered("when is gym?")
    assert not talk.say("where is the pool?")["text"].startswith("I know nothing about that yet")


def test_what_one_asks_to_be_reminded_of_is_kept_as_something_to_do(talk):
    told = talk.say("remind me to call the tax office tomorrow")["text"]
    assert told.startswith("Noted. I cannot call you by myself")
    talk.say("can you remind me about the dentist tomorrow?")
    day = talk.answered("what do I have to do tomorrow?")
    assert "call the tax office" in day
    assert "dentist" in day


def test_a_new_date_right_behind_moves_what_was_said(talk):
    *_, day = _said(
        talk,
        "electrician mr. haas comes wednesday at 3",
        "he couldn't come, new date friday same time",
        "when does the electrician come?",
    )
    assert "new date friday" in day


def test_where_one_moved_to_as_a_child_is_where_one_lived(talk):
    facts = talk.learned("When I was twelve we moved from Kiel to Lund because of the shipyard.")
    assert facts == {("me", "lived_in", "Kiel"), ("me", "lived_in", "Lund")}
