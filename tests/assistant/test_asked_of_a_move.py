"""POST /chat: what is told of a move, an illness and a novel: what is left to do, on which day, how old, how much."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "We live in Cork at the moment, in a rented house on Magazine Road",
    "My physiotherapist is Herr Yilmaz, every second Wednesday at 17:15",
    "I take topiramate, 50 mg in the evening",
    "the operation is moved to 26 January",
    "Day job: librarian at Beverley library",
    "I'm writing a crime novel, working title The Ferryman's Ledger",
    "My GP is Dr. Nowak, her practice is in Sonnenallee 44, phone 030 555 0144",
    "In Kassel I worked at Henschel for 21 years, until 2005.",
    "Christmas party bookings: Dyson on 11 December",
    "we use ResDiary for bookings",
    "Herr Yilmaz has no car",
    "Herr Yilmaz is ill so no physio this week",
]
MOVE = """# Move checklist

## Before
- [x] NIF
- [ ] Cancel Virgin Media
- [ ] Aoife: letter for the new school

## After
- [ ] Register with the junta

| Item | EUR | Paid |
|---|---|---|
| Movers | 3870 | yes |
| Airbnb | 2100 | yes |
| School registration | 750 | no |
"""
DIARY = """# Diary

| Date | Medication | Trigger |
|---|---|---|
| 2026-10-02 | novalgin | wine |
| 2026-10-30 | rizatriptan | paint |
"""
CHARACTERS = """# Characters

**Margaret Crake** (46): née Voss. Ran the typing pool. Elegant, smokes Sobranie.

**Lionel Crake** (52): DCI. Knows more than he says.

**Cyril Hobb** (60): night watchman. Owes money to Drewe.
"""
LETTER = "# Letter\n\nIf topiramate is not tolerated, candesartan 8 mg may be tried."


def _told(talk) -> None:
    conversation = None
    for line in TOLD:
        conversation = talk.say(line, conversation=conversation)["conversation"]
    for title, text in (("Move", MOVE), ("Diary", DIARY), ("Characters", CHARACTERS), ("Letter", LETTER)):
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_what_is_to_be_done_before_something_is_what_stands_below_before(told):
    before = told.answered("What do I still have to do before the move?")
    assert "Virgin Media" in before
    assert "junta" not in before
    assert "Cork" not in before


def test_what_is_to_be_done_for_somebody_whose_name_a_box_begins_with(told):
    assert "letter for the new school" in told.answered("What's left to do for Aoife?")


def test_what_a_column_says_is_not_so_yet(told):
    assert told.answered("What haven't we paid yet?").strip() == (
        "From “Move”: “Item: School registration; EUR: 750; Paid: no”"
    )


def test_a_price_of_a_table_is_how_much_it_is(told):
    assert told.answered("How much is the Airbnb?").strip() == "From “Move”: “Item: Airbnb; EUR: 2100; Paid: yes”"


def test_a_day_is_found_in_a_table_that_writes_it_in_numbers(told):
    assert "Trigger: paint" in told.answered("What was the trigger on 30 October?")
    assert "novalgin" in told.answered("Which medication did I take on 2 October?")


def test_of_one_of_several_it_is_told_from_where_that_one_is_named(told):
    assert told.answered("Who owes money to Drewe?").startswith(
        "From “Characters”: “Cyril Hobb (60): night watchman. Owes money to Drewe.”"
    )
    assert "Lionel" not in told.answered("What does Margaret smoke?")


def test_an_age_in_brackets_and_a_maiden_name_are_told_of_whom_they_are(told):
    assert "Lionel Crake (52)" in told.answered("How old is Lionel?")
    assert "Margaret" not in told.answered("How old is Lionel?")
    assert "née Voss" in told.answered("What is Margaret's maiden name?")
    told.say("Renate Brandt, née Lehmann, was a nurse")
    assert told.answered("What was Renate's maiden name?").strip() == "Renate Brandt's maiden name is Lehmann."


def test_what_says_it_exactly_stands_before_what_has_another_number(told):
    assert told.answered("How much topiramate do I take?").startswith("You said: “I take topiramate, 50 mg")


def test_that_something_falls_out_is_said_by_what_names_another_first(told):
    assert told.answered("Do I have physio this week?").startswith(
        "You said: “Herr Yilmaz is ill so no physio this week”"
    )
    assert "Yilmaz has no car" not in told.answered("Do I have a car?")


def test_what_stands_behind_its_own_label_is_told_before_what_one_works_on(told):
    assert told.answered("What's my day job?").startswith("You said: “Day job: librarian at Beverley library”")
    assert "ResDiary" in told.answered("What do we use for bookings?").split("\n")[0]


def test_that_something_does_not_work_is_no_question_of_where_one_works(told):
    told.say("I work as a lighting designer at the Harbour Theatre")
    assert "lighting" not in told.answered("What could I try if topiramate doesn't work?")


def test_what_a_person_lists_is_told_before_a_column(told):
    told.say("Triggers so far: red wine, too little sleep, and the smell of paint")
    assert told.answered("What are my triggers?").startswith("You said: “Triggers so far: red wine")


def test_that_one_works_on_something_says_neither_where_it_is_set_nor_what_it_is_for(told):
    assert not told.answered("Where is the novel set?").startswith("You work on")
    assert "topiramate" in told.answered("What do I take?")
    assert told.answered("Which medication do I take to prevent migraines?").startswith(
        "Nothing you told me says exactly"
    )


def test_a_day_that_something_is_moved_to_is_no_place(told):
    assert not told.answered("Where did we move to?").startswith("You said: “the operation is moved")


def test_until_when_one_worked_somewhere_tells_not_how_long(told):
    assert "for 21 years" in told.answered("How long did I work at Henschel?")


def test_a_phone_is_a_number(told):
    assert told.answered("What's Dr. Nowak's number?").startswith("You said: “My GP is Dr. Nowak")
