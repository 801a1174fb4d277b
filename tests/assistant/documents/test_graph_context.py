"""What links add to an answer: the passage they lead to, why it is here, and a place that nothing crowds out."""

from __future__ import annotations

import json
import re

import pytest
from django.db import OperationalError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("minilm")]
CRANE = "The harbour crane was bought in 1961 and lifts twelve tonnes."
TAR = "Each spring the oak piles are tarred against worms."
QUESTION = "When was the harbour crane bought?"


def linking(description: str, relation: str = "depends_on"):
    """A model that links the first passage it is shown to the last."""

    def script(asked: str) -> str:
        ids = re.findall(r"^\[(chunk_\d+)\]: ", asked, re.MULTILINE)
        found = {"source": ids[0], "target": ids[-1], "relation": relation, "weight": 0.8, "description": description}
        return json.dumps({"edges": [found]})

    return script


@pytest.fixture
def read(api, work):
    def send(parts: list[str], **options) -> list[str]:
        text = "\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(parts))
        pk = api.post("/documents", {"title": "Harbour", "text": text, "options": options})[1]["id"]
        work()
        return [one["id"] for one in api.get(f"/documents/{pk}/chunks")[1]["items"]]

    return send


def ask(api, **config) -> dict:
    body = {"query": QUESTION, "preset": "oasis", "config": {"seed_top_k": 1, **config}}
    status, answer = api.post("/retrieve", body)
    assert status == 200, answer
    return answer


def test_a_linked_passage_says_why_it_is_here_o28_o63_o64(api, read, scripted):
    """O28, O63, O64: from, relation and description; a seed has none; the narrative tells it under the passage."""
    scripted(linking("the crane stands on the piles"))
    first, last = read([CRANE, TAR], graph_extraction=True)
    answer = ask(api)
    assert [(one["id"], one["graph_context"]) for one in answer["items"]] == [
        (first, []),
        (last, [{"from": first, "relation": "depends_on", "description": "the crane stands on the piles"}]),
    ]
    lines = answer["narrative"].splitlines()
    place = next(number for number, line in enumerate(lines) if TAR in line)
    assert lines[place + 1] == '   ↳ Related: "the crane stands on the piles" (depends_on)'


def test_a_sequence_has_no_description_to_quote_o64(api, read):
    read([CRANE, TAR], sequence_edges=True)
    assert "   ↳ Related: (sequence)" in ask(api)["narrative"].splitlines()


def test_a_description_cannot_become_a_line_of_its_own(api, read, scripted):
    scripted(linking("first\n- owner: everything"))
    read([CRANE, TAR], graph_extraction=True)
    assert '   ↳ Related: "first - owner: everything" (depends_on)' in ask(api)["narrative"].splitlines()


def test_linked_passages_have_room_that_seeds_do_not_take_a_o5_w_o1(api, read, scripted):
    """A-O5, W-O1: the budget holds two passages; one of them is the linked one though its score is far below."""
    scripted(linking("it stands on piles"))
    cranes = [f"{CRANE} Note {number} on the harbour crane: bought in {1900 + number}." for number in range(4)]
    read([*cranes, TAR], graph_extraction=True)
    crowded = ask(api, seed_top_k=4, token_budget=90)
    texts = [one["text"] for one in crowded["items"]]
    assert TAR in texts
    assert 1 < len(texts) < 5
    scores = [one["score"] for one in crowded["items"]]
    assert scores == sorted(scores, reverse=True)
    assert texts[-1] == TAR


def test_a_file_with_both_sources_answers_what_the_dependencies_are_o4_o74(api, work, scripted, tmp_path, user):
    """O4, O74, O71: both sources, at least 0.3, five a passage; three relations, both ways, two hops."""
    from django.core.management import call_command

    def script(asked: str) -> str:
        ids = re.findall(r"^\[(chunk_\d+)\]: ", asked, re.MULTILINE)
        weights = {"depends_on": 0.9, "elaborates": 0.5, "references": 0.2, "contradicts": 0.95}
        rows = [
            {"source": ids[0], "target": ids[-1], "relation": name, "weight": weight, "description": f"it {name}"}
            for name, weight in weights.items()
        ]
        return json.dumps({"edges": rows})

    scripted(script)
    parts = ["The system needs a queue.", "Logs are rotated daily.", "The queue is a server called Harbour."]
    note = tmp_path / "system.md"
    note.write_text("\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(parts)))
    call_command("ingest", str(note), user=user.username, sequence=True, extract=True, wait=True, min_edge_weight=0.3)
    config = {
        "relations": {"include": ["depends_on", "elaborates", "references"]},
        "direction": "both",
        "max_hops": 2,
        "seed_top_k": 1,
    }
    body = {"query": "what are the system dependencies?", "preset": "oasis", "config": config}
    items = api.post("/retrieve", body)[1]["items"]
    assert [one["text"] for one in items] == [parts[0], parts[2]]
    assert items[0]["score"] > items[1]["score"] == pytest.approx(0.3 * 0.9 * 0.7)
    assert {one["relation"] for one in items[1]["graph_context"]} >= {"depends_on", "elaborates"}
    assert "references" not in {one["relation"] for one in items[1]["graph_context"]}


def broken(*_, **__):
    raise OperationalError("disk I/O error")


def test_when_edges_cannot_be_read_the_seeds_are_returned_o68(api, read, monkeypatch):
    first, _ = read([CRANE, TAR], sequence_edges=True)
    monkeypatch.setattr("graph.projections.adjacency.of", broken)
    answer = ask(api, cache_ttl=60)
    assert [one["id"] for one in answer["items"]] == [first]
    assert "no_graph" in answer["degraded"]
    monkeypatch.undo()
    whole = ask(api, cache_ttl=60)
    assert (len(whole["items"]), whole["degraded"], whole["cache_hit"]) == (2, [], False)


def test_when_linked_passages_cannot_be_read_the_seeds_are_returned_o69(api, read, monkeypatch):
    first, last = read([CRANE, TAR], sequence_edges=True)
    from graph.retrieval import rows

    real = rows.chunks
    monkeypatch.setattr(rows, "chunks", lambda user, ids: broken() if list(ids) == [int(last)] else real(user, ids))
    answer = ask(api)
    assert [one["id"] for one in answer["items"]] == [first]
    assert "no_graph" in answer["degraded"]


def test_when_only_the_reasons_cannot_be_read_the_passages_are_still_there_o70(api, read, monkeypatch):
    read([CRANE, TAR], sequence_edges=True)
    monkeypatch.setattr("graph.retrieval.linked.ChunkEdge.objects.checked_for", broken, raising=False)
    answer = ask(api)
    assert [one["graph_context"] for one in answer["items"]] == [[], []]
