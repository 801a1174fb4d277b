"""POST /chat: a diary of an illness, a wedding and its lists, a choir: medicines, deadlines, tables and days (J12, N35)."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

NEXT = dt.datetime.now(dt.UTC).year + 1
TOLD = [
    "I take methotrexate 15 mg once a week on Fridays, and folic acid on Mondays",
    "the physio, Marta, gave me a wax bath for the hands, twice a day for ten minutes",
    "last blood test: CRP 12, ESR 28, liver fine",
    "We rehearse every Tuesday at 19:30 in the parish hall of St. Martin",
    "My husband Ole hates choral music but he drives the van with the risers",
    "Maid of honour is my cousin Elisa, best man is Luca's brother Dario",
    "the property tax for all three is 1,140 a year, due on 15 March",
]
DIARY = """# Symptom diary

## 2026-11-03
Pain 5. Cooked jollof with Tola.

## 2026-11-05
Pain 8. Flare in the left wrist. Called Marta.
"""
SINGERS = """# Singers

| Name | Voice | Joined |
|---|---|---|
| Ulla Brandt | Alto | 2012 |
| Karl Ebner | Bass | 2019 |
| Sofie Lang | Alto | 2018 |
"""
OFFER = """Villa della Genga
Rental 12:00 to 02:00: 6,500 euro.
Included: 120 chairs, 14 round tables, garden.
Not included: lights (450), cleaning (300).
Contact: Benedetta, 0743 220 118.
"""
LIST = f"""# To do wedding

## By May {NEXT}
- [ ] choose the caterer
- [x] book the villa

## By September {NEXT}
- [ ] final menu
"""


def _tell(talk) -> None:
    for said in TOLD:
        talk.say(said)
    for title, text in (("Diary", DIARY), ("Singers", SINGERS), ("Offer villa", OFFER), ("To do wedding", LIST)):
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def test_every_medicine_of_a_row_is_taken_and_a_dose_is_how_much(told):
    assert told.answered("What medication do I take?") == "You take methotrexate and folic acid."
    assert "15 mg" in told.answered("How much methotrexate do I take?")


def test_a_place_is_told_of_where_and_no_time_or_thing(told):
    assert "parish hall" in told.answered("Where do we rehearse?")


def test_how_much_something_is_asks_what_it_is(told):
    assert told.answered("How much is the property tax?").startswith("Property tax is 1,140 a year.")


def test_what_somebody_thinks_of_something_is_what_they_like_or_not_of_that(told):
    assert told.answered("What does Ole think of choral music?") == "Ole dislikes choral music."
    assert "dislikes" not in told.answered("What does Ole think of Elisa?")


def test_who_somebody_is_comes_before_what_was_done_with_them(told):
    assert told.answered("Who is Marta?").startswith("You said: “the physio, Marta")


def test_a_post_is_held_by_whom_the_line_names_and_is_nobodys_cousin(told):
    assert told.answered("Who is the maid of honour?") == "Elisa is a Maid of honour."


def test_the_last_of_something_is_asked_for_by_its_name(told):
    assert told.answered("What was my last CRP?").startswith("You said: “last blood test: CRP 12")


def test_what_stands_below_a_day_is_found_by_the_day_and_that_of_another_is_not_told(told):
    assert "Cooked jollof" in told.answered("What did I cook on 3 November?")
    pain = told.answered("What was my pain on 5 November?")
    assert "Pain 8" in pain
    assert "Pain 5" not in pain


def test_those_of_whom_a_table_says_something_are_told_together(told):
    assert told.answered("Who are the altos?").strip() == "From “Singers”: “Ulla Brandt, Sofie Lang”"
    assert told.answered("Who are the singers?").strip() == "From “Singers”: “Ulla Brandt, Karl Ebner, Sofie Lang”"


def test_what_is_not_included_is_not_what_is(told):
    assert "“Included: 120 chairs" in told.answered("What is included at the villa?")
    assert "“Not included: lights" in told.answered("Is cleaning included at the villa?")


def test_whom_to_call_is_the_contact(told):
    assert "Contact: Benedetta" in told.answered("Who do I call at the villa?")


def test_what_has_to_be_done_by_a_month_is_what_stands_below_it_and_not_below_a_later_one(told):
    by_may = told.answered(f"What do I have to do by May {NEXT}?")
    assert f"By May {NEXT}:\n\n- From “To do wedding”: “☐ choose the caterer”" in by_may
    assert "final menu" not in by_may
    assert "final menu" in told.answered("What do I have to do?")
