"""A question about an earlier time stands on what was held true then."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from graph.curation import conflicts, facts
from graph.curation.candidates import Draft, Name
from graph.models import Conflict, Fact
from graph.projections import adjacency
from graph.retrieval import history
from graph.retrieval.types import ENTITY, NO_NODE, Which, node

pytestmark = pytest.mark.django_db

THEN = dt.datetime(2024, 3, 1, tzinfo=dt.UTC)
BEFORE = dt.datetime(2019, 1, 1, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
MOVED = dt.datetime(2025, 6, 1, tzinfo=dt.UTC)


@pytest.fixture
def moved(user, caller, now):
    """Anna lived in Lisbon from 2020 and moved to Porto in 2025; she has liked tea since she was met in 2024."""

    def state(predicate, at, **said) -> Fact:
        return facts.state(user=user, draft=Draft(Name("Anna", "person"), predicate, **said), by=caller, now=at)[0]

    since = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    state("lives_in", since, object=Name("Lisbon", "place"), valid_from=since)
    state("likes", dt.datetime(2024, 2, 1, tzinfo=dt.UTC), value="green tea")
    state("lives_in", MOVED, object=Name("Porto", "place"), valid_from=MOVED)
    conflicts.resolve(user=user, conflict=Conflict.objects.get(), decision="newer", by=caller, now=MOVED)


def said(answer) -> list[str]:
    return [item["text"] for item in answer["items"] if item["kind"] == "fact"]


@pytest.mark.parametrize("preset", ["default", "jacq", "tx", "maia", "needle"])
def test_what_was_superseded_answers_for_its_time_and_what_came_later_does_not(api, moved, preset, minilm, work):
    work()
    ask = {"query": "Where does Anna live?", "preset": preset}
    present = said(api.post("/retrieve", ask)[1])
    past = said(api.post("/retrieve", ask | {"as_of": THEN.isoformat()})[1])
    assert "Anna lives in Porto" in present
    assert "Anna lives in Lisbon" not in present
    assert "Anna lives in Lisbon" in past
    assert "Anna lives in Porto" not in past


def test_nothing_is_held_true_before_it_was_known(api, moved):
    assert said(api.post("/retrieve", {"query": "Where does Anna live?", "as_of": BEFORE.isoformat()})[1]) == []


def test_no_passage_answers_for_a_day_before_it_was_written(api, minilm, work):
    text = "The harbour crane was painted red."
    api.post("/documents", {"title": "Crane", "text": text})
    work()
    ask = {"query": "Which colour has the harbour crane?"}
    assert [item["text"] for item in api.post("/retrieve", ask)[1]["items"]] == [text]
    assert api.post("/retrieve", ask | {"as_of": (api.now - DAY).isoformat()})[1]["items"] == []


def test_the_answer_names_its_moment_and_calls_confirmed_what_was(api, moved):
    answer = api.post("/retrieve", {"query": "Where does Anna live?", "as_of": "2024-03-01T00:00:00Z"})[1]
    [lisbon] = [item for item in answer["items"] if item["text"] == "Anna lives in Lisbon"]
    assert answer["as_of"] == "2024-03-01T00:00:00Z"
    assert lisbon["status"] == "confirmed"
    assert "- lives_in: Lisbon (since 1 January 2020; ends 1 June 2025" in answer["narrative"]


def test_it_is_found_by_meaning_too(api, moved, minilm, work):
    work()
    answer = api.post("/retrieve", {"query": "Who has a home in Portugal's capital?", "as_of": THEN.isoformat()})[1]
    assert "Anna lives in Lisbon" in said(answer)
    assert answer["items"][0]["scores"]["vector"] > 0


def test_the_present_is_never_answered_from_the_past(api, moved):
    ask = {"query": "Where does Anna live?"}
    for _ in range(2):
        assert "Anna lives in Lisbon" in said(api.post("/retrieve", ask | {"as_of": THEN.isoformat()})[1])
        assert "Anna lives in Lisbon" not in said(api.post("/retrieve", ask)[1])


def test_filters_narrow_the_past_as_they_narrow_the_present(api, moved):
    ask = {"query": "Where does Anna live?", "as_of": THEN.isoformat()}
    assert said(api.post("/retrieve", ask | {"config": {"filters": {"sources": ["file"]}}})[1]) == []
    kept = said(api.post("/retrieve", ask | {"config": {"filters": {"statuses": ["confirmed"]}}})[1])
    assert "Anna lives in Lisbon" in kept


def test_a_moment_that_is_none_is_refused(api):
    assert api.post("/retrieve", {"query": "x", "as_of": "last spring"})[0] == 422


def test_the_graph_of_a_moment_has_its_edges_both_ways(user, moved):
    anna, lisbon = Fact.objects.filter(status="superseded").values_list("subject_id", "object_id").get()
    then = history.view(adjacency.of(user.pk), history.held(user, THEN))
    forth = then.expand(np.array([node(ENTITY, anna)]), now=THEN)
    assert sorted(forth.target.tolist()) == [NO_NODE, node(ENTITY, lisbon)]
    back = then.expand(np.array([node(ENTITY, lisbon)]), now=THEN)
    assert (back.target.tolist(), back.reverse.tolist()) == ([node(ENTITY, anna)], [True])
    assert len(then.expand(np.array([node(ENTITY, lisbon)]), Which("outgoing"), now=THEN).target) == 0
    assert len(then.expand(np.array([node(ENTITY, anna)]), Which(per_node=1), now=THEN).target) == 1
    assert len(then.expand(np.array([node(ENTITY, anna)]), Which(include=frozenset({"likes"})), now=THEN).target) == 1


@pytest.mark.parametrize("how", ["retract", "expire"])
def test_what_was_taken_back_since_was_held_true_until_then(api, minilm, work, how):
    """Taken back by hand, or by housekeeping when its time was over; put back, it holds again."""
    api.now = THEN
    expires = {"expires_at": (THEN + DAY * 20).isoformat()} if how == "expire" else {}
    kept = api.post("/facts", {"subject": {"name": "Bo"}, "predicate": "likes", "value": "tea"})[1]
    fact = api.post("/facts", {"subject": {"name": "Bo"}, "predicate": "lives_in", "value": "Ghent", **expires})[1]
    staged = {"subject": {"name": "Bo"}, "predicate": "plays", "value": "chess", "status": "staged"}
    unsure = api.post("/facts", staged)[1]
    api.now = THEN + DAY * 30
    decision = {"ids": [unsure["id"]] + [fact["id"]] * (how == "retract"), "decision": "retract"}
    assert api.post("/facts/decide", decision)[1]["refused"] == []
    if how == "expire":
        assert api.post("/maintenance/expire")[1]["counts"]["facts"] == 1
    api.now = THEN + DAY * 40
    work()

    def held(days: int) -> set[str]:
        return {one["id"] for one in api.get(f"/facts?as_of={(THEN + DAY * days).isoformat()[:19]}Z")[1]["items"]}

    assert [held(-1), held(10), held(35)] == [set(), {kept["id"], fact["id"]}, {kept["id"]}]
    ask = {"query": "Where does Bo live?"}
    [item] = [
        one
        for one in api.post("/retrieve", ask | {"as_of": (THEN + DAY * 10).isoformat()})[1]["items"]
        if one["id"] == fact["id"]
    ]
    assert item["status"] == "confirmed"
    assert fact["id"] not in {one["id"] for one in api.post("/retrieve", ask)[1]["items"]}
    if how == "retract":
        api.post("/facts/decide", {"ids": [fact["id"]], "decision": "restore"})
        api.now = THEN + DAY * 50
        assert fact["id"] in held(45)
