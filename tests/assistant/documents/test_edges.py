"""Links between passages by a language model over HTTP: what it is shown, and which of its links are kept."""

from __future__ import annotations

import json
import threading

import pytest

from graph.documents import edges, judging
from graph.documents import params as reading
from graph.models import Chunk, ChunkEdge, Document
from tests.assistant.documents.harbour import PARTS, edge, first_two, shown, stored

pytestmark = pytest.mark.django_db


def test_passages_are_shown_in_batches_and_edges_stored_o1_o3_o5_o6_o10_o11_o26_o27(give, scripted):
    """O1, O3, O5, O6, O10, O11, O26, O27: a batch of five, `[chunk_id]: text`, JSON edges back.

    A-O4: above them stands of which document they are.
    """
    asked = []
    scripted(lambda text: asked.append(text) or first_two(text, weight=0.7, description="The quay carries the crane."))
    document = give(5, graph_extraction=True)
    assert (document["status"], document["edge_count"], document["error"]) == ("ready", 1, None)
    assert len(asked) == 1
    ids = list(Chunk.objects.order_by("position").values_list("pk", flat=True))
    assert f"[chunk_{ids[0]}]: {PARTS[0]}" in asked[0].splitlines()
    assert f"Document: {document['title']}" in asked[0].splitlines()
    assert shown(asked[0]) == [f"chunk_{pk}" for pk in ids]
    assert stored() == [(0, 1, "depends_on", 0.7, "The quay carries the crane.")]
    assert ChunkEdge.objects.get().pk.version == 7


def test_extraction_is_off_unless_asked_for_o32_o35_o36(give, scripted):
    """O32, O35, O36, O33, O34."""
    server = scripted(first_two)
    document = give(3)
    assert (document["edge_count"], server.requests) == (0, [])
    defaults = {"graph_extraction": False, "sequence_edges": False, "cross_document": False, "batch_size": 5}
    defaults |= {"batch_overlap": 0, "workers": 3, "min_edge_weight": 0, "max_edges_per_chunk": 0, "learn": True}
    assert document["options"].items() >= defaults.items()


def test_the_tail_joins_the_last_batch_o9(give, scripted):
    """O9, W-O7: six passages in batches of five are one batch of six."""
    asked = []
    scripted(lambda text: asked.append(text) or '{"edges": []}')
    give(6, graph_extraction=True)
    assert [len(shown(text)) for text in asked] == [6]


def test_windows_share_what_overlaps_o5_o7(give, scripted):
    """O5, O7: size 3, overlap 1 over five passages."""
    asked = []
    scripted(lambda text: asked.append(text) or '{"edges": []}')
    give(5, graph_extraction=True, batch_size=3, batch_overlap=1, workers=1)
    ids = [f"chunk_{pk}" for pk in Chunk.objects.order_by("position").values_list("pk", flat=True)]
    assert [shown(text) for text in asked] == [ids[:3], ids[2:]]


@pytest.mark.parametrize(("size", "overlap"), [(5, 5), (3, 4)])
def test_an_overlap_as_large_as_the_batch_is_refused_o8(api, size, overlap):
    options = {"batch_size": size, "batch_overlap": overlap}
    status, answer = api.post("/documents", {"text": "Words.", "options": options})
    assert status == 422
    assert "batch_overlap must be smaller than batch_size" in answer["detail"][0]["msg"]


def test_a_single_passage_is_not_asked_about_o9(give, scripted):
    server = scripted(first_two)
    assert give(1, graph_extraction=True)["status"] == "ready"
    assert server.requests == []


def test_workers_bound_how_many_are_asked_at_once_o12(give, scripted):
    """O12: six passages in three batches; with two workers two are in the air, never three; one is sequential."""
    most, now_open, lock = [0], [0], threading.Lock()
    together = threading.Event()

    def script(text: str) -> str:
        with lock:
            now_open[0] += 1
            most[0] = max(most[0], now_open[0])
            if now_open[0] == 2:
                together.set()
        together.wait(60)
        with lock:
            now_open[0] -= 1
        return '{"edges": []}'

    scripted(script)
    give(6, graph_extraction=True, batch_size=2, workers=2)
    assert most == [2]
    most[0] = 0
    give(5, graph_extraction=True, batch_size=2, workers=1)
    assert most == [1]


def test_of_duplicates_the_heaviest_stays_with_its_description_o17(give, scripted):
    def script(text: str) -> str:
        one, two = shown(text)[:2]
        weights = [(0.4, "weak"), (0.9, "strong"), (0.6, "between")]
        return json.dumps({"edges": [edge(one, two, weight=weight, description=why) for weight, why in weights]})

    scripted(script)
    give(2, graph_extraction=True)
    assert stored() == [(0, 1, "depends_on", 0.9, "strong")]


def test_reading_again_changes_nothing_and_a_heavier_edge_wins_c15(give, scripted, user, now):
    scripted(first_two)
    give(2, graph_extraction=True)
    one, two = Chunk.objects.order_by("position").values_list("pk", flat=True)
    lighter, heavier = (judging.Edge(one, two, "depends_on", weight, "again") for weight in (0.3, 0.95))
    assert edges.store_edges(user.pk, [lighter], origin="model", now=now) == 0
    assert stored()[0][3:] == (0.8, "it needs it")
    assert edges.store_edges(user.pk, [heavier], origin="model", now=now) == 0
    assert stored()[0][3:] == (0.95, "again")


def many(text: str) -> str:
    one, *others = shown(text)
    weights = [0.2, 0.9, 0.5, 0.7]
    return json.dumps(
        {"edges": [edge(one, other, weight=weight) for other, weight in zip(others, weights, strict=False)]}
    )


def test_light_edges_are_pruned_o23_o33(give, scripted):
    scripted(many)
    give(5, graph_extraction=True, min_edge_weight=0.6)
    assert [row[3] for row in stored()] == [0.9, 0.7]


def test_only_the_strongest_of_a_source_stay_and_sequence_is_exempt_o24_o34(give, scripted):
    """O24, O34, W-O5: a sequence edge of weight 1.0 does not take the place of a judged one."""
    scripted(many)
    document = give(5, graph_extraction=True, max_edges_per_chunk=2, sequence_edges=True)
    assert sorted(row[3] for row in stored()) == [0.7, 0.9]
    assert document["edge_count"] == 2 + 4


@pytest.mark.parametrize("wrap", ["```json\n{}\n```", "```\n{}\n```", "Here it is:\n```json\n{}\n```\nGood luck!"])
def test_fenced_json_is_accepted_o66(give, scripted, wrap):
    scripted(lambda text: wrap.replace("{}", first_two(text)))
    give(2, graph_extraction=True)
    assert len(stored()) == 1


@pytest.mark.parametrize("relation", ChunkEdge.Relation.values)
def test_all_eight_relations_end_to_end_o25_w_o3(give, api, scripted, minilm, relation):
    """O25, W-O3, O2, O28: from the model's answer to the retrieved passage with its description."""
    scripted(lambda text: json.dumps({"edges": [edge(shown(text)[0], shown(text)[-1], relation, 1.0, "so it is")]}))
    give(5, graph_extraction=True, learn=False)
    config = {"seed_top_k": 1, "relations": {"include": [relation]}}
    items = api.post("/retrieve", {"query": "harbour crane tonnes", "preset": "oasis", "config": config})[1]["items"]
    assert [(one["text"], one["source_edge"]) for one in items] == [(PARTS[0], None), (PARTS[4], relation)]


def test_sequence_edges_stay_inside_a_parent_o20_o21_o22_c17(user, now):
    """O20 to O22: four flat passages give 3 edges; parents with 3 and 2 children give 2 + 1, and none themselves.

    W-O12: from the earlier to the later.
    """
    from graph.documents import store

    def document(sha: str) -> Document:
        return Document.objects.create(user=user, title="D", sha256=sha, created_at=now)

    flat = document("flat")
    store.add(flat, [store.Passage(f"Part {number}") for number in range(4)], now)
    assert store.connect(flat, now) == 3
    nested = document("nested")
    rows = store.add(nested, [store.Passage(f"Part {number}") for number in range(7)], now)
    for child, parent in {1: 0, 2: 0, 3: 0, 5: 4, 6: 4}.items():
        Chunk.objects.filter(pk=rows[child].pk).update(parent=rows[parent])
    assert store.connect(nested, now) == 3
    made = ChunkEdge.objects.filter(source__document=nested).order_by("source__position")
    pairs = made.values_list("source__position", "target__position", "weight")
    assert list(pairs) == [(1, 2, 1.0), (2, 3, 1.0), (5, 6, 1.0)]


def test_edges_go_with_their_document_and_are_read_in_batches_o29_o31(give, api, scripted, user):
    """O29, O31: get_edges and get_incoming_edges take many ids at once, in a query a thousand."""
    scripted(first_two)
    document = give(3, graph_extraction=True, sequence_edges=True)
    one, two, _ = Chunk.objects.order_by("position").values_list("pk", flat=True)
    assert len(edges.get_edges(user.pk, {one, two})) == 3
    assert {row.source_id for row in edges.get_incoming_edges(user.pk, {two})} == {one}
    assert len(edges.get_edges(user.pk, set(range(one, one + 5000)))) == 3
    api.delete(f"/documents/{document['id']}")
    assert ChunkEdge.objects.count() == 0
    assert api.post("/maintenance/prune", {})[1]["counts"]["links"] == 0


@pytest.mark.realmodel
def test_a_real_model_is_asked_and_its_answer_is_read_or_skipped(give, real_model, monkeypatch):
    """Structure only: whatever a very small model writes, what is stored is valid, and the reading ends well."""
    monkeypatch.setattr(
        reading, "EDGE_TOKENS", 300
    )  # it goes on to the last one it may, and writes the same again and again
    document = give(3, graph_extraction=True, batch_size=3)
    assert document["status"] in {"ready", "ready_without_graph"}
    for _, _, relation, weight, _ in stored():
        assert relation in judging.RELATIONS
        assert 0 < weight <= 1
