"""Questions to a book with more facts than are searched by vector: names and words begin, the graph leads on."""

from __future__ import annotations

import pytest

from graph import params
from graph.projections import extent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("minilm")]
PEOPLE = ["Anna", "Bruno", "Carla", "Dora", "Emil", "Fiona"]
PLACES = ["Lisbon", "Porto", "Ghent", "Oslo", "Riga", "Turin"]


@pytest.fixture
def large(api, work, monkeypatch):
    """Six people in six towns, of which only three rows of a kind would be searched."""
    monkeypatch.setattr(params, "SEARCHED_VECTORS", 3)
    extent.forget()
    for person, place in zip(PEOPLE, PLACES, strict=True):
        fact = {"subject": {"name": person, "type": "person"}, "predicate": "lives_in", "object": {"name": place}}
        assert api.post("/facts", fact)[0] == 201
    work()
    yield api
    extent.forget()


def test_a_named_person_leads_to_their_facts_and_each_is_compared_with_the_question(large):
    found = large.post("/retrieve", {"query": "Where does Carla live?"})[1]
    assert found["items"][0]["text"] == "Carla lives in Ghent"
    assert found["items"][0]["scores"]["vector"] > 0.4
    assert found["degraded"] == []


def test_words_alone_lead_there_too(large):
    found = large.post("/retrieve", {"query": "who lives in oslo"})[1]
    assert "Dora lives in Oslo" in [item["text"] for item in found["items"]]


def test_a_nonsense_question_still_finds_nothing(large):
    found = large.post("/retrieve", {"query": "xyzzy plugh quux"})[1]
    assert (found["items"], found["narrative"]) == ([], "")


def test_search_compares_what_shares_a_word(large):
    found = large.post("/search", {"query": "Emil lives in Riga", "k": 5})[1]["results"]
    facts = [one for one in found if one["kind"] == "fact"]
    assert facts[0]["text"] == "Emil lives in Riga"
    assert facts[0]["distance"] < 0.2


def test_the_figures_say_so(large):
    assert large.get("/stats")[1]["health"]["not_searched_by_vector"] == ["entity", "fact"]
