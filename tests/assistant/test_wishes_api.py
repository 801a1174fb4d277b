"""A program's plain speech changes the book as a person's does, and is undone by the same change."""

from __future__ import annotations

import pytest

from assistant.models import Message
from assistant.turn import chat
from graph import jobs
from graph.curation import facts, taking_back
from graph.curation.recorder import Actor
from graph.models import Change, Fact
from tests.conftest import Api, token_for

pytestmark = pytest.mark.django_db(transaction=True)


def status(fact: Fact) -> str:
    fact.refresh_from_db()
    return fact.status


def test_a_program_forgets_by_the_same_words_and_undoes_it(api, know):
    """A-J11 through the API: one fact taken back at once, and a change to undo."""
    fact = know("me", "lives_in", "Ghent")
    _, told = api.post("/chat", {"message": "Forget that I live in Ghent.", "stream": False})
    assert (told["text"].startswith("Forgotten: "), status(fact)) == (True, "retracted")
    change = Change.objects.get(verb="retract")
    assert api.post(f"/changes/{change.pk}/undo")[0] == 200
    assert status(fact) == "confirmed"


def test_what_a_program_that_may_only_propose_wants_forgotten_waits_for_the_owner(user, client, now, monkeypatch, know):
    """A-J11, W-M9: under the scope `propose` a chat changes nothing that is confirmed; the owner's yes does it."""
    fact = know("me", "lives_in", "Ghent")
    modest = Api(client, token_for(user, now, ("propose",)), now, monkeypatch)
    _, told = modest.post("/chat", {"message": "Forget that I live in Ghent.", "stream": False})
    assert told["text"].startswith("Asked to forget: “You live in Ghent”.")
    assert status(fact) == "confirmed"
    asked = Fact.objects.get(predicate=taking_back.PREDICATE)
    assert (asked.status, asked.metadata["takes_back"]) == ("staged", fact.pk)
    assert set(Change.objects.filter(verb="state").values_list("actor", flat=True)) == {"user", "api"}
    facts.decide(user=user, ids=[asked.pk], decision="confirm", by=Actor.person(user), now=now)
    assert status(fact) == "retracted"


def test_writing_the_answer_to_such_a_program_again_does_no_more(user, client, now, monkeypatch, know):
    fact = know("me", "lives_in", "Ghent")
    modest = Api(client, token_for(user, now, ("propose",)), now, monkeypatch)
    _, told = modest.post("/chat", {"message": "Forget that I live in Ghent.", "stream": False})
    turn = chat.again(answer=Message.objects.get(pk=told["message"]), now=now)
    list(chat.answer(turn, lambda: now))
    assert status(fact) == "confirmed"
    assert Fact.objects.filter(predicate=taking_back.PREDICATE).count() == 1


@pytest.mark.parametrize("message", ["No, I live in Bruges.", "Remember that I live in Bruges.", "That's wrong."])
def test_nothing_confirmed_is_changed_by_what_such_a_program_says(user, client, now, monkeypatch, know, message):
    fact = know("me", "lives_in", "Ghent")
    modest = Api(client, token_for(user, now, ("propose",)), now, monkeypatch)
    _, first = modest.post("/chat", {"message": "Where do I live?", "stream": False})
    modest.post("/chat", {"message": message, "conversation": first["conversation"], "stream": False})
    jobs.work(lambda: now, kinds=["learn", "promote"])
    assert status(fact) == "confirmed"
    assert set(Fact.objects.exclude(pk=fact.pk).values_list("status", flat=True)) <= {"staged"}


def test_a_program_is_told_what_an_answer_asks_about(api, know):
    facts_of_tom = [know("Tom", "likes", "tea"), know("Tom", "lives_in", "Oslo")]
    _, told = api.post("/chat", {"message": "Forget about Tom.", "stream": False})
    _, messages = api.get(f"/conversations/{told['conversation']}/messages")
    asks = {one["role"]: one["asks"] for one in messages["items"]}
    assert (asks["user"], sorted(map(int, asks["assistant"]))) == ([], sorted(fact.pk for fact in facts_of_tom))
