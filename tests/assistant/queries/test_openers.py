"""What the empty chat offers: what is coming, what is often asked, what was left unfinished (A-J12)."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from assistant.models import Conversation, Message
from assistant.queries import habits, openers
from assistant.queries.unfinished import unfinished
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(weeks=1)
BILLS = "Which bills are due?"


@pytest.fixture
def conversation(user):
    return Conversation.objects.create(user=user, title="A chat", created_at=NOW, updated_at=NOW)


@pytest.fixture
def asked(user, conversation):
    """A function that keeps questions as having been asked at these moments."""

    def keep(text: str, *moments: dt.datetime, chat: Conversation = conversation) -> None:
        for at in moments:
            Message.objects.create(user=user, conversation=chat, role="user", text=text, created_at=at)

    return keep


@pytest.mark.parametrize(
    ("days", "offered"),
    [
        (0, ("What is on today?",)),
        (1, ("What is on tomorrow?",)),
        (5, ("What is on in the next 7 days?",)),
        (8, ()),
        (-1, ()),
    ],
)
def test_what_is_coming_is_offered(user, caller, days, offered):
    day = (user.local(NOW) + dt.timedelta(days)).date()
    draft = Draft(Name("me"), "dentist_appointment", value=day.isoformat(), value_type="date")
    facts.state(user=user, draft=draft, by=caller, now=NOW)
    assert openers.questions(user, NOW) == offered


def test_a_role_is_asked_for_as_one_writes_it_within_a_sentence(user, caller):
    facts.state(user=user, draft=Draft(Name("My mum", "person"), "likes", object=Name("Kanazawa")), by=caller, now=NOW)
    assert openers.questions(user, NOW) == ("What do you know about my mum?",)


def test_a_question_of_three_days_is_a_habit(user, asked):
    asked(BILLS, NOW - WEEK, NOW - 2 * WEEK, NOW - 3 * WEEK)
    asked("Where does Ole live?", NOW - WEEK, NOW - WEEK, NOW - 2 * WEEK)
    asked("I paid the bills.", *(NOW - number * WEEK for number in range(1, 6)))
    assert habits.questions(user, NOW) == (BILLS,)


def test_however_it_was_written_it_is_one_question_and_offered_as_it_was_last(user, asked):
    for number, text in enumerate(["which bills are due", "Which  bills are due?", BILLS]):
        asked(text, NOW - (3 - number) * WEEK)
    assert habits.questions(user, NOW) == (BILLS,)


def test_what_is_asked_at_this_hour_of_the_week_comes_first(user, asked):
    asked("Who is Ole?", *(NOW - dt.timedelta(days=number, hours=7) for number in range(1, 7)))
    asked(BILLS, *(NOW - number * WEEK - dt.timedelta(hours=1) for number in range(1, 4)))
    assert habits.questions(user, NOW) == (BILLS, "Who is Ole?")


def test_what_is_long_ago_or_came_from_elsewhere_is_no_habit(user, asked):
    asked(BILLS, *(NOW - number * WEEK for number in range(9, 13)))
    brought = Conversation.objects.create(user=user, is_imported=True, created_at=NOW, updated_at=NOW)
    asked("Who is Ole?", *(NOW - number * WEEK for number in range(1, 5)), chat=brought)
    assert habits.questions(user, NOW) == ()


@pytest.fixture
def broken(user, conversation):
    """A function that leaves an answer behind in some state."""

    def leave(status: str, at: dt.datetime = NOW, heartbeat: dt.datetime | None = None) -> None:
        of = {"user": user, "conversation": conversation, "created_at": at}
        question = Message.objects.create(**of, role="user", text=BILLS)
        Message.objects.create(**of, role="assistant", status=status, reply_to=question, heartbeat=heartbeat)

    return leave


@pytest.mark.parametrize("status", ["interrupted", "failed"])
def test_an_answer_that_broke_off_is_told_until_the_chat_goes_on(user, conversation, broken, asked, status):
    broken(status)
    left = unfinished(user, NOW + WEEK / 2)
    assert left is not None
    assert (left.conversation, left.question, left.at) == (conversation.pk, BILLS, NOW)
    asked("And now?", NOW)
    assert unfinished(user, NOW + WEEK / 2) is None


def test_so_is_one_that_nobody_writes_any_more(user, broken):
    broken("streaming", heartbeat=NOW)
    assert unfinished(user, NOW + dt.timedelta(seconds=5)) is None, "it is being written"
    assert unfinished(user, NOW + dt.timedelta(seconds=60)) is not None


@pytest.mark.parametrize("status", ["done", "stopped"])
def test_one_that_was_finished_or_stopped_is_not(user, broken, status):
    broken(status)
    assert unfinished(user, NOW) is None


def test_after_a_week_it_is_let_be(user, other_user, broken):
    broken("failed")
    assert unfinished(user, NOW + WEEK) is None
    assert unfinished(other_user, NOW) is None


def test_the_page_offers_all_of_it(client, user, caller, asked, broken, monkeypatch):
    """A-J12: suggested prompts from habits and time, and the session that was left unfinished."""
    monkeypatch.setattr("graph.clock.now", lambda: NOW)
    asked("Who is Ole?", NOW - WEEK, NOW - 2 * WEEK, NOW - 3 * WEEK)
    broken("interrupted", NOW - dt.timedelta(hours=1))
    for draft in (
        Draft(Name("me"), "dentist_appointment", value=user.local(NOW).date().isoformat(), value_type="date"),
        Draft(Name("Ole", "person"), "lives_in", object=Name("Bergen", "place")),
    ):
        facts.state(user=user, draft=draft, by=caller, now=NOW)
    client.force_login(user)
    text = client.get(reverse("chat")).text
    places = [text.find(f'value="{one}"') for one in ("What is on today?", "Who is Ole?", "Where does Ole live?")]
    assert places == sorted(places)
    assert places[0] > 0
    assert f"the answer to “{BILLS}” broke off" in text
