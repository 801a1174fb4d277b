"""The main job: told once, confirmed, asked for in other words among 200 other facts, and asked on."""

from __future__ import annotations

import pytest

from assistant.turn import chat
from assistant.turn.events import Done, Failed
from graph import jobs
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Conflict, Fact

pytestmark = pytest.mark.django_db

CITIES = ("Berlin", "Oslo", "Graz", "Turin", "Leeds", "Malmö", "Ghent", "Brno", "Split", "Vigo")
NAMES = ("Tom", "Rosa", "Felix", "Nadia", "Joris", "Priya", "Henrik", "Emma", "Milo", "Dana")
THINGS = ("tea", "chess", "sailing", "ramen", "opera", "bees", "maps", "jazz", "ferns", "clay")


@pytest.fixture
def full_book(user, now, settings):
    """200 confirmed facts about ten people, none of them family."""
    settings.ASSISTANT_MODEL = ""
    drafts = []
    for number, name in enumerate(NAMES):
        drafts.append(Draft(Name(f"{name} Vale", "person"), "lives_in", Name(CITIES[number], "place")))
        drafts += [Draft(Name(f"{name} Vale", "person"), "likes", Name(f"{thing} {number}")) for thing in THINGS]
        drafts += [
            Draft(Name(f"{name} Vale", "person"), "owns", Name(f"{thing} book {number}")) for thing in THINGS[:9]
        ]
    facts.state_many(user=user, drafts=drafts, by=Actor.person(user), now=now)
    assert Fact.objects.count() == 200


def test_told_confirmed_and_asked_in_other_words(user, now, full_book):
    def say(text, conversation=None):
        turn = chat.begin(user=user, text=text, conversation=conversation, now=now)
        events = list(chat.answer(turn, lambda: now))
        jobs.work(lambda: now, kinds=["learn", "mentions", "embed"])
        turn.question.refresh_from_db()
        return turn, next(event for event in events if isinstance(event, Done | Failed))

    told, _ = say("My sister Anna lives in Lisbon.")
    assert len(told.question.learned) == 2
    _, unsure = say("Which city is my sibling in?")
    assert unsure.text.startswith("Anna lives in Lisbon (unconfirmed).[1?]")

    facts.decide(user=user, ids=told.question.learned, decision="confirm", by=Actor.person(user), reason="", now=now)
    lives = Fact.objects.get(subject__name="Anna", predicate="lives_in")
    asked, answer = say("Which city is my sibling in?")
    assert answer.text.startswith("Anna lives in Lisbon.[1]")
    assert answer.cited[0] == ("fact", lives.pk)

    _, name = say("and what is her name?", asked.conversation)
    assert "Anna" in name.text
    assert name.cited

    say("Anna moved to Porto.")
    lives.refresh_from_db()
    assert lives.status == "confirmed"
    assert Conflict.objects.filter(state="open").count() == 1
    _, still = say("Where does Anna live?")
    assert still.text == "Anna lives in Lisbon.[1] Anna lives in Porto (unconfirmed).[2?]"

    _, unknown = say("What is the boiling point of tin?")
    assert unknown.cited == ()
