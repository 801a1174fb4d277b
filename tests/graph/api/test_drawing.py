"""The ways between two entities, and a part of the graph for drawing, over HTTP."""

from __future__ import annotations

from tests.graph.api.links import link, pk


def ways(api, start: str, goal: str, **options) -> list[dict]:
    status, answer = api.post("/paths", {"from": pk(api, start), "to": pk(api, goal), **options})
    assert status == 200, answer
    return answer["paths"]


def test_the_shortest_and_the_strongest_way_differ_m72(api):
    """W-M4, A-M6, A-N1, W-N5."""
    link(api, "a1", "knows", "d1", weight=0.1)
    link(api, "a1", "works_for", "b1", weight=0.9)
    link(api, "c1", "owns", "b1", weight=0.9)
    link(api, "c1", "knows", "d1", weight=1.0)
    shortest = ways(api, "a1", "d1", mode="shortest")
    assert [(one["length"], one["weight"], one["text"]) for one in shortest] == [(1, 0.1, "a1 --[knows]--> d1")]
    strongest = ways(api, "a1", "d1", mode="strongest")
    assert [(one["length"], one["weight"], one["text"]) for one in strongest] == [
        (3, 0.81, "a1 --[works_for]--> b1 <--[owns]-- c1 --[knows]--> d1")
    ]
    assert [step["name"] for step in strongest[0]["steps"]] == ["a1", "b1", "c1", "d1"]
    assert ways(api, "a1", "d1", mode="strongest", max_depth=2)[0]["length"] == 1


def test_every_shortest_way_is_told_strongest_first_m72(api):
    """A-T6."""
    for middle, weight in (("m1", 0.2), ("m2", 0.9)):
        link(api, "a1", "knows", middle, weight=weight)
        link(api, middle, "knows", "z1", weight=1.0)
    assert [one["steps"][1]["name"] for one in ways(api, "a1", "z1")] == ["m2", "m1"]


def test_a_way_obeys_direction_and_depth_and_may_not_be_there_m72(api):
    for one, two in (("a1", "b1"), ("b1", "c1"), ("c1", "d1")):
        link(api, one, "follows", two)
    assert ways(api, "a1", "d1", direction="outgoing")[0]["length"] == 3
    assert ways(api, "a1", "d1", direction="incoming") == []
    assert ways(api, "a1", "d1", max_depth=2) == []
    link(api, "x1", "follows", "y1")
    for mode in ("shortest", "strongest"):
        assert ways(api, "a1", "x1", mode=mode) == []
        assert ways(api, "a1", "a1", mode=mode) == []
    assert api.post("/paths", {"from": "1", "to": "1", "max_depth": 0})[0] == 422


def test_the_strongest_way_in_a_dense_graph_is_bounded_and_has_no_loop(api):
    """Every pair of twelve is joined; the best way leads through the three strong edges. W-T9."""
    facts = [
        {
            "subject": {"name": f"n{one}"},
            "predicate": "joins",
            "object": {"name": f"n{two}"},
            "weight": 1.0 if (one, two) in {(0, 3), (3, 7), (7, 11)} else 0.3,
        }
        for one in range(12)
        for two in range(one + 1, 12)
    ]
    assert api.post("/facts/bulk", {"facts": facts})[1]["created"] == 66
    found = ways(api, "n0", "n11", mode="strongest")
    assert [step["name"] for step in found[0]["steps"]] == ["n0", "n3", "n7", "n11"]


def test_a_part_of_the_graph_has_nodes_and_the_edges_between_them(offices):
    """A-N1."""
    status, answer = offices.get(f"/graph?center={pk(offices, 'Acme')}&depth=1&limit=10")
    assert status == 200
    assert [(one["name"], one["depth"]) for one in answer["nodes"]] == [
        ("Acme", 0),
        ("Anna", 1),
        ("Lisbon", 1),
        ("Bela", 1),
    ]
    by_id = {one["id"]: one["name"] for one in answer["nodes"]}
    edges = [(by_id[one["source"]], one["relation"], by_id[one["target"]], one["weight"]) for one in answer["edges"]]
    assert edges == [
        ("Anna", "works_for", "Acme", 0.9),
        ("Acme", "located_in", "Lisbon", 0.8),
        ("Bela", "works_for", "Acme", 0.5),
    ]


def test_without_a_centre_the_graph_is_drawn_around_the_person(api):
    link(api, "I", "likes", "Tea")
    answer = api.get("/graph")[1]
    assert [(one["is_self"], one["depth"]) for one in answer["nodes"]] == [(True, 0), (False, 1)]
    assert [len(api.get(f"/graph?limit={limit}&depth=5")[1]["nodes"]) for limit in (1, 2)] == [1, 2]
