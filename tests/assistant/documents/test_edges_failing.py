"""What goes wrong while a language model links passages: it is named, tried again, and fails nothing else."""

from __future__ import annotations

import datetime as dt
import json
import logging

import pytest

from assistant import params
from graph import jobs
from graph.documents import params as reading
from tests.assistant.documents.harbour import PARTS, edge, first_two, shown, stored

pytestmark = pytest.mark.django_db
BAD = [
    pytest.param({"source": "chunk_999999"}, id="O13 unknown source"),
    pytest.param({"target": "chunk_x"}, id="O13 unknown target"),
    pytest.param({"target": None}, id="O13 no target"),
    pytest.param({"target": "SOURCE"}, id="O14 self edge"),
    pytest.param({"relation": "likes"}, id="O15 unknown relation"),
    pytest.param({"relation": None}, id="O15 no relation"),
    pytest.param({"weight": 0}, id="O16 zero"),
    pytest.param({"weight": -0.5}, id="O16 negative"),
    pytest.param({"weight": 1.01}, id="O16 above one"),
    pytest.param({"weight": "0.9"}, id="O16 text"),
    pytest.param({"weight": True}, id="O16 boolean"),
    pytest.param({"weight": None}, id="O16 none"),
]


@pytest.mark.parametrize("change", BAD)
def test_a_bad_edge_is_dropped_alone_o13_o14_o15_o16_o67(give, scripted, change):
    """O13 to O16, O67: the good one beside it stays."""

    def script(text: str) -> str:
        one, two, three = shown(text)[:3]
        bad = {**edge(one, two), **change}
        if bad["target"] == "SOURCE":
            bad["target"] = bad["source"]
        return json.dumps({"edges": [bad, "rubbish", edge(two, three, "elaborates")]})

    scripted(script)
    document = give(3, graph_extraction=True)
    assert document["status"] == "ready"
    assert [row[:3] for row in stored()] == [(1, 2, "elaborates")]


@pytest.mark.parametrize("bad", ["break", "garbage", '{"nothing": 1}', '{"edges": 7}', "", "<html>"])
def test_a_failed_batch_is_skipped_with_a_warning_and_the_others_go_on_o19_o65_o66(give, scripted, caplog, bad):
    """O19, O65, O66, O37: the second of three batches fails."""

    def script(text: str) -> str:
        if PARTS[2] not in text:
            return first_two(text)
        if bad == "break":
            raise RuntimeError
        return bad

    scripted(script)
    with caplog.at_level(logging.WARNING, "graph.documents"):
        document = give(6, graph_extraction=True, batch_size=2)
    assert [row[:2] for row in stored()] == [(0, 1), (4, 5)]
    assert (document["status"], document["metadata"]["batches_skipped"]) == ("ready", 1)
    assert [one.levelname for one in caplog.records if "was skipped" in one.message] == ["WARNING"]


@pytest.mark.parametrize("way", ["refuses", "breaks", "silent", "cuts", "garbage", "page", "endless", "wrong_schema"])
def test_a_model_that_fails_throughout_leaves_a_document_without_graph_o65_o70(give, api, model_that, monkeypatch, way):
    """O65, O66, O70: the document is ready, found by words, and says what is missing."""
    monkeypatch.setattr(params, "COMPARISON_DEADLINE", dt.timedelta(seconds=2))
    monkeypatch.setattr(reading, "LOOKED_EVERY", 0.2)
    model_that(way)
    document = give(3, graph_extraction=True, sequence_edges=True)
    assert (document["status"], document["edge_count"]) == ("ready_without_graph", 2)
    assert document["error"].startswith("The language model could not say how the passages are related.")
    assert api.post("/retrieve", {"query": "green gulls crane"})[0] == 200


def test_without_a_model_the_document_is_ready_without_graph_o30_o70(give):
    document = give(3, graph_extraction=True, sequence_edges=True)
    assert (document["status"], document["edge_count"]) == ("ready_without_graph", 2)
    assert "No language model is configured" in document["error"]


def test_what_could_not_be_linked_is_tried_again_by_itself_w_o6(give, api, scripted, now):
    """W-O6: a minute later the model answers."""
    calls = []
    server = scripted(lambda text: calls.append(1) or "nonsense")
    document = give(2, graph_extraction=True)
    assert document["status"] == "ready_without_graph"
    server.script = first_two
    jobs.work(lambda: now + dt.timedelta(minutes=2))
    document = api.get(f"/documents/{document['id']}")[1]
    assert (document["status"], document["edge_count"], document["error"]) == ("ready", 1, None)


def test_retry_makes_the_missing_links_w_o6(give, api, scripted, work):
    document = give(2, graph_extraction=True)
    scripted(first_two)
    assert api.post(f"/documents/{document['id']}/retry")[0] == 200
    work()
    document = api.get(f"/documents/{document['id']}")[1]
    assert (document["status"], document["edge_count"]) == ("ready", 1)


FAULTS = [
    ("graph.documents.mentions.link_chunks", {}),
    ("graph.documents.store.connect", {"sequence_edges": True}),
    ("graph.documents.edges.store_edges", {"graph_extraction": True}),
    ("graph.documents.judging.read", {"graph_extraction": True}),
    ("graph.documents.judging.question", {"graph_extraction": True}),
    ("graph.documents.across.near_pairs", {"cross_document": True}),
]


@pytest.mark.parametrize(("where", "options"), FAULTS, ids=[where for where, _ in FAULTS])
def test_a_fault_at_any_step_of_the_graph_never_fails_the_reading_o70(
    give, api, scripted, monkeypatch, minilm, where, options
):
    """O70, W-O6: the document is ready without graph, is found by a question, and a retry mends it."""
    from django.db import OperationalError

    scripted(first_two)
    with monkeypatch.context() as broken:
        broken.setattr(where, lambda *_, **__: (_ for _ in ()).throw(OperationalError("disk I/O error")))
        document = give(3, **options)
    assert document["status"] == "ready_without_graph"
    assert document["chunk_count"] == 3
    found = api.post("/retrieve", {"query": "When was the harbour crane bought?"})[1]["items"]
    assert found[0]["text"] == PARTS[0]
    api.post(f"/documents/{document['id']}/retry")
    jobs.work(lambda: api.now)
    assert api.get(f"/documents/{document['id']}")[1]["status"] == "ready"


def test_cancelling_stops_before_the_next_batch_and_keeps_what_there_is_o18(api, scripted, work):
    """O18: cancelled while the first batch of three is judged."""
    asked = []

    def script(text: str) -> str:
        asked.append(text)
        return first_two(text)

    scripted(script)
    text = "\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(PARTS))
    options = {"graph_extraction": True, "batch_size": 2, "workers": 1}
    pk = api.post("/documents", {"text": text, "options": options})[1]["id"]
    from graph.documents import stages

    noted = stages.note

    def cancels(document, **what):
        noted(document, **what)
        if (what.get("progress") or {}).get("done") == 1:
            assert api.post(f"/documents/{pk}/cancel")[1]["status"] == "cancelled"

    stages.note = cancels
    try:
        work()
    finally:
        stages.note = noted
    document = api.get(f"/documents/{pk}")[1]
    assert (document["status"], document["edge_count"], len(asked)) == ("cancelled", 1, 1)
    api.post(f"/documents/{pk}/retry")
    work()
    assert api.get(f"/documents/{pk}")[1]["status"] == "ready"
    assert len(asked) == len(set(asked)) == 3  # the first batch is not paid for again
