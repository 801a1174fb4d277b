"""POST /chat: what is told in short of carers, trades, meetings and marks, and of whom."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "My father Frank was diagnosed with Parkinson's in 2021 by Dr Keane",
    "he takes Sinemet four times a day",
    "he's allergic to penicillin",
    "his will is with Brannigan",
    "the skip comes on 8 January",
    "no wait, the skip comes on the 9th",
    "parent-teacher meeting for 6C is 10 December at 4.15",
    "The principal moved the 6C meeting to the 11th",
    "house clearance is Swansea Ltd, booked for 16 December",
    "the clearance had to be moved to 4 January",
    "Jonah is also our booker, he takes 10 percent",
    "I coach the under-14 hurling team with Niamh Brady",
    "Ewe nuts are 312 a tonne now",
    "We have 240 ewes",
    "Work starts on 11 January",
    "The vet is Gwen Pritchard, 01584 555 019",
    "I lent Jens 80 euros",
]
SURVEY = "HOMEBUYER REPORT\n\nSurveyor: Martin Cole MRICS\nDate of inspection: 18 August 2026\n"
RETRO = "# Retro 19 November\nPresent: Leila, Ewa, Callum\n\n## Actions\n- Sofie: customer mail about the incident\n"
INVESTORS = """# Investors

| Investor | Firm | Next step |
|---|---|---|
| Anders Holm | private | sign SAFE |
| Tom Okello | Savanna Fund | send deck |
"""


def _told(talk) -> None:
    conversation = None
    for line in TOLD:
        conversation = talk.say(line, conversation=conversation)["conversation"]
    for title, text in (("survey", SURVEY), ("Retro 19 November", RETRO), ("Investors", INVESTORS)):
        talk.post("/documents", {"title": title, "text": text})


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_what_was_told_is_answered(told):
    assert told.answered("What medication does my father take?").startswith("Frank takes Sinemet.")
    assert told.answered("What is my father allergic to?").startswith("Frank is allergic to penicillin.")
    assert "Dr Keane" in told.answered("Who diagnosed the Parkinson's?")
    assert "Brannigan" in told.answered("Where is Dad's will?").split("\n")[0]
    assert told.answered("How many ewes do we have?").startswith("You said: “We have 240 ewes”")
    assert told.answered("Who owes me money?").endswith("You lent Jens 80 euros.")


def test_what_was_corrected_or_moved_stands_first(told):
    assert told.answered("When does the skip come?").startswith("You said: “no wait, the skip comes on the 9th”")
    meeting = told.answered("When is the parent-teacher meeting?")
    assert meeting.index("to the 11th") < meeting.index("10 December")
    clearance = told.answered("When is the house clearance?")
    assert clearance.index("4 January") < clearance.index("16 December")


def test_who_does_what_is_told_by_what_they_are_called(told):
    assert told.answered("Who did the survey?").startswith("From “survey”: “Surveyor: Martin Cole")
    assert "Jonah is also our booker" in told.answered("Who books our shows?")
    assert "Niamh Brady" in told.answered("Who coaches with me?").split("\n")[0]
    assert "Present: Leila, Ewa, Callum" in told.answered("Who was at the retro?").split("\n")[0]
    assert "customer mail" in told.answered("What does Sofie have to do?").split("\n")[0]


def test_the_heads_of_a_table_are_no_answer(told):
    assert "send deck" in told.answered("What's the next step with Tom?")


def test_nothing_is_said_of_whom_nobody_asks(told):
    assert "about Work" not in told.answered("Which window firm is the cheapest?")
