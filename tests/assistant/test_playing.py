"""What is said in a role is learned neither from the message that sets it nor from those that answer it."""

from __future__ import annotations

import pytest

from assistant.extraction.text.played import SAID_IN_A_ROLE, blanked
from assistant.models import Message

pytestmark = pytest.mark.django_db


@pytest.fixture
def places(import_talk):
    """Import one conversation [(sender, text)]; where the person is then said to live."""

    def bring(lines: list[tuple[str, str]]) -> set[str]:
        return {one["object"]["name"] for one in import_talk(lines) if one["predicate"] == "lives_in"}

    return bring


HOME = ("human", "I live in Ghent.")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([("human", "You are now Captain Flint.\nI am Captain Flint and I live in Nassau.")], set()),
        ([("human", "You are now Captain Flint."), ("human", "I am Captain Flint and I live in Nassau.")], set()),
        ([("assistant", "You are now Captain Flint. What do you do?"), ("human", "I live in Nassau.")], set()),
        ([("human", "Pretend that I'm a doctor. I live in Vienna.")], set()),
        ([("human", "Pretend that I'm a doctor."), ("assistant", "Hello, doctor."), ("human", "I live in Vienna.")], set()),
        ([("human", "Let's play: I'm a knight and I live in Camelot.")], set()),
        ([("human", "Let's play: I'm a knight."), ("human", "I live in Camelot.")], set()),
        ([("human", "Write a story in the first person: I live in Paris. I moved to Rome.")], set()),
        ([("human", "Write a short story about a spy. I live in Paris.")], set()),
        ([("human", "I live in Ghent. Imagine you were my neighbour. I live in Paris.")], {"Ghent"}),
        ([("human", "Let's play: I'm a knight."), ("human", "OK, back to reality."), HOME], {"Ghent"}),
        ([("human", "Let's play tennis tomorrow. I live in Ghent.")], {"Ghent"}),
        ([("human", "Imagine my surprise! I live in Ghent.")], {"Ghent"}),
        ([("human", "You are now my friend Tom."), HOME], {"Ghent"}),
        ([("human", "Imagine I own a castle."), HOME], {"Ghent"}),
        ([("assistant", "You are now ready to go."), HOME], {"Ghent"}),
        ([("human", "Let's play: I'm a knight."), ("human", "Remember that I live in Ghent.")], {"Ghent"}),
    ],
)  # fmt: skip
def test_what_is_said_in_a_role_is_no_statement_of_the_person(places, lines, found):
    assert places(lines) == found


def test_why_nothing_was_learned_is_told_with_the_message(places):
    places([("human", "Let's play: I'm a knight."), ("human", "I live in Camelot.")])
    assert list(Message.objects.order_by("pk").values_list("error", flat=True)) == ["", SAID_IN_A_ROLE]


def test_a_part_lasts_through_a_long_talk(places):
    talk = [("human", f"The dragon number {one} roars.") for one in range(20)]
    assert places([("human", "Let's pretend I'm a knight."), *talk, ("human", "I live in Camelot.")]) == set()


@pytest.mark.parametrize(
    "text",
    ["I pretend to like tea.", "She acts as a nurse.", "Write to my landlord: the tap drips.", "We play in Ghent.",
     "I can't imagine moving. I live in Ghent.", "You're now 40, like me."],
)  # fmt: skip
def test_a_word_of_play_inside_a_sentence_orders_nothing(text):
    assert blanked(text) == text
