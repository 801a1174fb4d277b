"""A slip is put right by the next message: the proposal with it makes way, what was confirmed is asked about."""

from __future__ import annotations

import pytest

from assistant.models import Message
from assistant.turn import chat
from graph import jobs
from graph.curation import facts, undo
from graph.curation.recorder import Actor
from graph.models import Change, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def say(user, now):
    def said(text: str, conversation=None) -> Message:
        turn = chat.begin(user=user, text=text, conversation=conversation, now=now)
        list(chat.answer(turn, lambda: now))
        jobs.work(lambda: now, kinds=["learn", "promote"])
        turn.answer.refresh_from_db()
        return turn.answer

    return said


def book() -> set[tuple[str, str, str]]:
    rows = Fact.objects.active().select_related("subject", "object")
    return {
        ("me" if one.subject.is_self else one.subject.name, one.predicate, one.object.name if one.object else one.value)
        for one in rows
    }


@pytest.mark.parametrize(
    ("first", "then", "facts"),
    [
        ("My sister's name is Katrin.", "Sorry, it's spelled Catrin with a C.", {("me", "sister", "Catrin")}),
        ("My birthday is on 12 March.", "Wait, no, the 13th.", {("me", "birthday", "13 March")}),
        ("My birthday is on the 12th of March.", "Wait, no, the 13th.", {("me", "birthday", "13 March")}),
        ("My mother was born in 1952.", "1953, sorry.", {("my mother", "born_on", "1953")}),
        ("Anna is a lawyer.", "Scratch that, she's a notary.", {("Anna", "is_a", "notary")}),
        ("I work at Siemens.", "Siemens Healthineers to be precise.", {("me", "works_at", "Siemens Healthineers")}),
        ("My phone number is 0176 22334.", "Oops, 0176 22335.", {("me", "phone", "0176 22335")}),
        ("I live in Graz.", "Actually Vienna.", {("me", "lives_in", "Vienna")}),
        ("My dog is called Rex.", "I meant Rexi.", {("me", "pet", "Rexi"), ("Rexi", "is_a", "dog")}),
    ],
)
def test_a_proposal_with_a_slip_in_it_makes_way(say, first, then, facts):
    told = say(first)
    say(then, told.conversation)
    assert {(who.casefold(), how, what) for who, how, what in book()} == {
        (who.casefold(), how, what) for who, how, what in facts
    }


def test_the_answer_says_what_took_whose_place(say):
    told = say("My sister's name is Katrin.")
    assert say("Sorry, it's spelled Catrin.", told.conversation).text == (
        "Noted: “Catrin is your sister” waits in the inbox for you to confirm it. "
        "It takes the place of “Katrin is your sister”, which nobody had confirmed."
    )


def test_what_was_confirmed_stands_until_it_is_taken_back(say, user, now):
    told = say("My sister's name is Katrin.")
    katrin = Fact.objects.get()
    facts.decide(user=user, ids=[katrin.pk], decision="confirm", by=Actor.person(user), now=now)
    reply = say("Sorry, it's spelled Catrin.", told.conversation)
    assert "“Katrin is your sister” stands until you take it back below" in reply.text
    assert (reply.learned, book()) == ([katrin.pk], {("me", "sister", "Katrin"), ("me", "sister", "Catrin")})


def test_undoing_what_a_message_put_right_brings_the_first_one_back(say, user, now):
    told = say("I live in Graz.")
    say("Actually Vienna.", told.conversation)
    change = Change.objects.filter(verb="stage").latest("pk")
    undo.undo(user=user, change=change, by=Actor.person(user), now=now)
    assert book() == {("me", "lives_in", "Graz")}


@pytest.mark.parametrize(
    "then", ["No, thanks.", "Sorry, I have to go.", "Actually it's great.", "Oh, Bello!", "No, Bello.", "Sorry, Tim?"]
)
def test_what_puts_nothing_right_changes_nothing(say, then):
    told = say("My dog is called Rex.")
    before = book()
    say(then, told.conversation)
    assert book() == before == {("me", "pet", "Rex"), ("Rex", "is_a", "dog")}
