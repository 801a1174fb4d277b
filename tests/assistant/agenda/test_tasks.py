"""What do I have to do: what falls on a day, and below it what was said or noted of no day. It is 1 March 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from graph import jobs
from graph.documents import ingest
from graph.models import Entity

pytestmark = pytest.mark.django_db

ASKED = "What do I have to do?"


@pytest.fixture
def note(user, now):
    """Give a note to be read."""

    def given(text: str, title: str = "Errands") -> None:
        ingest.receive(user=user, text=text, title=title, options={"learn": False}, now=now)
        jobs.work(lambda: now)

    return given


def test_tasks_of_no_day_stand_below_those_of_one(say, note, now):
    say("I have to call the plumber.")
    say("I need to hand in the report on Tuesday.", at=now + dt.timedelta(minutes=1))
    note("- [ ] Buy varnish\n- [ ] Write to Ann\n- [x] Sand the door\n- Paint is in the shed\n")
    told = say(ASKED, at=now + dt.timedelta(minutes=2)).text
    on_a_day, _, on_none = told.partition("On no particular day:")
    assert "“I need to hand in the report on Tuesday.”" in on_a_day
    assert "Buy varnish" in on_none
    assert "Write to Ann" in on_none
    assert "“I have to call the plumber.”" in on_none
    assert "Sand the door" not in told
    assert "Paint" not in told
    assert "report" not in on_none


def test_what_is_to_be_done_for_something_is_what_says_so_or_stands_below_it(say, note, now):
    say("I have to call the plumber.")
    say("We need to tell the cat sitter about Japan.", at=now + dt.timedelta(minutes=1))
    note("- [ ] Order the rail pass\n- [x] Tell Daisuke the dates\n", title="Japan April")
    note("- [ ] Buy varnish\n", title="Boat")
    told = say("What do I still have to do for Japan?", at=now + dt.timedelta(minutes=2)).text
    assert "Order the rail pass" in told
    assert "cat sitter" in told
    assert "Daisuke" not in told
    assert "plumber" not in told
    assert "varnish" not in told
    assert "Buy varnish" in say("What's left to do on the boat?", at=now + dt.timedelta(minutes=3)).text


def test_a_box_of_somebody_else_is_nothing_that_one_has_to_do(say, note, user):
    note(f"- [ ] {user.username.title()}: ask about the kayak\n- [ ] Farida: update the website by 12 March 2026\n")
    note("- [ ] Beans: buy more\n", title="Garden")
    told = say(ASKED).text
    assert "ask about the kayak" in told
    assert "Beans: buy more" in told
    assert "Farida" not in told
    assert "Farida" in say("What's due this month?").text


def test_whoever_is_called_by_their_first_name_has_to_do_it(say, note, user):
    Entity.objects.for_user(user).filter(is_self=True).get().aliases.update(
        text="Owen Prichard", normalised="owen prichard"
    )
    note("- [ ] Owen: ask about the kayak\n- [ ] Farida: update the website\n")
    told = say(ASKED).text
    assert "kayak" in told
    assert "Farida" not in told


def test_a_policy_is_told_where_it_begins_or_ends_and_not_in_between(say, note):
    note("- Period: 5 September 2025 to 4 September 2026\n- Fair: 27 February to 3 March 2026\n", title="Policy")
    told = say(ASKED).text
    assert "Fair" in told
    assert "Period" not in told
    assert "Period" in say("What's on in September?").text


@pytest.mark.parametrize(
    "question",
    ["What's on my to-do list?", "What are my tasks?", "Any open tasks?", "what do I still need to do?", "my todos"],
)
def test_a_list_of_tasks_is_asked_for_in_many_ways(say, question):
    say("I must renew the passport.")
    assert say(question).text == "On no particular day:\n\n- “I must renew the passport.” [1]"


def test_what_was_said_long_ago_or_of_a_named_week_is_not_a_task_of_no_day(say, now):
    say("I must renew the passport.", at=now - dt.timedelta(days=200))
    assert "passport" not in say(ASKED).text
    assert say("What do I need to do next week?").text == "I know of nothing from 2 to 8 March."
    assert "no particular day" not in say("What's coming up?").text


def test_the_end_of_a_month_is_its_last_days(say):
    say("The church has to be paid by the end of March.")
    say("The trip is at the end of April.")
    assert "**Tuesday 31 March**" in say("What do I have to pay?").text
    assert "21 to 30 April" in say("What's on in April?").text
