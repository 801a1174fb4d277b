"""What meaning suggests waits in the inbox for its owner's word."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.models import Fact


@pytest.fixture
def alike(api, work, minilm):
    for name, says in (
        ("Harbour crane", "a crane that lifts containers in the harbour"),
        ("Port crane", "a crane that lifts containers in the port"),
        ("Sourdough", "a bread risen with wild yeast"),
    ):
        assert api.post("/entities", {"name": name, "type": "thing", "description": says})[0] == 201
    work()
    return api


def test_what_was_suggested_is_told_in_the_words_of_the_page(alike, page):
    done = page.post(reverse("health-maintain"), {"pass": "infer", "sure": "yes"}, follow=True).text
    assert "Suggest facts: 1 suggested, 1 put in the inbox." in done


def test_suggested_relations_land_in_the_inbox_and_are_decided_there_m73(alike, page):
    """Run over HTTP, read and accepted on the page; the one rejected is not suggested again."""
    assert alike.post("/maintenance/infer", {"dry_run": True})[1]["counts"]["suggested"] == 1
    assert not Fact.objects.filter(provenance="suggested").exists()
    assert alike.post("/maintenance/infer")[1]["counts"] == {"suggested": 1, "staged": 1}
    waiting = alike.get("/facts?status=staged")[1]["items"]
    assert [(one["predicate"], one["provenance"], one["source"]) for one in waiting] == [
        ("similar_to", "suggested", "system")
    ]
    names = {waiting[0]["subject"]["name"], waiting[0]["object"]["name"]}
    assert names == {"Harbour crane", "Port crane"}
    inbox = page.get(reverse("inbox")).text
    assert all(name in inbox for name in names)
    page.post(reverse("inbox-decide"), {"ids": waiting[0]["id"], "decision": "reject"})
    assert Fact.objects.get(pk=waiting[0]["id"]).status == "rejected"
    assert alike.post("/maintenance/infer")[1]["counts"]["suggested"] == 0


def test_an_accepted_suggestion_is_walked_m73(alike, page):
    alike.post("/maintenance/infer")
    fact = Fact.objects.get(provenance="suggested")
    page.post(reverse("inbox-decide"), {"ids": fact.pk, "decision": "confirm"})
    found = alike.post("/traverse", {"start": str(fact.subject_id), "max_depth": 1})[1]["results"]
    assert [(one["id"], one["relation"]) for one in found] == [(str(fact.object_id), "similar_to")]
