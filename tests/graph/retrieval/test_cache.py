"""A repeated question is served from the cache until a write touches it, and no longer."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.utils import timezone

from graph import jobs
from graph.models import Fact
from graph.retrieval import cache
from graph.retrieval.pipeline import retrieve

LISBON = {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}}
CHESS = {"subject": {"name": "Tom"}, "predicate": "likes", "object": {"name": "chess"}}


@pytest.fixture
def known(api, work, minilm):
    api.post("/facts", LISBON)
    api.post("/facts", CHESS)
    work()
    return api


def ask(api, question: str = "Where does Anna live?", **body) -> dict:
    status, answer = api.post("/retrieve", {"query": question, **body})
    assert status == 200
    return answer


def test_the_same_question_again_is_a_hit_with_the_same_answer_j48(known):
    """A-N3, A-N5."""
    first, second, third = ask(known), ask(known, "  where DOES anna live? "), ask(known, "Where is Anna?")
    assert (first["cache_hit"], second["cache_hit"], third["cache_hit"]) == (False, True, False)
    assert second["items"] == first["items"]
    assert second["narrative"] == first["narrative"]


def test_other_options_are_another_question(known):
    ask(known)
    assert ask(known, config={"max_facts": 3})["cache_hit"] is False
    assert ask(known, preset="jacq")["cache_hit"] is False


def test_a_question_is_another_where_some_of_its_words_stand_beside_it(known, user):
    """As a chat asks it, of which a program may have sent the same words as its own."""
    query = "Where does Anna live? home"
    assert ask(known, query)["cache_hit"] is False
    asked = partial(retrieve, user=user, query=query, beside=("home",), now=timezone.now(), store=False)
    assert (asked().cache_hit, asked().cache_hit) == (False, True)


def test_what_another_version_of_the_program_kept_is_not_looked_at(known, monkeypatch):
    """A result is kept as it is in memory, and the next version has another field."""
    ask(known)
    monkeypatch.setattr(cache, "SHAPE", f"{cache.SHAPE} new")
    assert (ask(known)["cache_hit"], ask(known)["cache_hit"]) == (False, True)


def test_a_write_drops_what_it_touches_c28(known, work):
    fact = ask(known)["items"][0]["id"]
    known.patch(f"/facts/{fact}", {"confidence": 0.5})
    work()
    answer = ask(known)
    assert answer["cache_hit"] is False
    assert answer["items"][0]["scores"]["confidence"] == 0.5


def test_a_write_about_something_else_drops_nothing_c35(known, work):
    ask(known)
    known.post("/facts", {"subject": {"name": "Pavel"}, "predicate": "plays", "object": {"name": "the oboe"}})
    work()
    assert ask(known)["cache_hit"] is True


def test_while_a_text_waits_for_its_vector_a_question_asked_before_says_so_too(known, work):
    ask(known)
    known.post("/facts", {"subject": {"name": "Pavel"}, "predicate": "plays", "object": {"name": "the oboe"}})
    answer = ask(known)
    assert (answer["cache_hit"], answer["degraded"]) == (False, ["vectors_pending"])
    work()
    answer = ask(known)
    assert (answer["cache_hit"], answer["degraded"]) == (True, [])


def test_a_new_fact_that_answers_the_question_drops_it_though_its_entities_are_new(known, work):
    assert ask(known, "Who plays the violin?")["items"] == []
    known.post("/facts", {"subject": {"name": "Ruth"}, "predicate": "plays", "object": {"name": "the violin"}})
    work()
    answer = ask(known, "Who plays the violin?")
    assert (answer["cache_hit"], answer["items"][0]["text"]) == (False, "Ruth plays the violin")


def test_a_retracted_fact_is_never_served_from_the_cache_w_j13(known, work):
    fact = ask(known)["items"][0]["id"]
    known.post("/facts/decide", {"ids": [fact], "decision": "retract"})
    assert fact not in [item["id"] for item in ask(known)["items"]]


@pytest.mark.parametrize("status", ["rejected", "retracted", "superseded"])
def test_what_no_index_was_told_of_is_still_not_answered_with_w_j13(known, status):
    """The rows have the last word: indexes may be behind, as after a write past the one module that writes."""
    fact = ask(known)["items"][0]["id"]
    Fact.objects.filter(pk=fact).update(status=status)
    assert fact not in [item["id"] for item in ask(known, config={"cache_ttl": 0})["items"]]


def test_a_degraded_result_is_not_kept(api, minilm):
    """Before the queue has run there are no vectors: `vectors_pending`, said and not cached."""
    api.post("/facts", LISBON)
    first, second = ask(api), ask(api)
    assert first["degraded"] == ["vectors_pending"]
    assert first["items"][0]["text"] == "Anna lives in Lisbon"
    assert second["cache_hit"] is False


def test_a_frequent_entity_is_warm_before_it_is_asked_about_j50(known, now, asked_in_advance):
    later = now + dt.timedelta(seconds=30)
    jobs.work(lambda: later)
    assert ask(known, "Who is Anna?")["cache_hit"] is True
    known.post("/facts", {**LISBON, "predicate": "likes", "object": {"name": "figs"}})
    assert ask(known, "Who is Anna?")["cache_hit"] is False
