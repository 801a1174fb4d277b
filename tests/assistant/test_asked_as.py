"""A relation is asked for by the words that its owner says, or by those that were meant in a chat (N15, N35, J53)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.models import Message
from assistant.queries.meant import unexplained
from assistant.without_model.not_known import UNKNOWN
from assistant.without_model.writing import NOT_SAID
from graph import jobs
from graph.predicates import registry
from tests.assistant.curated import curated

pytestmark = pytest.mark.django_db(transaction=True)

SHIPS = [
    ("Halcyon", "shipwright", "Orrin Yard"),
    ("Halcyon", "captain", "Dora Quill"),
    ("Halcyon", "sail_plan", "ketch rig"),
    ("Meridian", "shipwright", "Tolva Docks"),
    ("Meridian", "captain", "Emil Sorn"),
    ("Orrin Yard", "located_in", "Brant"),
    ("Halcyon", "owned_by", "Ada Brandt"),
]
ASKED = [
    ("Which outfit put the Halcyon together?", "Halcyon's shipwright is Orrin Yard."),
    ("What canvas is on the Halcyon?", "Halcyon's sail plan is ketch rig."),
    ("Who skippers the Meridian?", "Meridian's captain is Emil Sorn."),
    ("Where is the outfit that assembled the Halcyon?", "Orrin Yard is in Brant. Halcyon's shipwright is Orrin Yard."),
]


@pytest.fixture
def asked(api, work, minilm):
    return curated(api, work, SHIPS, [])


def test_words_of_the_owner_ask_for_a_relation(api, asked):
    assert all(asked(question).startswith((NOT_SAID, UNKNOWN)) for question, _ in ASKED)
    said = {"shipwright": "outfit, assembled, put together", "sail_plan": "canvas", "captain": "skippers"}
    for name, words in said.items():
        assert api.post("/predicates", {"name": name, "asked_as": words})[1]["asked_as"] == words
    assert [asked(question) for question, _ in ASKED] == [answer for _, answer in ASKED]
    assert api.patch("/predicates/captain", {"asked_as": ""})[1]["asked_as"] == ""
    assert asked("Who skippers the Meridian?").startswith(NOT_SAID)


def test_of_a_relation_that_only_facts_have_it_is_said_as_well(api, asked):
    assert api.patch("/predicates/captain", {"asked_as": "skippers"})[0] == 200
    assert asked("Who skippers the Meridian?") == "Meridian's captain is Emil Sorn."
    assert api.patch("/predicates/moored_at", {"asked_as": "pier"})[0] == 404
    assert api.patch("/predicates/captain", {"asked_as": "x" * 501})[0] == 422


@pytest.fixture
def unanswered(talk, asked, client, user):
    """The last answer to a question whose words no relation has, and the browser of who asked."""
    talk.say("What canvas does the Halcyon carry?")
    client.force_login(user)
    return Message.objects.filter(user=user, role=Message.Role.ASSISTANT).latest("pk")


def test_an_answer_that_knows_nothing_offers_what_may_be_meant_and_learns_it(unanswered, client, user, monkeypatch):
    text = client.get(reverse("conversation", args=[unanswered.conversation_id])).text
    assert "Then “canvas” asks for it from now on." in text
    assert all(f'value="{name}"' in text for name in ("sail_plan", "captain", "shipwright"))

    started: list = []
    monkeypatch.setattr("assistant.streaming.runs.start", started.append)
    client.post(reverse("message-meant", args=[unanswered.pk]), {"relation": "sail_plan"})
    assert registry(user.pk)["sail_plan"].asked_as == "canvas"
    assert [one.answer.pk for one in started] == [unanswered.pk]


def test_nothing_is_offered_while_not_everything_could_be_searched(unanswered, client):
    unanswered.retrieval.degraded = ["model_loading"]
    unanswered.retrieval.save()
    page = reverse("conversation", args=[unanswered.conversation_id])
    assert reverse("message-meant", args=[unanswered.pk]) not in client.get(page).text


def test_what_was_meant_once_answers_from_then_on(unanswered, client, talk, monkeypatch):
    with monkeypatch.context() as without:
        without.setattr("assistant.streaming.runs.start", lambda _: None)
        client.post(reverse("message-meant", args=[unanswered.pk]), {"relation": "sail_plan"})
    jobs.work(lambda: unanswered.created_at)
    assert talk.answered("Which canvas is on the Halcyon?") == "Halcyon's sail plan is ketch rig."


def test_of_oneself_it_is_asked_which_of_ones_own_is_meant(api, talk, client, user):
    api.post("/facts", {"subject": {"name": "I"}, "predicate": "shoe_size", "value": "41"})
    talk.work()
    talk.say("Which trainers fit me?")
    client.force_login(user)
    row = Message.objects.filter(user=user).latest("pk")
    text = client.get(reverse("conversation", args=[row.conversation_id])).text
    assert "Did you mean one of these of yours? Then “trainers fit” asks for it from now on." in text
    assert 'value="shoe_size"' in text


def test_what_the_book_comes_with_is_not_offered_and_not_learned(unanswered, client, user):
    assert 'value="owned_by"' not in client.get(reverse("conversation", args=[unanswered.conversation_id])).text
    client.post(reverse("message-meant", args=[unanswered.pk]), {"relation": "owned_by"})
    assert registry(user.pk)["owned_by"].asked_as == ""


def test_an_answer_that_says_what_was_asked_offers_nothing(talk, asked, client, user):
    talk.say("Who is the captain of the Halcyon?")
    client.force_login(user)
    row = Message.objects.filter(user=user).latest("pk")
    assert (
        reverse("message-meant", args=[row.pk])
        not in client.get(reverse("conversation", args=[row.conversation_id])).text
    )


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What canvas does the Halcyon carry?", "canvas"),
        ("In which harbour is the Halcyon moored?", "harbour"),
        ("Which outfit put the Halcyon together?", "outfit, together"),
        ("Who skippers the Halcyon?", "skippers"),
        ("When was the Halcyon commissioned?", "commissioned"),
        ("What is the Halcyon?", ""),
        ("Who painted, rigged, caulked and later scuttled the Halcyon off Velsk?", ""),
    ],
)
def test_the_words_that_ask_are_those_that_no_question_has_anyway(question, words):
    assert unexplained(question, ["Halcyon"]) == words
