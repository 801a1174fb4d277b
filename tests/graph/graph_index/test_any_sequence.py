"""Whatever is written in whatever order: the counts are exact, and the index is what building it anew would be."""

from __future__ import annotations

import contextlib
import threading

from hypothesis import given, settings
from hypothesis import strategies as st

from graph import params
from graph.graph_index import EdgeIndex, EdgeNotFound, Limits, NodeNotFound

NODES = st.sampled_from("abcdef")
RELATIONS = st.sampled_from(["knows", "likes"])
WEIGHTS = st.sampled_from([0.0, 0.25, 0.5, 1.0])
WRITES = st.one_of(
    st.tuples(st.just("add"), NODES, NODES, RELATIONS, WEIGHTS),
    st.tuples(st.just("remove"), NODES, NODES, RELATIONS),
    st.tuples(st.just("remove node"), NODES),
)


def rebuilt(index: EdgeIndex) -> EdgeIndex:
    other = EdgeIndex()
    for edge in index.edges():
        other.add_edge(edge.source, edge.target, edge.relation, edge.weight)
    return other


def told(index: EdgeIndex) -> dict:
    nodes = sorted({end for edge in index.edges() for end in (edge.source, edge.target)})
    return {
        node: (
            index.get_outgoing(node),
            index.get_incoming(node),
            sorted((one.id, one.depth) for one in index.traverse(node, Limits(max_depth=3))),
        )
        for node in nodes
    }


def _write(index: EdgeIndex, verb: str, *rest) -> None:
    with contextlib.suppress(EdgeNotFound, NodeNotFound):
        if verb == "add" and rest[0] != rest[1]:
            index.add_edge(*rest)
        elif verb == "remove":
            index.remove_edge(*rest)
        elif verb == "remove node":
            index.remove_node(*rest)


@given(st.lists(WRITES, max_size=60), st.sampled_from([2, 2000]))
@settings(max_examples=150, deadline=None)
def test_size_and_counts_are_exact_and_every_version_equals_a_rebuild_m27_m28(writes, compact):
    """Another, of which nobody reads until the end, is the same then."""
    kept, params.COMPACT_ROWS = params.COMPACT_ROWS, compact
    try:
        index, unread, expected = EdgeIndex(), EdgeIndex(), {}
        for verb, *rest in writes:
            _write(unread, verb, *rest)
            if verb == "add" and rest[0] != rest[1]:
                index.add_edge(*rest)
                expected[tuple(rest[:3])] = rest[3]
            elif verb == "remove":
                try:
                    index.remove_edge(*rest)
                except EdgeNotFound:
                    assert tuple(rest) not in expected
                expected.pop(tuple(rest), None)
            elif verb == "remove node":
                gone = [triple for triple in expected if rest[0] in triple[:2]]
                try:
                    assert index.remove_node(rest[0]) == len(gone)
                except NodeNotFound:
                    assert gone == []
                expected = {triple: weight for triple, weight in expected.items() if triple not in gone}
            assert index.size() == len(expected)
            assert index.node_count() == len({end for triple in expected for end in triple[:2]})
        assert {(e.source, e.target, e.relation): e.weight for e in index.edges()} == expected
        assert told(index) == told(rebuilt(index))
        assert told(unread) == told(index)
        assert (unread.size(), unread.node_count(), unread.version()) == (
            index.size(), index.node_count(), index.version(),
        )  # fmt: skip
    finally:
        params.COMPACT_ROWS = kept


def test_readers_and_writers_in_threads_never_see_a_torn_state_m11():
    """Each writer adds both edges of a triangle's side and takes its node away whole; readers see all of it or none."""
    index, failures, stop = EdgeIndex(), [], threading.Event()
    index.add_edge("root", "still", "joins", 1.0)

    def write(name: str) -> None:
        try:
            for _ in range(150):
                index.add_edge("root", name, "joins", 0.5)
                index.add_edge(name, "still", "joins", 0.25)
                index.remove_node(name)
        except Exception as error:  # noqa: BLE001 - a thread's failure is told at the end
            failures.append(error)

    def read() -> None:
        try:
            while not stop.is_set():
                for edge in index.get_outgoing("root"):
                    assert edge.weight == (1.0 if edge.target == "still" else 0.5)
                found = index.traverse("root", Limits(max_depth=2, direction="outgoing"))
                assert len({one.id for one in found}) == len(found)
                assert {edge.relation for edge in index.edges()} == {"joins"}
                assert 1 <= index.size() <= 9
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    writers = [threading.Thread(target=write, args=(f"w{number}",)) for number in range(4)]
    for thread in [*readers, *writers]:
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    for thread in readers:
        thread.join()
    assert failures == []
    assert (index.size(), index.node_count()) == (1, 2)
