"""What is said again: known, waiting, rejected, or only an answer repeated; and what is never learned."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.models import Message
from assistant.turn import chat
from graph import jobs
from graph.curation import facts, promotion
from graph.curation.recorder import Actor
from graph.models import Evidence, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def tell(user, now):
    def say(text: str, conversation=None, at: dt.datetime = now) -> Message:
        turn = chat.begin(user=user, text=text, conversation=conversation, now=at)
        list(chat.answer(turn, lambda: at))
        jobs.work(lambda: at, kinds=["learn", "promote"])
        turn.question.refresh_from_db()
        return turn.question

    return say


def standing() -> set[tuple[str, str]]:
    return {(fact.predicate, fact.status) for fact in Fact.objects.all()}


def test_the_same_claim_said_twice_is_one_fact_with_two_evidences(tell):
    tell("Anna lives in Lisbon.")
    first = Fact.objects.get()
    second = tell("As you know, Anna lives in Lisbon.")
    fact = Fact.objects.get()
    assert (fact.confidence, fact.status, second.learned) == (first.confidence, "staged", [])
    assert Evidence.objects.filter(fact=fact).count() == 2


def test_saying_it_five_times_confirms_nothing(tell, user, now):
    """A-J4: one person is one source, whichever policy they chose."""
    promotion.choose(user=user, policy="evidence", now=now)
    for opening in ("", "Well, ", "You see, ", "As I said, ", "Indeed, "):
        tell(f"{opening}Anna lives in Lisbon.")
    assert standing() == {("lives_in", "staged")}


def test_what_was_rejected_is_not_proposed_again_in_other_words(tell, user, now):
    """A-T1, W-M9: no duplicates of known, waiting or rejected claims on every turn."""
    message = tell("I like rye.")
    facts.decide(user=user, ids=message.learned, decision="reject", by=Actor.person(user), now=now)
    assert tell("I really like rye.").learned == []
    assert standing() == {("likes", "rejected")}


def test_what_was_rejected_is_proposed_again_when_the_person_asks_for_it(tell, user, now):
    message = tell("I like rye.")
    facts.decide(user=user, ids=message.learned, decision="reject", by=Actor.person(user), now=now)
    assert len(tell("Remember that I like rye.").learned) == 1


def test_an_answer_pasted_back_is_not_learned_from(tell):
    """What was recalled is no new evidence."""
    first = tell("My sister Anna lives in Lisbon.")
    asked = tell("Where does Anna live?", first.conversation)
    before = Evidence.objects.filter(fact__isnull=False).count()
    assert "Anna lives in Lisbon" in asked.reply.text
    tell("Anna lives in Lisbon.", first.conversation)
    assert Evidence.objects.filter(fact__isnull=False).count() == before


@pytest.mark.parametrize("text", ["My card number is 4111 1111 1111 1111.", "My password is Zomer2025!", "ok, thanks!"])
def test_secrets_and_trivia_are_not_staged(tell, text):
    """A-O7. A-O9."""
    message = tell(text)
    assert (message.learning, message.learned, Fact.objects.count()) == ("done", [], 0)


def test_the_quote_beside_a_secret_does_not_hold_it(tell):
    tell("I live in Delft and my password is correct horse.")
    assert Evidence.objects.filter(fact__isnull=False).get().quote == "I live in Delft"


def test_a_day_is_counted_from_when_and_where_the_message_was_written(tell, user):
    user.time_zone = "Pacific/Auckland"
    user.save()
    tell("Anna moved to Porto yesterday.", at=dt.datetime(2026, 2, 28, 12, 30, tzinfo=dt.UTC))
    begun = Fact.objects.get().valid_from
    assert begun == dt.datetime(2026, 2, 27, 11, 0, tzinfo=dt.UTC)


def test_values_are_kept_typed(tell):
    tell("My birthday is 3 May 1990 and I am 35.")
    assert {(fact.predicate, fact.value, fact.value_type) for fact in Fact.objects.all()} == {
        ("birthday", "1990-05-03", "date"),
        ("age", "35", "number"),
    }
