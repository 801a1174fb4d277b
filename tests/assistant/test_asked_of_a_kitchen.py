"""POST /chat: what is told of a kitchen: who makes what by now, what its tables say, and how to reach whom."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "my sous chef is Adaeze, she's allergic to kiwi",
    "Meat's from Ruby & White, the guy there is Tom, 0117 496 0112",
    "VAT number is GB 417 2290 55",
    "our bread is made by Hart's",
    "Adaeze's birthday is on 2 December",
    "I'm learning Japanese",
    "Haruka recommended the book Convenience Store Woman",
    "flights are booked with KLM, booking code QX7RTP",
    "we've changed bread, it's from Bertha's since this week",
]
MENU = """# Winter menu

| Dish | Allergens | Price |
|---|---|---|
| Cured trout, fennel | fish | 12 |
| Celeriac schnitzel | gluten, egg | 19 |
| Quince tart | gluten, egg, milk | 9 |
"""


def _told(talk) -> None:
    conversation = None
    for line in TOLD:
        conversation = talk.say(line, conversation=conversation)["conversation"]
    talk.post("/documents", {"title": "menu", "text": MENU})


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_of_what_was_changed_the_change_stands_first(told):
    bread = told.answered("Who makes our bread?")
    assert bread.index("Bertha's") < bread.index("Hart's")


def test_which_of_a_table_are_so_is_told_of_all_of_them(told):
    assert "“Celeriac schnitzel, Quince tart”" in told.answered("Which dishes have egg?")
    assert "Cured trout" in told.answered("Which dishes have fish?")


def test_how_somebody_is_reached_is_asked_for_by_their_number(told):
    assert told.answered("What's Tom's number?").strip() == "Tom's phone number is 0117 496 0112."
    assert "GB 417 2290 55" in told.answered("What's our VAT number?")


def test_whether_anyone_has_a_birthday_soon(told):
    assert "Adaeze’s birthday" in told.answered("Does anyone have a birthday soon?")


def test_which_language_is_learned(told):
    assert told.answered("Which language am I learning?").strip() == "You learn Japanese."


def test_what_is_a_book_is_not_told_of_a_booking(told):
    assert (
        told.answered("What's the booking code?").strip()
        == "You said: “flights are booked with KLM, booking code QX7RTP”"
    )
