"""A program's plain speech changes the book as a person's does, and is undone by the same change."""

from __future__ import annotations

import pytest

from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Fact

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_model(settings):
    settings.ASSISTANT_MODEL = ""


@pytest.fixture
def know(user, now):
    """Confirm a fact by hand."""

    def state(subject: str, predicate: str, said: str) -> Fact:
        draft = Draft(Name(subject, "person"), predicate, Name(said))
        return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]

    return state


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


def test_a_program_is_told_what_an_answer_asks_about(api, know):
    facts_of_tom = [know("Tom", "likes", "tea"), know("Tom", "lives_in", "Oslo")]
    _, told = api.post("/chat", {"message": "Forget about Tom.", "stream": False})
    _, messages = api.get(f"/conversations/{told['conversation']}/messages")
    asks = {one["role"]: one["asks"] for one in messages["items"]}
    assert (asks["user"], sorted(map(int, asks["assistant"]))) == ([], sorted(fact.pk for fact in facts_of_tom))
