"""POST /chat: what people wrote to each other is told with what was asked there, and with what was said before."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

OPS = """\
[03/02/2026, 09:01:10] Ines: morning all, the staging server moves to Hetzner on Thursday night
[03/02/2026, 09:03:10] Noel Adeyemi: how long will it be down?
[03/02/2026, 09:04:10] Ines: about 40 minutes, starting 22:00
[06/02/2026, 10:00:10] Ines: migration done. one problem: the backup job failed
[06/02/2026, 10:05:10] Greta Solheim: why did it fail?
[06/02/2026, 10:09:10] Ines: wrong credentials, I rotated the key and forgot the cron host
[10/02/2026, 08:40:10] Greta Solheim: lunch on Friday at Pho House, 12:30, who's in?
[10/02/2026, 08:41:10] Noel Adeyemi: me
[20/02/2026, 16:02:10] Noel Adeyemi: I can't do Wednesday evening, my daughter has a school play
[25/02/2026, 17:00:10] Greta Solheim: the offsite is in Bergen from 11 to 13 May
[25/02/2026, 17:05:10] Noel Adeyemi: can we bring partners?
[25/02/2026, 17:06:10] Greta Solheim: yes but they pay for their own flight
[25/02/2026, 17:10:10] Noel Adeyemi: I get seasick so please no boat trip
"""
FAMILY = """\
[03/03/2026, 18:26:40] Amma: good. Who does the food?
[03/03/2026, 18:27:11] Arjun: Saravana's, they want the numbers by the 1st
[03/03/2026, 18:28:00] Arjun: visiting hours at the clinic are 2 to 4
[20/03/2026, 21:10:00] Arjun: I failed my driving test again, third time
[20/03/2026, 21:12:00] Amma: Thatha always hated that car
[20/03/2026, 21:13:00] Arjun: haha he did. He wants to move to Madurai when he retires
[03/05/2026, 12:00:00] Amma: trip to Pembroke in June, I booked rooms
[03/05/2026, 12:05:00] Arjun: I'm in, I can drive, my van has space for three
[04/05/2026, 12:05:00] Amma: what's your new address?
[04/05/2026, 12:06:00] Arjun: 12 Elm Row
"""

PARENTS = """\
[10/09/2026, 16:30:00] Marta Lopez: the class fund has 312 euros, Jürgen keeps it
[21/09/2026, 19:30:00] Sophie: who brings cake to the autumn party on 2 October?
[21/09/2026, 19:34:00] Ines: I can bring an apple cake
[21/09/2026, 19:36:00] Jürgen Wolff: I'll do the drinks
[02/10/2026, 08:00:00] Jürgen Wolff: the dentist comes to school on Friday
[02/10/2026, 08:01:00] Sophie: Noah's appointment is at 10:20
[12/10/2026, 18:00:00] Sophie: parents' evening is on 3 November at 19:00 in room 12
[12/10/2026, 18:04:00] Ines: I'm in Vienna that week. Marta can you take notes?
[12/10/2026, 18:06:00] Marta Lopez: sure
[18/10/2026, 18:25:02] Ines: I booked the hall!
[18/10/2026, 18:26:02] Ines: Saturday 18 April, it costs 300
"""


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def _tell(talk):
    talk.post("/documents", {"title": "Ops", "text": OPS})
    talk.post("/documents", {"title": "Family", "text": FAMILY})
    talk.post("/documents", {"title": "3b", "text": PARENTS})
    talk.work()


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("How long will staging be down?", "how long will it be down? Ines (me, at 09:04): about 40 minutes"),
        ("Why did the backup job fail?", "why did it fail? Ines (me, at 10:09): wrong credentials"),
        ("Can we bring partners to the offsite?", "can we bring partners? Greta Solheim (at 17:06): yes but they pay"),
        ("Who does the food?", "Who does the food? Arjun (at 18:27): Saravana's"),
        ("Who takes notes at the parents' evening?", "Marta can you take notes? Marta Lopez (at 18:06): sure"),
        ("What is Arjun's new address?", "what's your new address? Arjun (at 12:06): 12 Elm Row”"),
    ],
)
def test_a_question_that_was_asked_there_is_answered_by_the_reply(told, asked, reply):
    found = told.answered(asked)
    assert found.startswith("From “"), found
    assert reply in found


@pytest.mark.parametrize("asked", ["What is my new address?", "What is Amma's new address?"])
def test_the_reply_of_another_is_no_answer_of_ones_own(told, asked):
    assert told.answered(asked).startswith(("I don't know", "Nothing you told me says exactly that")), asked


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("Where is lunch on Friday?", "lunch on Friday at Pho House"),
        ("Why can't Noel do Wednesday evening?", "my daughter has a school play"),
        ("Until when does Saravana's need the numbers?", "they want the numbers by the 1st"),
        ("When are visiting hours?", "visiting hours at the clinic are 2 to 4"),
        ("How often did Arjun fail his driving test?", "third time"),
        ("Where does Thatha want to move?", "He wants to move to Madurai"),
        ("Who drives to Pembroke?", "I can drive, my van has space for three"),
    ],
)
def test_what_says_it_in_the_words_of_a_chat_is_no_near_miss(told, asked, says):
    found = told.answered(asked)
    assert found.startswith("From “"), found
    assert says in found


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("What do I bring to the autumn party?", "Ines (me, at 19:34): I can bring an apple cake"),
        ("Who brings the drinks to the autumn party?", "Jürgen Wolff (at 19:36): I'll do the drinks"),
        ("When is the autumn party?", "who brings cake to the autumn party on 2 October?"),
        ("How much does the hall cost?", "Saturday 18 April, it costs 300"),
    ],
)
def test_a_message_is_of_what_those_before_it_were_about(told, asked, says):
    found = told.answered(asked)
    assert found.startswith("From “3b”"), found
    assert says in found.partition("\n\n")[0]


def test_what_stands_just_before_does_not_make_it_of_somebody_else(told):
    assert "10:20" in told.answered("When is Noah's dentist appointment?")
    assert told.answered("When is Paula's dentist appointment?").startswith(
        ("I don't know", "Nothing you told me says")
    )


def test_a_sum_in_another_sentence_is_not_what_somebody_paid(told):
    assert told.answered("How much did Sophie pay?").startswith(("I don't know", "Nothing you told me says"))


def test_a_reason_that_somebody_gave_for_something_else_is_only_near(told):
    assert told.answered("Why did Noel say no to Spotify?").startswith(("I don't know", "Nothing you told me says"))


def test_where_one_did_something_is_not_told_by_where_another_works(talk):
    talk.learned("Tobi works at Marlow & Finch.", "The spare key is in the blue tin.")
    assert talk.answered("Where did we have drinks for Tobi's job?").startswith(("I don't know", "Nothing you told me"))
    assert talk.answered("Where does Tobi work?") == "Tobi works at Marlow & Finch."
    assert "blue tin" in talk.answered("Where did I put the spare key?")
