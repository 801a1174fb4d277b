"""Walking over HTTP: what is reachable from an entity, the ways between two, and a part of the graph for drawing."""

from __future__ import annotations

import pytest

from tests.graph.api.links import link, names, pk, walk


def test_a_chain_of_causes_is_told_in_order_of_depth_m1_m77(api):
    """ "What led to this decision?": decision, analysis, data."""
    link(api, "Choose SQLite", "caused_by", "Load analysis")
    link(api, "Load analysis", "caused_by", "Measured data")
    found = walk(api, "Choose SQLite", relations=["caused_by"], direction="outgoing", max_depth=5)
    assert [(one["name"], one["depth"], one["relation"]) for one in found] == [
        ("Load analysis", 1, "caused_by"),
        ("Measured data", 2, "caused_by"),
    ]
    assert [step["name"] for step in found[1]["path"]] == ["Load analysis", "Measured data"]


def test_everything_that_references_a_thing_is_found_from_it_m2_m76(api):
    link(api, "Paper A", "references", "Paper B", weight=0.8)
    link(api, "Paper B", "references", "Paper C")
    found = walk(api, "Paper B", relations=["references"], direction="incoming", max_depth=1)
    assert [(one["name"], one["weight"]) for one in found] == [("Paper A", 0.8)]


def test_sequences_and_hierarchies_are_walked_both_ways_m3_m4_n36(api):
    link(api, "Chapter 1", "precedes", "Chapter 2")
    link(api, "Chapter 3", "follows", "Chapter 2")
    assert names(walk(api, "Chapter 2", relations=["precedes", "follows"])) == ["Chapter 1", "Chapter 3"]
    link(api, "Music", "broader_than", "Jazz")
    link(api, "Jazz", "broader_than", "Bebop")
    assert names(walk(api, "Music", relations=["broader_than"], direction="outgoing")) == ["Jazz", "Bebop"]
    assert names(walk(api, "Bebop", relations=["broader_than"], direction="incoming")) == ["Jazz", "Music"]


def test_what_a_conversation_contains_is_exactly_what_was_put_into_it_m75(api):
    for item in ("First idea", "Second idea"):
        link(api, "Talk of Monday", "contains", item, weight=1.0)
    link(api, "Talk of Monday", "about", "Ideas")
    found = walk(api, "Talk of Monday", relations=["contains"], direction="outgoing", max_depth=1)
    assert [(one["name"], one["weight"]) for one in found] == [("First idea", 1.0), ("Second idea", 1.0)]


@pytest.mark.parametrize(
    ("direction", "reached"),
    [("outgoing", ["Lisbon"]), ("incoming", ["Anna", "Bela"]), ("both", ["Anna", "Lisbon", "Bela"])],
)
def test_a_direction_says_which_ends_are_walked_m7_m24_m35(offices, direction, reached):
    """C2, W-J4."""
    assert names(walk(offices, "Acme", direction=direction, max_depth=1)) == reached


def test_relations_weight_depth_and_results_are_limits_m9_m34_m36_m37_m38_n24_n25(offices):
    """W-M6."""
    assert names(walk(offices, "Acme", relations=["works_for"], max_depth=1)) == ["Anna", "Bela"]
    assert names(walk(offices, "Acme", relations=[], max_depth=1)) == ["Anna", "Lisbon", "Bela"]
    assert names(walk(offices, "Acme", exclude=["works_for"], max_depth=1)) == ["Lisbon"]
    assert names(walk(offices, "Acme", min_weight=0.6)) == ["Anna", "Lisbon"]
    assert names(walk(offices, "Acme", max_depth=2)) == ["Anna", "Lisbon", "Bela", "Carl"]
    assert names(walk(offices, "Acme", max_depth=0)) == []
    assert names(walk(offices, "Acme", max_results=1)) == ["Anna"]


def test_a_cycle_never_returns_to_the_start_and_tells_each_entity_once_m51_n24(api):
    """A-T10."""
    for one, two in (("a1", "b1"), ("b1", "c1"), ("c1", "a1")):
        link(api, one, "follows", two)
    assert sorted(names(walk(api, "a1", max_depth=10))) == ["b1", "c1"]


def test_a_walk_needs_no_text_and_no_vector_n26(offices):
    """Nothing was embedded: the queue did not run."""
    assert names(walk(offices, "Lisbon", max_depth=2)) == ["Acme", "Anna", "Bela"]


def test_siblings_are_two_hops_out_and_back_n3(api):
    for product in ("Walkman", "PlayStation"):
        link(api, product, "manufactured_by", "Sony")
    link(api, "iPod", "manufactured_by", "Apple")
    out = walk(api, "Walkman", relations=["manufactured_by"], direction="outgoing", max_depth=1)
    back = walk(api, out[0]["name"], relations=["manufactured_by"], direction="incoming", max_depth=1)
    assert sorted(names(back)) == ["PlayStation", "Walkman"]
    both = walk(api, "Walkman", relations=["manufactured_by"], max_depth=2)
    assert [one["name"] for one in both if one["depth"] == 2] == ["PlayStation"]


def test_people_who_like_this_also_like_n36(api):
    for person, thing in (("Ida", "chess"), ("Ben", "chess"), ("Ida", "go"), ("Ben", "go"), ("Ben", "poker")):
        link(api, person, "likes", thing)
    found = walk(api, "chess", relations=["likes"], max_depth=2)
    assert sorted(one["name"] for one in found if one["depth"] == 2) == ["go", "poker"]


def test_a_fact_both_ways_is_stored_once_and_walked_from_both_ends_n13(api):
    link(api, "Ida", "plays_with", "Ben", bidirectional=True)
    assert names(walk(api, "Ida", direction="outgoing")) == ["Ben"]
    assert names(walk(api, "Ben", direction="outgoing")) == ["Ida"]
    assert api.get("/stats")[1]["facts"] == 1


def test_a_fact_that_ended_its_time_is_not_walked_m74(api):
    link(api, "Ida", "visits", "Oslo", expires_at="2026-02-01T00:00:00Z")
    assert walk(api, "Ida") == []


def test_an_unknown_start_is_404_and_a_foreign_one_too(api, other_api):
    """C19."""
    theirs = other_api.post("/entities", {"name": "Secret"})[1]["id"]
    for start in ("999999", "nonsense", theirs):
        assert api.post("/traverse", {"start": start})[0] == 404
        assert api.get(f"/graph?center={start}")[0] == 404
        assert api.post("/paths", {"from": start, "to": start})[0] == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_depth": -1},
        {"max_depth": 11},
        {"max_results": 0},
        {"min_weight": 2},
        {"direction": "sideways"},
        {"relations": ["knows"], "exclude": ["knows"]},
        {"depht": 1},
    ],
)
def test_impossible_walks_are_refused_t5_t53(api, wrong):
    assert api.post("/traverse", {"start": "1", **wrong})[0] == 422


def test_the_owners_depth_limit_caps_every_walk_n17(offices, user):
    from graph.models import UserSettings

    UserSettings.objects.filter(user=user).update(retrieval={"max_traversal_depth": 1})
    answer = offices.post("/traverse", {"start": pk(offices, "Acme"), "max_depth": 5})[1]
    assert (answer["stats"]["max_depth"], answer["stats"]["max_depth_reached"]) == (1, 1)


def test_a_walk_that_takes_too_long_is_stopped_with_a_sentence_m32(offices, monkeypatch):
    from graph import params

    monkeypatch.setattr(params, "WALK_SECONDS", 0.0)
    status, answer = offices.post("/traverse", {"start": pk(offices, "Acme")})
    assert (status, answer["detail"][0]["msg"]) == (
        503,
        "The operation took too long; ask for less depth or fewer results.",
    )


def test_a_deleted_entity_leaves_no_edge_behind_m69(offices):
    """W-M3."""
    assert offices.get("/stats")[1]["edges"] == 4
    offices.delete(f"/entities/{pk(offices, 'Acme')}")
    stats = offices.get("/stats")[1]
    assert (stats["edges"], stats["nodes"], stats["health"]["orphans"]) == (1, 2, 0)
    assert names(walk(offices, "Anna", max_depth=5)) == ["Carl"]


def test_figures_tell_counts_memory_and_a_documented_limit_m67_n34(offices, monkeypatch):
    """A-T6, A-N1."""
    from graph import params

    stats = offices.get("/stats")[1]
    assert {key: stats[key] for key in ("facts", "staged", "documents", "chunks", "conversations", "edges")} == {
        "facts": 4,
        "staged": 0,
        "documents": 0,
        "chunks": 0,
        "conversations": 0,
        "edges": 4,
    }
    assert stats["relations"]["works_for"] == 2
    assert stats["memory"]["graph"] > 0
    assert stats["warnings"] == []
    monkeypatch.setattr(params, "GRAPH_EDGES_WARNING", 3)
    assert "4 edges" in offices.get("/stats")[1]["warnings"][0]


def test_a_hub_is_cut_by_strength_m68(api):
    facts = [
        {"subject": {"name": "Hub"}, "predicate": "joins", "object": {"name": f"leaf {n}"}, "weight": n / 300}
        for n in range(300)
    ]
    api.post("/facts/bulk", {"facts": facts})
    answer = api.post("/traverse", {"start": pk(api, "Hub"), "max_results": 3})[1]
    assert names(answer["results"]) == ["leaf 299", "leaf 298", "leaf 297"]
    assert answer["stats"]["truncated"] is True
