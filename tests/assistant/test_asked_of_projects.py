"""POST /chat: what is told of projects, teams and who is on them, in short and with names cut short."""

from __future__ import annotations

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "My team is called Tidal, we're six, and we sit on the third floor in Rotterdam",
    "Project Heron is led by Ben Osei and is due on 15 March",
    "Ines and Marco work on Heron",
    "Heron uses the ledger",
    "Kofi is in the Platform team, which is led by Priya Nair",
    "The Platform team owns the login service, it's written in Go",
    "The customer for Osprey is Delta Foods",
    "our contact there is Joost van Dijk, joost@deltafoods.example",
    "Ottilie's paediatrician is Dr. Heikkinen",
    "Heron moved to 1 April",
    "Marco has left the company",
]


def _told(talk) -> None:
    conversation = None
    for line in TOLD:
        conversation = talk.say(line, conversation=conversation)["conversation"]


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_a_project_goes_by_its_name_alone(told):
    facts = [one for one in told.get("/facts?limit=100")["items"] if "Heron" in str(one)]
    assert {one["subject"]["name"] for one in facts if one["predicate"] in {"led_by", "due", "uses"}} == {
        "Project Heron"
    }
    assert told.answered("What does Heron use?") == "Project Heron uses ledger."


def test_ones_own_name_is_no_news(talk):
    assert talk.learned("I'm Ines and I live in Metz.") == {("me", "lives_in", "Metz")}
    assert ("me", "name", "Inês Duarte") in talk.learned("My full name is Inês Duarte.")


def test_a_day_that_a_fact_tells_is_not_told_without_what_moved_it(told):
    when = "Project Heron is due on 15 March"
    answer = told.answered("When is Heron due?")
    assert answer.startswith(when)
    assert answer.strip().endswith("Since then: “Heron moved to 1 April”")
    assert "1 April" in told.answered("When is Ben's project due?")


def test_who_is_on_it_asks_for_people(told):
    assert told.answered("Who is in the Platform team?").startswith("You said: “Kofi is in the Platform team")
    assert "uses" not in told.answered("Who is on Heron now?")
    assert "six" in told.answered("How many are we in the team?").split("\n")[0]


def test_whether_it_still_is_so_is_told_by_what_ended_it(told):
    assert told.answered("Does Marco still work here?").startswith("You said: “Marco has left the company”")


def test_somebody_is_asked_for_by_what_they_are_to_one(told):
    assert told.answered("Who works at Delta Foods?") == "Joost van Dijk works at Delta Foods."
    assert told.answered("Where does Joost work?").strip() == "Joost van Dijk works at Delta Foods."
    assert told.answered("What's Joost's email?").startswith("Joost van Dijk's email is joost@deltafoods.example.")
    assert told.answered("Who is Ottilie's doctor?") == "Ottilie's paediatrician is Dr. Heikkinen."
