"""Facts and passages in one list: what is far stays far, though nothing nearer was reached."""

from __future__ import annotations

import pytest

from graph.retrieval.narrative import SELF_HEADER, SOURCES_HEADER

MINE = [
    ("trains_for", "the harbour marathon"),
    ("works_at", "Bureau Maasoever"),
    ("lives_in", "Deventer"),
    ("favourite_restaurant", "Lepelblad"),
    ("drives", "a grey estate car"),
    ("dislikes", "coriander"),
]
LENT = "I'm reading The Overstory by Richard Powers, Fatou lent it to me."


@pytest.fixture
def book(api, work, minilm):
    facts = [{"subject": {"name": "I"}, "predicate": said, "value": value} for said, value in MINE]
    assert api.post("/facts/bulk", {"facts": facts})[1]["rejected"] == []
    assert api.post("/documents", {"title": "October", "text": LENT})[0] in (200, 201, 202)
    work()


def ask(api, query: str) -> dict:
    return api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0}})[1]


def test_what_i_alone_lights_is_little_beside_the_passage_that_answers(api, book):
    items = ask(api, "Who lent me The Overstory?")["items"]
    assert items[0]["text"] == LENT
    assert [item for item in items[1:] if item["kind"] == "fact"]
    assert max(item["scores"]["activation"] for item in items if item["kind"] == "fact") == pytest.approx(0.6)


def test_the_fact_that_is_asked_for_still_stands_before_every_passage(api, book):
    assert ask(api, "Where do I work?")["items"][0]["text"].endswith("works at Bureau Maasoever")


def test_the_section_with_the_answer_is_told_first_be_it_sources_or_what_i_am_j36(api, book):
    told = ask(api, "Who lent me The Overstory?")["narrative"]
    assert told.startswith(SOURCES_HEADER)
    assert SELF_HEADER in told
    told = ask(api, "Where do I work?")["narrative"]
    assert told.startswith(SELF_HEADER)
