"""What a limit leaves of a walk is what stands first without one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.graph_index import EdgeIndex, Limits

ALL = 10_000
HUB = 40  # nodes that the hub leads to: more than are looked at first for a limit of a few
WEIGHTS = st.sampled_from([0.25, 0.5, 0.5, 1.0])


@given(
    st.lists(WEIGHTS, min_size=HUB, max_size=HUB),
    st.lists(st.tuples(st.integers(0, HUB - 1), st.integers(0, HUB - 1), WEIGHTS), max_size=120),
    st.integers(1, 30),
)
@settings(max_examples=150, deadline=None)
def test_a_limit_cuts_the_weakest_of_the_deepest_m37_m52_m68(to_hub, among, most):
    """However many edges join the same two, and however many ways are equally strong."""
    index = EdgeIndex()
    for number, weight in enumerate(to_hub):
        index.add_edge("hub", f"n{number}", "joins", weight)
    for place, (one, other, weight) in enumerate(among):
        if one != other:
            index.add_edge(f"n{one}", f"n{other}", f"relation {place % 9}", weight)
    index.add_edge("start", "hub", "joins", 0.5)
    whole = index.traverse("start", Limits(max_depth=3, max_results=ALL))
    assert index.traverse("start", Limits(max_depth=3, max_results=most)) == whole[:most]
