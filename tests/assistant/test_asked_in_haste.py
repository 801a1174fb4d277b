"""POST /chat: what was told and is asked on a telephone, without capitals and apostrophes, is answered without a model."""

from __future__ import annotations

import pytest

from assistant.question.apostrophes import with_apostrophes

pytestmark = pytest.mark.django_db(transaction=True)

ONLY_NEAR = "Nothing you told me says exactly that."
TOLD = (
    "hey im joost, 27, i live in ghent with my gf noor",
    "i also play guitar in a band called Paper Foxes",
    "the band is me, Wout on drums, Lies who sings and Bram on bass",
    "we rehearse every wednesday at 8 in wout's garage",
    "our first gig is on 12 december at Café Trefpunt, we go on at 21h30",
    "my cousin Daan has a van, he drives the amps and the drums",
    "my mum Greet lives in bruges, she has a small bakery called Zoet",
    "knee is acting up again, saw dr. Claeys, she said tendinitis and 2 weeks no hills",
    "noor's supervisor is Prof. Hendrickx, she's super strict",
    "electricity and gas are paid by the tenants, that is article 9",
    "noors birthday is 3 february",
)
ASKED = (
    ("who plays drums in my band?", "the band is me, Wout on drums"),
    ("what time do we go on at trefpunt?", "we go on at 21h30"),
    ("who drives the drums to the gig?", "Daan"),
    ("where do we rehearse and when?", "we rehearse every wednesday at 8 in wout's garage"),
    ("whats the name of my mums bakery?", "Greet's bakery is Zoet"),
    ("when is noors birthday", "Noor's birthday is 3 February"),
    ("wheres my mum", "Greet lives in Bruges"),
    ("when is our next gig?", "12 December"),
)
UNTOLD = (
    "when is the second gig?",
    "what did prof hendrickx say about my knee?",
    "how much do i pay for electricity?",
)


def test_what_is_asked_in_haste_is_answered_and_what_nobody_told_is_not(talk):
    for message in TOLD:
        talk.say(message)
    told = {question: talk.say(question)["text"] for question, _ in ASKED}
    assert {question: told[question] for question, answer in ASKED if answer not in told[question]} == {}
    untold = {question: talk.say(question)["text"] for question in UNTOLD}
    assert {question: text for question, text in untold.items() if not text.startswith(ONLY_NEAR)} == {}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("whats my mums number", "what's my mum's number"),
        ("Whos my boss?", "Who's my boss?"),
        ("when is noors birthday", "when is noor's birthday"),
        ("is Noors bike red", "is Noor's bike red"),
        ("what do my sisters do?", "what do my sisters do?"),
        ("where do my brothers live", "where do my brothers live"),
        ("what are my cats names", "what are my cats names"),
        ("does noors know it", "does noors know it"),
        ("whats up", "whats up"),
        ("who has keys to it", "who has keys to it"),
        ("what's Noor's job", "what's Noor's job"),
    ],
)
def test_apostrophes_are_put_where_one_is_missing(talk, user, typed, meant):
    talk.say("My partner is Noor.")
    assert with_apostrophes(user, typed) == meant


def test_a_name_that_ends_so_is_left_whole(talk, user):
    talk.say("My friend is Jon. My colleague is Jons.")
    assert with_apostrophes(user, "where is jons bike") == "where is jons bike"
