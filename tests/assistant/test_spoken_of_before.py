"""POST /chat: whom and which place a message means that names neither, by what was said just before it."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.assistant.test_plain_talk import Talk, Triple

pytestmark = pytest.mark.django_db(transaction=True)


class OneChat(Talk):
    """All is said in one conversation until `over`."""

    conversation: str | None = None

    def say(self, message: str, **body) -> dict:
        going_on = {"conversation": self.conversation} if self.conversation else {}
        answer = super().say(message, **going_on, **body)
        self.conversation = answer["conversation"]
        return answer

    def over(self, *messages: str) -> set[Triple]:
        """What a new conversation of these messages adds to the book by its last."""
        self.conversation = None
        before = self.learned(*messages[:-1])
        return self.learned(messages[-1]) - before

    def begins(self, subject: str) -> set[tuple[str, str, str]]:
        """(predicate, what, the day since when) of what is known of somebody."""
        return {
            (one["predicate"], (one["object"] or {}).get("name", ""), (one["valid_from"] or "")[:10])
            for one in self.get("/facts?limit=100")["items"]
            if one["subject"]["name"] == subject
        }


@pytest.fixture
def talk(user, client, minilm, monkeypatch):
    from graph import jobs

    monkeypatch.setattr("django.utils.timezone.now", lambda: dt.datetime(2026, 3, 4, 12, tzinfo=dt.UTC))
    return OneChat(user, client, lambda: jobs.work(lambda: dt.datetime(2026, 3, 4, 12, tzinfo=dt.UTC)))


def test_he_and_she_are_whom_the_message_before_named(talk):
    assert talk.over("Piotr lives in Gdansk.", "he plays bass") == {("Piotr", "plays", "bass")}
    assert talk.over("I had lunch with Nora.", "she is a nurse") == {("Nora", "is_a", "nurse")}
    assert talk.over(
        "my sister Anna lives in Porto", "my brother Leo lives in Metz", "she teaches physics"
    ) == {("Anna", "teaches", "physics")}  # fmt: skip


@pytest.mark.parametrize("before", ["I met Nora and Piotr.", "I met Nora and Anna.", "Piotr works with Tom."])
def test_of_two_whom_it_may_mean_neither_is_guessed(talk, before):
    assert talk.over(before, "he plays bass") == set()


def test_there_is_the_place_spoken_of_just_before(talk):
    talk.over("Anna lives in Porto.", "she moved there last year")
    assert talk.begins("Anna") == {("lives_in", "Porto", "2025-01-01")}
    talk.over("Kai lives in Oslo.")
    (kai,) = [one for one in talk.get("/facts?limit=100")["items"] if one["subject"]["name"] == "Kai"]
    talk.post("/facts/decide", {"ids": [kai["id"]], "decision": "confirm"})
    talk.say("he moved there last year")
    assert talk.begins("Kai") == {("lives_in", "Oslo", "")}  # what the person decided stays as it is
    assert talk.over("Ole lives in Metz. Bea lives in Lyon.", "Tom lives there too") == {("Tom", "lives_in", "Lyon")}
    assert talk.over("I love Lisbon, we moved there in May.") >= {("me", "lives_in", "Lisbon")}


def test_there_is_no_place_that_was_not_named_just_before_or_beside_another(talk):
    assert talk.over("Anna lives in Porto.", "my boss is Carla", "she moved there last year") == set()
    assert talk.over("I visited Lisbon and Ghent.", "we moved there in May") == set()
    assert talk.over("Anna lives in Porto.", "I never lived there") == set()


def test_whom_one_met_is_learned_with_its_time(talk):
    assert talk.over("Ole is my friend.", "we met in 2021") == {("me", "met", "Ole")}
    assert talk.over("I met Bea in May 2020.") == {("me", "met", "Bea")}
    assert talk.over("I met Tom.") == talk.over("we met with Lena on Monday") == set()
    assert talk.answered("When did I meet Ole?") == "You met Ole (in 2021)."
    assert talk.answered("When did I meet Bea?") == "You met Bea (in May 2020)."


def test_what_is_due_is_learned_with_its_day(talk):
    """Said on Wednesday, 4 March 2026."""
    facts = talk.over(
        "my thesis is due on 3 March. The report is due next Friday. Our essays are due tomorrow. Heron is due on 6 May"
    )
    assert facts == {
        ("my thesis", "due", "2027-03-03"),
        ("report", "due", "2026-03-13"),
        ("Our essays", "due", "2026-03-05"),
        ("Heron", "due", "2026-05-06"),
    }
    assert talk.answered("when is my thesis due?") == "Your thesis is due on 3 March 2027."
    assert talk.over("the cake is due soon", "is the rent due on Friday?", "If rent is due on 3 May I pay.") == set()
