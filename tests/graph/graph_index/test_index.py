"""The graph index as a library: every method, every refusal (M53)."""

from __future__ import annotations

import datetime as dt
import gc
import io

import pytest

from graph.exchange import maig
from graph.graph_index import (
    Deadline,
    DeadlinePassed,
    EdgeIndex,
    EdgeNotFound,
    IndexClosed,
    InvalidEdge,
    Limits,
    NodeNotFound,
)

AT = dt.datetime(2026, 3, 1, 12, 0, 0, 250, dt.UTC)


def built(*edges: tuple) -> EdgeIndex:
    index = EdgeIndex()
    for edge in edges:
        index.add_edge(*edge)
    return index


def ids(found) -> list[str]:
    return [one.id for one in found]


def test_an_edge_has_its_fields_m18_m19_m33():
    edge = EdgeIndex().add_edge("a", "b", "references", 0.5, {"page": "3"}, at=AT)
    assert (edge.source, edge.target, edge.relation, edge.weight) == ("a", "b", "references", 0.5)
    assert (edge.metadata, edge.created_at) == ({"page": "3"}, AT)


def test_an_edge_is_replaced_by_one_of_the_same_ends_and_relation_m27():
    index = built(("a", "b", "knows", 0.5), ("a", "b", "knows", 0.9), ("a", "b", "likes", 0.1))
    assert [(edge.relation, edge.weight) for edge in index.get_outgoing("a")] == [
        ("knows", pytest.approx(0.9)),
        ("likes", pytest.approx(0.1)),
    ]
    assert (index.size(), index.node_count()) == (2, 2)


def test_removing_an_edge_takes_just_that_relation_m20_m27_m28():
    index = built(("a", "b", "knows"), ("a", "b", "likes"), ("b", "c", "knows"))
    index.remove_edge("a", "b", "knows")
    assert (index.size(), index.node_count()) == (2, 3)
    assert (index.has_edge("a", "b", "knows"), index.has_edge("a", "b", "likes")) == (False, True)
    index.remove_edge("b", "c", "knows")
    assert (index.size(), index.node_count()) == (1, 2)


def test_removing_with_an_empty_relation_removes_nothing_and_counts_nothing_m27():
    """One system decremented its count without removing the edge. W-M2."""
    index = built(("a", "b", "knows"))
    with pytest.raises(EdgeNotFound):
        index.remove_edge("a", "b", "")
    assert (index.size(), len(index.edges())) == (1, 1)


def test_removing_a_node_takes_every_edge_from_and_to_it_m21():
    index = built(("a", "b", "knows"), ("b", "a", "knows"), ("c", "a", "likes"), ("b", "c", "likes"))
    assert index.remove_node("a") == 3
    assert [(edge.source, edge.target) for edge in index.edges()] == [("b", "c")]
    with pytest.raises(NodeNotFound):
        index.remove_node("a")


def test_edges_are_found_from_both_ends_m13_m22_m23():
    index = built(("a", "b", "knows", 0.2), ("a", "c", "knows", 0.9), ("d", "a", "likes", 0.4))
    assert [edge.target for edge in index.get_outgoing("a")] == ["c", "b"]
    assert [edge.source for edge in index.get_incoming("a")] == ["d"]
    assert index.get_outgoing("nobody") == []


def test_an_empty_relation_asks_for_any_m26():
    """C10."""
    index = built(("a", "b", "knows"))
    assert (index.has_edge("a", "b"), index.has_edge("b", "a"), index.has_edge("a", "b", "likes")) == (
        True,
        False,
        False,
    )


def test_related_is_one_hop_whatever_the_depth_m24_m34_m35_m38():
    index = built(("a", "b", "knows", 0.9), ("b", "c", "knows"), ("d", "a", "likes", 0.3))
    assert ids(index.get_related("a", Limits(max_depth=5))) == ["b", "d"]
    assert ids(index.get_related("a", Limits(direction="outgoing"))) == ["b"]
    assert ids(index.get_related("a", Limits(direction="incoming"))) == ["d"]
    assert ids(index.get_related("a", Limits(relations=frozenset({"likes"})))) == ["d"]
    assert ids(index.get_related("a", Limits(min_weight=0.5))) == ["b"]


def test_a_walk_is_breadth_first_with_depth_relation_weight_and_path_m25_m36_m39_m50():
    index = built(("a", "b", "knows", 0.9), ("b", "c", "likes", 0.5), ("a", "d", "knows", 0.1), ("c", "e", "knows"))
    found = index.traverse("a", Limits(max_depth=2, direction="outgoing"))
    assert [(one.id, one.depth, one.relation, round(one.weight, 2), one.path) for one in found] == [
        ("b", 1, "knows", 0.9, ("a", "b")),
        ("d", 1, "knows", 0.1, ("a", "d")),
        ("c", 2, "likes", 0.5, ("a", "b", "c")),
    ]


def test_a_depth_of_nothing_is_nothing_and_not_without_end():
    assert built(("a", "b", "knows")).traverse("a", Limits(max_depth=0)) == []


@pytest.mark.parametrize("cycle", [["a", "b"], ["a", "b", "c"]])
def test_a_cycle_is_walked_once_m51_m54(cycle):
    index = built(*((one, two, "next") for one, two in zip(cycle, [*cycle[1:], cycle[0]], strict=True)))
    assert sorted(ids(index.traverse("a", Limits(max_depth=9)))) == sorted(set(cycle) - {"a"})


def test_nodes_that_nothing_joins_are_not_reached_m54():
    assert ids(built(("a", "b", "knows"), ("x", "y", "knows")).traverse("a", Limits(max_depth=9))) == ["b"]


def test_an_empty_graph_has_nothing_m54():
    index = EdgeIndex()
    assert (index.size(), index.node_count(), index.edges(), index.has_edge("a", "b")) == (0, 0, [], False)
    with pytest.raises(NodeNotFound):
        index.traverse("a")


def test_a_limit_keeps_the_strongest_m37_m52():
    index = built(*(("hub", f"leaf {number}", "joins", number / 100) for number in range(100)))
    assert ids(index.traverse("hub", Limits(max_results=3))) == ["leaf 99", "leaf 98", "leaf 97"]


@pytest.mark.parametrize(
    "edge",
    [
        ("", "b", "knows", 1.0),
        ("a", "", "knows", 1.0),
        ("a", "b", "", 1.0),
        ("a", "a", "knows", 1.0),
        ("a", "b", "knows", 1.1),
        ("a", "b", "knows", -0.1),
        ("a", "b", "knows", float("nan")),
        ("a", "b", "knows", float("inf")),
        ("a" * 65_536, "b", "knows", 1.0),
        ("ü" * 40_000, "b", "knows", 1.0),
        ("a", "b", "knows", 1.0, {"key": "v" * 65_536}),
        ("a", "b", "knows", 1.0, {"key": 3}),
        ("\ud800", "b", "knows", 1.0),
    ],
)
def test_what_is_no_edge_is_refused_with_the_reason_m49(edge):
    index = EdgeIndex()
    with pytest.raises(InvalidEdge):
        index.add_edge(*edge)
    assert index.size() == 0


def test_a_closed_index_says_so_m31_m49():
    index = built(("a", "b", "knows"))
    index.close()
    for ask in (
        index.size,
        index.edges,
        index.node_count,
        lambda: index.get_outgoing("a"),
        lambda: index.has_edge("a", "b"),
        lambda: index.add_edge("a", "c", "knows"),
        lambda: index.remove_node("a"),
        lambda: index.traverse("a"),
        lambda: index.save(io.BytesIO()),
        lambda: index.load(io.BytesIO()),
    ):
        with pytest.raises(IndexClosed):
            ask()


def test_every_operation_stops_at_its_deadline_m32():
    index = built(("a", "b", "knows"))
    over = Deadline(0.0)
    for ask in (
        lambda: index.add_edge("a", "c", "knows", deadline=over),
        lambda: index.remove_edge("a", "b", "knows", deadline=over),
        lambda: index.remove_node("a", deadline=over),
        lambda: index.get_outgoing("a", deadline=over),
        lambda: index.get_incoming("a", deadline=over),
        lambda: index.get_related("a", deadline=over),
        lambda: index.traverse("a", deadline=over),
        lambda: index.has_edge("a", "b", deadline=over),
        lambda: index.size(deadline=over),
        lambda: index.node_count(deadline=over),
        lambda: index.edges(deadline=over),
        lambda: index.save(io.BytesIO(), deadline=over),
        lambda: index.load(io.BytesIO(), deadline=over),
    ):
        with pytest.raises(DeadlinePassed):
            ask()
    assert index.size() == 1


def test_a_walk_that_is_cancelled_stops_between_hops_m32():
    ticks = iter(range(100))
    index = built(*((f"{number}", f"{number + 1}", "next") for number in range(20)))
    with pytest.raises(DeadlinePassed):
        index.traverse("0", Limits(max_depth=10), deadline=Deadline(5, clock=lambda: next(ticks)))
    cancelled = Deadline()
    cancelled.cancel()
    with pytest.raises(DeadlinePassed):
        index.size(deadline=cancelled)


def test_a_load_leaves_the_collector_as_it_was_m66():
    """While it makes its rows no garbage is looked for, whether or not the file can be read."""
    saved = io.BytesIO()
    EdgeIndex().save(saved)
    assert gc.isenabled()
    EdgeIndex().load(io.BytesIO(saved.getvalue()))
    assert gc.isenabled()
    with pytest.raises(maig.Damaged):
        EdgeIndex().load(io.BytesIO(saved.getvalue() + b"x"))
    assert gc.isenabled()
