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
