"""A relation that is a noun is set apart from what it says, in lists and on cards."""

from __future__ import annotations

import pytest

from graph.read_as import between


@pytest.mark.parametrize(
    ("reads", "shown"),
    [
        ("lives in", "lives in"),
        ("has the name", "has the name"),
        ("restores", "restores"),
        ("is married to", "is married to"),
        ("boat", "boat:"),
        ("sourdough recipe", "sourdough recipe:"),
        ("wohnt in", "wohnt in"),
        ("like this:", "like this:"),
        ("", ""),
    ],
)
def test_a_noun_ends_with_a_colon(reads, shown):
    assert between(reads) == shown


@pytest.mark.django_db(transaction=True)
def test_the_inbox_and_the_entry_set_it_apart(talk, client, user):
    talk.say("I have a boat called Havsule.")
    client.force_login(user)
    inbox = client.get("/inbox/").content.decode()
    assert "<i>boat:</i>" in inbox
    (fact,) = talk.get("/facts?predicate=boat")["items"]
    assert "<i>boat:</i>" in client.get(f"/index/{fact['subject']['id']}/").content.decode()


def test_so_it_does_in_the_ledger_and_where_two_contradict_each_other(user, client, api):
    """The history says which boat, the question which of two it is."""
    api.post("/predicates", {"name": "boat", "functional": True})
    for name in ("Havsule", "Svale"):
        assert (
            api.post("/facts", {"subject": {"name": "Olav"}, "predicate": "boat", "object": {"name": name}})[0] == 201
        )
    client.force_login(user)
    assert "Olav boat: Svale" in client.get("/ledger/").content.decode()
    assert "Olav</a> boat: Havsule, or Svale?" in client.get("/conflicts/").content.decode()
    (question,) = api.get("/conflicts")[1]["items"]
    assert question["question"] == "Olav boat: Havsule or Svale?"
    assert (
        "Olav boat: Havsule, or Svale?"
        in client.get(f"/index/{question['facts'][0]['subject']['id']}/").content.decode()
    )
