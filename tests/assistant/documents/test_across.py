"""Links between documents: near passages are judged in pairs, each pair whole and only once."""

from __future__ import annotations

import json
import re

import pytest

from graph.models import ChunkEdge, JudgedPair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("minilm")]
TEXTS = [
    "The harbour crane lifts twelve tonnes and was bought in 1961.",
    "In 1961 the harbour bought a crane that lifts twelve tonnes.",
    "A crane for the harbour, lifting twelve tonnes, came in 1961.",
    "Walnut cake needs six eggs, a cup of sugar and a slow oven.",
]


@pytest.fixture
def library(api, work) -> list[str]:
    """Four documents of one passage: three about the crane, one about cake."""
    ids = [api.post("/documents", {"title": f"T{n}", "text": text})[1]["id"] for n, text in enumerate(TEXTS)]
    work()
    return ids


def pairs_in(asked: str) -> list[tuple[str, str]]:
    return re.findall(r"(chunk_\d+) and (chunk_\d+)", asked)


def agrees(asked: str) -> str:
    """A similar_to edge for every pair that is asked about."""
    rows = [
        {"source": one, "target": two, "relation": "similar_to", "weight": 0.9, "description": "the same crane"}
        for one, two in pairs_in(asked)
    ]
    return json.dumps({"edges": rows})


def test_near_passages_of_other_documents_are_linked_o39_o40_o44(api, library, scripted):
    """O39, O40, O44: three pairs are above 0.5, none with the cake; the number of edges is answered."""
    scripted(agrees)
    assert api.post("/documents/link", {}) == (200, {"edges": 3})
    ends = set(ChunkEdge.objects.values_list("source__document__title", "target__document__title"))
    assert ends == {("T0", "T1"), ("T0", "T2"), ("T1", "T2")}
    assert set(ChunkEdge.objects.values_list("origin", flat=True)) == {"across"}


def test_pairs_once_judged_are_not_paid_for_again_w_o8(api, library, scripted, work):
    """W-O8: also those of which the model said that they are unrelated; a new document adds only its own."""
    server = scripted(lambda asked: '{"edges": []}')
    assert api.post("/documents/link", {})[1] == {"edges": 0}
    assert (len(server.requests), JudgedPair.objects.count()) == (1, 3)
    server.script = agrees
    assert api.post("/documents/link", {})[1] == {"edges": 0}
    assert len(server.requests) == 1
    api.post("/documents", {"text": "Twelve tonnes is what the harbour crane of 1961 lifts."})
    work()
    assert api.post("/documents/link", {})[1]["edges"] == 3


def test_a_pair_is_never_split_over_batches_o42_w_o8(api, library, scripted):
    """O42, W-O8: with two pairs a batch, both passages of every pair stand in the same question."""
    asked = []
    scripted(lambda text: asked.append(text) or agrees(text))
    assert api.post("/documents/link", {"batch_size": 2})[1] == {"edges": 3}
    assert sorted(len(pairs_in(text)) for text in asked) == [1, 2]
    for text in asked:
        shown = set(re.findall(r"^\[(chunk_\d+)\]", text, re.MULTILINE))
        assert {end for pair in pairs_in(text) for end in pair} == shown


def test_an_edge_between_passages_that_are_no_pair_is_dropped_w_o8(api, library, scripted):
    """W-O8: with the cake in the question too, what the model makes up beside the pairs is not taken."""

    def script(text: str) -> str:
        ids = re.findall(r"^\[(chunk_\d+)\]", text, re.MULTILINE)
        rows = [
            {"source": one, "target": two, "relation": "similar_to", "weight": 0.5, "description": ""}
            for one in ids
            for two in ids
        ]
        return json.dumps({"edges": rows})

    scripted(script)
    api.post("/documents/link", {"threshold": 0.5, "max_pairs": 1})
    judged = {frozenset(pair) for pair in JudgedPair.objects.values_list("first_id", "second_id")}
    linked = {frozenset(pair) for pair in ChunkEdge.objects.values_list("source_id", "target_id")}
    assert linked == judged


def test_at_most_max_pairs_of_a_passage_o41(api, library, scripted):
    """O41: one pair for each of the three passages about the crane is two or three pairs, never all with cake."""
    scripted(agrees)
    assert api.post("/documents/link", {"max_pairs": 1, "threshold": -1})[1]["edges"] <= 4
    assert JudgedPair.objects.count() <= 4


def test_a_limit_to_documents_o43(api, library, scripted):
    scripted(agrees)
    assert api.post("/documents/link", {"documents": [library[3]], "threshold": 0.5})[1] == {"edges": 0}
    assert api.post("/documents/link", {"documents": [library[0]], "threshold": 0.5})[1] == {"edges": 2}
    assert api.post("/documents/link", {"documents": ["999999"]})[0] == 404


def test_without_a_model_it_is_a_conflict_with_a_sentence_o45(api, library):
    status, answer = api.post("/documents/link", {})
    assert status == 409
    assert answer["detail"][0]["msg"].startswith("No language model is configured")


def test_a_failed_batch_is_skipped_and_asked_again_next_time_o19_w_o8(api, library, scripted):
    server = scripted(lambda asked: "nonsense")
    assert api.post("/documents/link", {}) == (200, {"edges": 0})
    assert JudgedPair.objects.count() == 0
    server.script = agrees
    assert api.post("/documents/link", {})[1] == {"edges": 3}


def test_cross_document_edges_at_ingestion_when_asked_for_o36_w_o9(api, library, scripted, work):
    """O36, W-O9: the option is read."""
    scripted(agrees)
    text = "Twelve tonnes is what the harbour crane of 1961 lifts."
    pk = api.post("/documents", {"title": "T4", "text": text, "options": {"cross_document": True}})[1]["id"]
    work()
    assert api.get(f"/documents/{pk}")[1]["status"] == "ready"
    titles = ChunkEdge.objects.values_list("source__document__title", "target__document__title")
    assert {title for pair in titles for title in pair} == {"T0", "T1", "T2", "T4"}
    assert all("T4" in pair for pair in titles)


def test_anothers_passages_are_never_compared(api, other_api, library, scripted, work):
    asked = []
    scripted(lambda text: asked.append(text) or agrees(text))
    other_api.post("/documents", {"text": TEXTS[0] + " Zanzibar."})
    work()
    assert other_api.post("/documents/link", {})[1] == {"edges": 0}
    api.post("/documents/link", {})
    assert not any("Zanzibar" in text for text in asked)
