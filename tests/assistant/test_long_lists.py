"""Many facts that answer a question without a model: counted, listed, cited, and none kept quiet about."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]

NAMES = [
    "Ada",
    "Bo",
    "Cy",
    "Dee",
    "Eli",
    "Fay",
    "Gus",
    "Hal",
    "Ivy",
    "Jon",
    "Kit",
    "Lou",
    "Mae",
    "Ned",
    "Ola",
    "Pam",
    "Quin",
    "Rob",
    "Sue",
    "Ted",
    "Uma",
    "Val",
    "Wes",
    "Xan",
    "Yara",
]
PRISM = {"name": "Project Prism", "type": "project"}


@pytest.fixture
def ask(api, work):
    """Put a question after all that was told is indexed."""
    work()
    return lambda question: api.post("/chat", {"message": question, "stream": False})[1]


@pytest.fixture
def team(api):
    """25 people of one project, two of them unconfirmed."""
    rows = [
        {"subject": {"name": f"{name} Stone", "type": "person"}, "predicate": "works_on", "object": PRISM}
        for name in NAMES
    ]
    staged = [row | {"status": "staged"} for row in rows[-2:]]
    assert api.post("/facts/bulk", {"facts": [*rows[:-2], *staged]})[1]["created"] == 25


@pytest.mark.parametrize("question", ["Who works on Project Prism?", "How many people work on Project Prism?"])
def test_who_works_on_it_is_counted_and_ten_are_named_with_the_facts_they_stand_on(api, team, ask, question):
    answer = ask(question)
    text = answer["text"]
    assert text.startswith("I know of 25. ")
    assert text.endswith(" work on Project Prism.[1][2][3][4][5][6][7][8][9][10] And 15 more.")
    named = {f"{name} Stone" for name in NAMES if f"{name} Stone" in text}
    facts = [api.get(f"/facts/{one['id']}")[1] for one in answer["cited"]]
    assert {(one["subject"]["name"], one["status"]) for one in facts} == {(name, "confirmed") for name in named}
    assert len(named) == 10


def test_what_was_cited_beyond_what_was_found_stands_beside_the_answer(client, user, team, ask):
    answer = ask("Who works on Project Prism?")
    client.force_login(user)
    page = client.get(reverse("conversation", args=[answer["conversation"]])).text
    assert all(f'id="f{number}"' in page for number in range(1, 11))


def test_a_model_is_told_how_many_there_are_and_may_cite_each(api, team, ask, scripted):
    server = scripted(lambda asked: "Twenty-five people do, Ada Stone among them. [1]")
    answer = ask("How many people work on Project Prism?")
    told = json.loads(server.requests[-1])["messages"][0]["content"]
    assert "I know of 25. " in told
    assert "And 15 more." in told
    fact = api.get(f"/facts/{answer['cited'][0]['id']}")[1]
    assert fact["predicate"] == "works_on"


def test_a_long_list_of_ones_own_is_counted_too(api, work):
    for thing in ["tea", "coffee", "rye", "chess", "judo", "rain", "fog", "ink", "paper", "glue", "maps", "boats"]:
        api.post("/facts", {"subject": {"name": "me"}, "predicate": "likes", "object": {"name": thing}})
    work()
    text = api.post("/chat", {"message": "What do I like?", "stream": False})[1]["text"]
    assert text.startswith("I know of 12. You like ")
    assert text.endswith("[9][10] And 2 more.")


def test_a_few_are_told_as_before(api, work):
    for name in NAMES[:3]:
        who = {"name": f"{name} Stone", "type": "person"}
        api.post("/facts", {"subject": who, "predicate": "works_on", "object": PRISM})
    work()
    text = api.post("/chat", {"message": "Who works on Project Prism?", "stream": False})[1]["text"]
    assert (text.count("works on Project Prism."), "I know of" in text) == (3, False)


def test_of_more_than_are_read_the_book_is_counted_where_all_are_of_one_type(api, work, monkeypatch):
    monkeypatch.setattr("assistant.params.ALIKE", 2)
    people = [{"name": f"{first} {last}", "type": "person"} for first in NAMES for last in ("Stone", "Hill", "Marsh")]
    rows = [{"subject": one, "predicate": "works_on", "object": PRISM} for one in people]
    assert api.post("/facts/bulk", {"facts": rows})[1]["created"] == 75
    work()
    asked = {"message": "Who works on Project Prism?", "stream": False}
    text = api.post("/chat", asked)[1]["text"]
    assert (text.startswith("I know of 75. "), text.endswith(" And 65 more.")) == (True, True)
    firm = {"subject": {"name": "Quay Ltd", "type": "organization"}, "predicate": "works_on", "object": PRISM}
    assert api.post("/facts", firm)[0] == 201
    work()
    assert api.post("/chat", asked)[1]["text"].startswith("I know of at least ")
