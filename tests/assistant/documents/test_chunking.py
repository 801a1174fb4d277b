"""Passages by structure, flat or under parents, short enough to be embedded, with context where a model writes it."""

from __future__ import annotations

import pytest

from graph.models import Chunk, ChunkEdge, Embedding
from graph.projections import embed, texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("minilm")]
SENTENCE = "The tide tables of the year 1961 were printed on grey paper and sold for two coins. "
BOOK = "\n\n".join(f"# Chapter {number}\n\n" + SENTENCE * 60 for number in range(2))


@pytest.fixture
def give(api, work):
    def send(text: str = BOOK, **options) -> list[dict]:
        pk = api.post("/documents", {"title": "Tides", "text": text, "options": options})[1]["id"]
        work()
        assert api.get(f"/documents/{pk}")[1]["status"] == "ready"
        return api.get(f"/documents/{pk}/chunks?limit=200")[1]["items"]

    return send


def test_flat_passages_fit_the_embedding_model_a_o1(give):
    """A-O1: with prefix below 254 tokens, within one chapter, nothing lost."""
    chunks = give()
    assert {one["parent"] for one in chunks} == {None}
    assert max(embed.count_tokens(texts.chunk_text(row)) for row in Chunk.objects.all()) < 254
    assert "".join(one["text"] for one in chunks).count("1961") == 120
    assert Embedding.objects.filter(kind="chunk").count() == len(chunks)


@pytest.mark.parametrize("at_once", [200, 3])
def test_parents_hold_their_children_and_are_not_embedded_a_o1_o21(give, api, monkeypatch, at_once):
    """A-O1, O21: parents of at most 1,024 tokens; sequence edges only between the children of one parent. A-N5."""
    monkeypatch.setattr("graph.documents.params.PASSAGES_AT_ONCE", at_once)
    chunks = give(chunking="parents", sequence_edges=True)
    parents = {one["id"]: one for one in chunks if one["parent"] is None}
    children = [one for one in chunks if one["parent"] is not None]
    assert len(parents) >= 4
    for child in children:
        assert child["text"] in parents[child["parent"]]["text"]
    assert max(embed.count_tokens(one["text"]) for one in parents.values()) <= 1024
    embedded = set(map(str, Embedding.objects.filter(kind="chunk").values_list("object_id", flat=True)))
    assert embedded == {one["id"] for one in children}
    linked = ChunkEdge.objects.values_list("source__parent_id", "target__parent_id")
    assert all(one == other and one is not None for one, other in linked)
    assert len(linked) == len(children) - len(parents)
    found = api.post("/retrieve", {"query": "tide tables printed on grey paper"})[1]["items"]
    assert {one["id"] for one in found if one["kind"] == "chunk"} <= {one["id"] for one in children}


def test_a_model_writes_a_sentence_of_context_a_o3(give, scripted):
    """A-O3: embedded and searched with the passage; cut where it would not fit."""
    scripted(lambda asked: "This passage tells of moonlit marginalia. " * 20)
    chunks = give("# A\n\n" + SENTENCE * 8, contextual=True)
    assert all("› This passage tells of moonlit marginalia." in one["prefix"] for one in chunks)
    assert max(embed.count_tokens(texts.chunk_text(row)) for row in Chunk.objects.all()) <= 254
    assert [one["text"] for one in chunks] == [row.text for row in Chunk.objects.order_by("position")]


def test_without_a_model_or_with_a_failing_one_the_headings_stand_a_o3(give, scripted):
    assert [one["prefix"] for one in give("# A\n\nShort words.", contextual=True)] == ["Tides › A"]
    scripted(lambda asked: 1 / 0)
    assert [one["prefix"] for one in give("# B\n\nOther words.", contextual=True)] == ["Tides › B"]
