"""Plain speech that changes the book: forgetting with a way back, corrections beside what stands, asking where unsure."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.memory.heard import heard_of
from assistant.models import Message
from assistant.turn import chat, wishes
from graph import jobs
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Conflict, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def say(user, now):
    """Say something; returns the answer as it is kept."""

    def said(text: str, conversation=None, mode: str = "normal") -> Message:
        turn = chat.begin(user=user, text=text, conversation=conversation, mode=mode, now=now)
        list(chat.answer(turn, lambda: now))
        jobs.work(lambda: now, kinds=["learn", "promote"])
        turn.answer.refresh_from_db()
        return turn.answer

    return said


def status(fact: Fact) -> str:
    fact.refresh_from_db()
    return fact.status


def test_forget_takes_back_the_one_fact_that_is_meant_and_says_so(say, know):
    fact = know("me", "lives_in", "Ghent")
    assert say("Forget that I live in Ghent.").text.startswith("Forgotten: “You live in Ghent”.")
    assert status(fact) == "retracted"
    assert Change.objects.filter(verb="retract", actor="user", reason="Forget that I live in Ghent.").count() == 1


def test_what_was_forgotten_comes_back_with_one_undo_under_the_message(say, know, client, user):
    fact = know("me", "lives_in", "Ghent")
    reply = say("Forget that I live in Ghent.")
    heard = heard_of(reply.reply_to)
    client.force_login(user)
    page = client.get(reverse("conversation", args=[reply.conversation_id])).text
    assert heard.forgot
    assert reverse("undo", args=[heard.undo]) in page
    client.post(reverse("undo", args=[heard.undo]))
    assert status(fact) == "confirmed"
    assert not heard_of(reply.reply_to).forgot


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("Forget that I take the ferry on Thursdays.", True),
        ("Forget that I take the ferry on Fridays.", False),
        ("Forget that Anna takes the ferry on Thursdays.", False),
        ("Forget that I take the ferry on Thursdays with Anna.", False),
    ],
)
def test_what_the_rules_cannot_read_is_forgotten_by_its_very_words(say, know, text, is_meant):
    fact = know("me", "takes_the_ferry_on", "Thursdays")
    know("Anna", "misses", "the bus")
    assert say(text).text.startswith("Forgotten: " if is_meant else "I have nothing that says")
    assert status(fact) == ("retracted" if is_meant else "confirmed")


def test_what_is_said_of_oneself_never_takes_back_what_is_known_of_another(say, know):
    fact = know("Anna", "takes_the_ferry_on", "Thursdays")
    assert say("Forget that I take the ferry on Thursdays.").text.startswith("I have nothing that says")
    assert status(fact) == "confirmed"
    assert say("Forget that Anna takes the ferry on Thursdays.").text.startswith("Forgotten: ")


def test_forgetting_a_proposal_rejects_it(say, user):
    say("I like rye.")
    say("Forget that I like rye.")
    assert Fact.objects.get(predicate="likes").status == "rejected"


def test_what_was_forgotten_is_not_learned_from_the_same_message(say, know):
    know("me", "lives_in", "Ghent")
    reply = say("Forget that I live in Ghent.")
    assert (reply.reply_to.learned, Fact.objects.active().count()) == ([], 0)


def test_nothing_is_forgotten_when_nothing_says_so(say, know):
    fact = know("me", "lives_in", "Ghent")
    assert say("Forget that I live in Rome.").text == (
        "I have nothing that says “I live in Rome”, so nothing was forgotten."
    )
    assert status(fact) == "confirmed"


def test_where_several_facts_fit_the_person_picks(say, know, client, user):
    first, second = know("Tom", "likes", "tea"), know("Tom", "lives_in", "Oslo")
    reply = say("Forget about Tom.")
    assert sorted(reply.learned) == sorted([first.pk, second.pk])
    client.force_login(user)
    assert client.get(reverse("conversation", args=[reply.conversation_id])).text.count("Take it back") == 2
    client.post(reverse("fact-decide", args=[first.pk]), {"decision": "retract", "conversation": reply.conversation_id})
    assert (status(first), status(second)) == ("retracted", "confirmed")
    assert client.get(reverse("conversation", args=[reply.conversation_id])).text.count("Take it back") == 1


def test_my_own_attribute_is_forgotten_by_its_name(say, know):
    fact = know("me", "phone", "0470 12 34 56")
    say("Forget my phone number.")
    assert status(fact) == "retracted"


def test_writing_the_answer_again_forgets_nothing_more(say, know, now):
    know("me", "lives_in", "Ghent")
    reply = say("Forget that I live in Ghent.")
    list(chat.answer(chat.again(answer=reply, now=now), lambda: now))
    reply.refresh_from_db()
    assert reply.text == "That is forgotten already. Undo brings it back."
    assert Change.objects.filter(verb="retract").count() == 1


@pytest.mark.parametrize("mode", ["read_only", "incognito"])
def test_where_nothing_may_change_nothing_is_forgotten(user, now, know, mode):
    fact = know("me", "lives_in", "Ghent")
    list(chat.answer(chat.begin(user=user, text="Forget that I live in Ghent.", mode=mode, now=now), lambda: now))
    assert status(fact) == "confirmed"


def test_another_persons_facts_are_never_meant(say, know, other_user, now):
    """W-O10."""
    draft = Draft(Name("me", "person"), "lives_in", Name("Ghent"))
    theirs = facts.state(user=other_user, draft=draft, by=Actor.person(other_user), now=now)[0]
    say("Forget that I live in Ghent.")
    assert status(theirs) == "confirmed"


def test_that_is_wrong_asks_which_of_the_last_answers_facts(say, know, client, user):
    fact = know("Anna", "lives_in", "Lisbon")
    asked = say("Where does Anna live?")
    assert asked.cited == [["fact", fact.pk]]
    reply = say("That's wrong.", asked.conversation)
    assert (reply.learned, status(fact)) == ([fact.pk], "confirmed")
    client.force_login(user)
    assert "Take it back" in client.get(reverse("conversation", args=[reply.conversation_id])).text


def test_that_is_wrong_after_nothing_asks_for_what_is_right(say):
    assert say("That's wrong.").text == "Thank you. Tell me what is right, and I propose it."


def test_a_correction_waits_beside_what_it_contradicts(say, know):
    """W-J8, W-J9: nothing confirmed is replaced by what was merely said."""
    know("me", "sister", "Anna")
    lives = know("Anna", "lives_in", "Lisbon")
    first = say("My sister Anna likes tea.")
    reply = say("No, she moved to Porto.", first.conversation)
    assert reply.text == (
        "Noted: “Anna lives in Porto” waits in the inbox for you to confirm it. "
        "Until then “Anna lives in Lisbon” stands."
    )
    assert (status(lives), Fact.objects.get(object__name="Porto").status) == ("confirmed", "staged")
    assert Conflict.objects.filter(state="open").count() == 1


@pytest.mark.parametrize("text", ["Wrong. It's Ingrid not Hanne", "no it's Ingrid, not Hanne", "not Hanne, Ingrid"])
def test_what_is_named_in_place_of_another_is_proposed_of_the_fact_last_spoken_of(say, know, text):
    """A-J11: the fact that the last answer told."""
    know("Ingrid", "works_for", "Hanne")
    hanne = know("me", "doctor", "Hanne")
    asked = say("Who is my doctor?")
    assert asked.cited == [["fact", hanne.pk]]
    reply = say(text, asked.conversation)
    assert reply.text == (
        "Noted: “Ingrid is your doctor” waits in the inbox for you to confirm it. "
        "“Hanne is your doctor” stands until you take it back below."
    )
    proposed = Fact.objects.get(predicate="doctor", object__name="Ingrid")
    assert (proposed.status, status(hanne), reply.learned) == ("staged", "confirmed", [hanne.pk])
    assert proposed.evidence.get().quote == text


@pytest.mark.parametrize("text", ["No, Tunde teaches chemistry, not physics.", "Tunde teaches chemistry, not physics"])
def test_what_a_sentence_says_is_not_so_is_to_be_taken_back(say, know, text):
    """Both could be true, and the answer said nothing of what was denied."""
    physics = know("Tunde", "teaches", "physics")
    reply = say(text)
    assert reply.text == (
        "Noted: “Tunde teaches chemistry” waits in the inbox for you to confirm it. "
        "“Tunde teaches physics” stands until you take it back below."
    )
    assert (status(physics), Fact.objects.get(object__name="chemistry").status) == ("confirmed", "staged")


def test_what_was_told_a_message_ago_is_corrected_by_its_other_name(say):
    """A-J11: without an answer that tells it; what nobody had confirmed makes way."""
    told = say("Anna lives in Lisbon.")
    say("No, Porto, not Lisbon.", told.conversation)
    assert set(Fact.objects.filter(predicate="lives_in").values_list("object__name", "status")) == {
        ("Lisbon", "rejected"),
        ("Porto", "staged"),
    }


def test_whom_nothing_told_of_is_corrected_of_nothing(say, know):
    know("me", "doctor", "Hanne")
    first = say("I like rye.")
    say("It's Ingrid, not Hanne.", first.conversation)
    assert not Fact.objects.filter(object__name="Ingrid").exists()


def test_remember_is_acknowledged_with_what_waits(say):
    """A-J11."""
    reply = say("Remember that I prefer aisle seats.")
    assert reply.text == "Noted: “You prefer aisle seats” waits in the inbox for you to confirm it."
    assert Fact.objects.get(predicate="prefers").status == "staged"


def test_remembering_what_is_known_says_so(say, know):
    know("Anna", "lives_in", "Rome")
    assert say("Remember that Anna lives in Rome.").text == "I know that already: “Anna lives in Rome”."


def test_what_cannot_be_read_as_a_fact_is_said_to_be(say):
    assert say("Remember that the thing with the stairs.").text.startswith("Your words are kept and can be searched")


def test_a_model_does_not_stand_in_for_forgetting(say, know, settings, monkeypatch):
    fact = know("me", "lives_in", "Ghent")
    settings.ASSISTANT_MODEL = "openai/test"
    monkeypatch.setattr(chat.llm, "parts", lambda *_, **__: pytest.fail("the model was asked"))
    monkeypatch.setattr(wishes.llm, "configured", lambda: True)
    monkeypatch.setattr(chat.titles, "enqueue", lambda *_: None)
    say("Forget that I live in Ghent.")
    assert status(fact) == "retracted"
