"""POST /chat: what the papers of a team and of a family say is told by the line that says it, whatever it is called."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

INCIDENT = """# Incident 2026-10-08: payouts delayed

Severity: 2. Duration: 3 hours 12 minutes. Lead: Pavel Dvorak.

## Root cause
The bank rotated its host key and the notification was sent to Karim, who left in July.

## Action items
- [x] Add the shared mailbox to the contact list (Noor)
- [ ] Write a runbook for key rotation (Tobias)
"""
ON_CALL = """# On-call

Rotation is weekly, handover Monday 10:00. Compensation: 350 euros per week plus time off for night calls.

| Week | Primary | Secondary |
|---|---|---|
| 30 Nov | Ingrid | Tobias |
| 7 Dec | Pavel | Noor |
"""
FAMILY = (
    "My grandfather Thomas Aldridge was born in Whitby in 1901 and died in Hull in 1968.",
    "He married Marit Sorensen in Bergen on 12 June 1926.",
    "Thomas and Marit had four children: George, Ellen, Arthur and Ida.",
    "George is my father, he was a harbour pilot in Hull.",
    "Uncle Arthur went to Canada in 1952, his son Peter lives in Halifax, Nova Scotia.",
    "Dad always said that Isaac lost two fingers to frostbite.",
    "My DNA match with Linda Sorensen Beck is 214 cM, she descends from Olaf.",
)


def test_what_the_papers_of_a_team_say(talk):
    for text in (INCIDENT, ON_CALL):
        talk.post("/documents", {"title": "", "text": text, "options": {"learn": False}})
    talk.work()
    assert "Duration: 3 hours 12 minutes." in talk.answered("How long did the incident last?")
    assert "rotated its host key" in talk.answered("What caused the payout incident?")
    assert "Pavel" in talk.answered("Who is on call on 7 December?")
    assert talk.answered("Who is on call?").startswith("Nothing you told me says exactly that.")
    assert "Write a runbook for key rotation" in talk.answered("What are the open action items?")


def test_what_was_told_of_forebears(talk):
    conversation = None
    for message in FAMILY:
        conversation = talk.say(message, conversation=conversation)["conversation"]
    children = talk.answered("How many children did Thomas have?")
    assert all(name in children for name in ("George", "Ellen", "Arthur"))
    assert "grandfather" not in children
    assert talk.answered("Who is Arthur's son?") == "Peter is Uncle Arthur's son."
    assert "Marit Sorensen" in talk.answered("Who is my grandmother?")
    assert "two fingers" in talk.answered("What did dad say about Isaac?")
    assert talk.answered("How many cM do I share with Linda?") == "Your dna match is 214 cM."


def test_where_one_does_something_is_a_place_and_of_whom_one_bought_it_no_project(talk):
    talk.say("I teach physics at Lindner Gymnasium in Leipzig and I restore old motorbikes.")
    talk.say("My current project is a 1974 BMW R90S, frame number 4070233.")
    assert talk.answered("Where do I teach?") == "You teach at Lindner Gymnasium."
    assert not talk.answered("Who did I buy the BMW from?").startswith("Your project is")
