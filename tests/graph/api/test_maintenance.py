"""Maintenance over HTTP: each pass counts first, does it once, and can be run again without harm."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from scipy import sparse

from graph.maintenance import communities
from graph.models import Chunk, ChunkEdge, Document, Embedding


def link(api, subject: str, predicate: str, target: str, **more) -> dict:
    return api.post(
        "/facts", {"subject": {"name": subject}, "predicate": predicate, "object": {"name": target}, **more}
    )[1]


def maintain(api, name: str, **body) -> dict:
    status, answer = api.post(f"/maintenance/{name}", body)
    assert status == 200, answer
    return answer["counts"]


def entity(api, name: str) -> dict:
    pk = api.post("/entities/resolve", {"text": name})[1]["resolved"]
    return api.get(f"/entities/{pk}")[1]


def test_what_has_expired_is_retracted_in_one_change_that_can_be_undone_m74(api):
    """A-J5."""
    fact = link(api, "Ida", "visits", "Oslo", expires_at="2026-03-02T00:00:00Z")
    link(api, "Ida", "lives_in", "Leeds")
    assert maintain(api, "expire") == {"facts": 0, "links": 0}
    api.now += dt.timedelta(days=2)
    assert maintain(api, "expire", dry_run=True) == {"facts": 1, "links": 0}
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "confirmed"
    assert maintain(api, "expire") == {"facts": 1, "links": 0}
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "retracted"
    assert maintain(api, "expire") == {"facts": 0, "links": 0}
    change = api.get("/changes")[1]["items"][0]
    assert change["reason"] == "Its time is over"
    api.post(f"/changes/{change['id']}/undo")
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "confirmed"


def test_expired_links_between_passages_go_m74(api, user, now, work):
    api.post("/documents", {"title": "Notes", "text": "One.\n\nTwo."})
    work()
    document = Document.objects.get()
    second = Chunk.objects.create(user=user, document=document, position=9, text="Nine.", created_at=now)
    ChunkEdge.objects.create(
        user=user,
        source=document.chunks.get(position=0),
        target=second,
        relation="references",
        weight=0.5,
        expires_at=now,
        created_at=now,
    )
    assert maintain(api, "expire", dry_run=True) == {"facts": 0, "links": 1}
    assert maintain(api, "expire") == {"facts": 0, "links": 1}
    assert ChunkEdge.objects.count() == 0


@pytest.mark.parametrize("source", ["user_edit", "conversation"])
def test_age_alone_takes_nothing_back_w_j11(api, work, source):
    """A birthday told three years ago, never asked about since: every pass leaves it."""
    said = {"subject": {"name": "Ida"}, "predicate": "born_on", "value": "1990-04-02", "source": source}
    fact = api.post("/facts", said)[1]
    work()
    api.now += dt.timedelta(days=3 * 365)
    for name in ("expire", "importance", "communities", "infer", "prune"):
        maintain(api, name)
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "confirmed"


def test_the_middle_of_the_graph_is_most_important_m70(api):
    """A-N2, W-N5."""
    for name in ("Anna", "Bela", "Carl", "Dora"):
        link(api, name, "works_for", "Acme")
    link(api, "Dora", "knows", "Egon")
    assert maintain(api, "importance", dry_run=True) == {"ranked": 6, "changed": 6}
    assert maintain(api, "importance") == {"ranked": 6, "changed": 6}
    nodes = api.get(f"/graph?center={entity(api, 'Acme')['id']}&depth=2")[1]["nodes"]
    by_name = {one["name"]: one["importance"] for one in nodes}
    assert by_name["Acme"] == 1.0
    assert by_name["Dora"] > by_name["Anna"] == by_name["Bela"] > 0
    assert maintain(api, "importance") == {"ranked": 6, "changed": 0}


def test_what_belongs_together_is_a_community_with_a_line_m71_j58(api):
    """A-N2."""
    for group in (("Anna", "Bela", "Carl"), ("Oslo", "Turin", "Ghent", "Lima")):
        for one in group:
            for two in group:
                if one < two:
                    link(api, one, "knows" if "Anna" in group else "near", two)
    link(api, "Anna", "lives_in", "Oslo", weight=0.1)
    assert maintain(api, "communities", dry_run=True) == {"communities": 2, "entities": 7, "changed": 7}
    assert maintain(api, "communities") == {"communities": 2, "entities": 7, "changed": 7}
    assert maintain(api, "communities") == {"communities": 2, "entities": 7, "changed": 0}
    maintain(api, "importance")
    found = api.get("/communities")[1]["items"]
    assert [one["size"] for one in found] == [4, 3]
    assert "and 1 more; near" in found[0]["summary"]
    assert {one["name"] for one in found[1]["entities"]} == {"Anna", "Bela", "Carl"}
    assert found[1]["summary"].endswith("; knows")


def test_a_community_is_joined_within_itself_m71():
    """M71: what only a member that went elsewhere had joined is two."""
    line = sparse.coo_matrix((np.ones(4), ([0, 1, 3, 4], [1, 2, 4, 5])), (6, 6)).tocsr()
    both_ways = line + line.T
    assert communities.parted(both_ways, np.array([7, 7, 7, 7, 7, 7])).tolist() == [0, 0, 0, 1, 1, 1]
    assert communities.parted(both_ways, np.array([1, 0, 1, 2, 2, 2])).tolist() == [0, 1, 2, 3, 3, 3]


def test_like_entities_are_suggested_to_the_owner_and_not_again_when_rejected_m73(api, work, minilm):
    """W-T4."""
    text = "a JavaScript library for building user interfaces out of components"
    for name in ("React", "React.js"):
        api.post("/entities", {"name": name, "type": "library", "description": text})
    api.post("/entities", {"name": "Sourdough", "type": "bread", "description": "is baked from flour and water"})
    work()
    assert maintain(api, "infer", dry_run=True) == {"suggested": 1, "staged": 0}
    assert api.get("/facts")[1]["items"] == []
    assert maintain(api, "infer") == {"suggested": 1, "staged": 1}
    fact = api.get("/facts?status=staged")[1]["items"][0]
    assert (fact["predicate"], fact["provenance"], fact["source"]) == ("similar_to", "suggested", "system")
    assert {fact["subject"]["name"], fact["object"]["name"]} == {"React", "React.js"}
    api.post("/facts/decide", {"ids": [fact["id"]], "decision": "reject"})
    assert maintain(api, "infer") == {"suggested": 0, "staged": 0}


def test_orphans_are_counted_then_pruned_o31(api, user, work, minilm):
    link(api, "Anna", "lives_in", "Lisbon")
    work()
    Embedding.objects.create(
        user=user, kind="fact", object_id=999_999, model="gone", dim=1, vector=b"\0\0\0\0", text_hash="x" * 32
    )
    assert maintain(api, "prune", dry_run=True) == {"links": 0, "vectors": 1}
    assert maintain(api, "prune") == {"links": 0, "vectors": 1}
    assert maintain(api, "prune") == {"links": 0, "vectors": 0}


def test_a_deleted_document_leaves_no_orphan_m69_o31(api, work, minilm):
    api.post("/entities", {"name": "Anna"})
    document = api.post("/documents", {"title": "Notes", "text": "Anna sails.", "options": {"sequence_edges": True}})[1]
    work()
    assert api.get("/stats")[1]["edges"] > 0
    api.delete(f"/documents/{document['id']}")
    stats = api.get("/stats")[1]
    assert (stats["edges"], stats["health"]["orphans"]) == (0, 0)
    assert maintain(api, "prune", dry_run=True) == {"links": 0, "vectors": 0}


@pytest.mark.parametrize("name", ["expire", "importance", "communities", "infer", "prune"])
def test_an_empty_graph_needs_nothing_m54(api, name):
    assert set(maintain(api, name).values()) == {0}


def test_an_unknown_pass_is_refused_and_reading_does_not_maintain(api, user, now):
    from tests.conftest import token_for

    assert api.post("/maintenance/tidy")[0] == 422
    api.headers = {"Authorization": f"Bearer {token_for(user, now, scopes=('read',))}"}
    assert api.post("/maintenance/expire")[0] == 403
