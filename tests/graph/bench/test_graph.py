"""The graph suite measures every operation that has a target, and says which target was missed."""

from __future__ import annotations

from graph.bench import graph
from graph.bench.graph import Aim


def test_every_operation_with_a_target_is_measured_m55_m61_m62_m62b_m63_m64_m65_m66_m68(monkeypatch):
    monkeypatch.setattr(graph, "LIBRARY_SIZES", (200,))
    monkeypatch.setattr(graph, "SAVED_EDGES", 100)
    aims = list(graph.library(say=lambda line: None))
    assert [aim.requirement for aim in aims] == ["M65", "M66", "M61", "M61", "M62", "M62b", "M62b", "M63", "M64", "M68"]
    assert all(0 < aim.p50 <= aim.p95 for aim in aims)


def test_a_target_that_was_missed_is_marked():
    lines = graph.table(
        [Aim("M61", "add_edge", "9 edges", "ms", 1, 0.5, 0.9), Aim("M62", "remove_edge", "9 edges", "ms", 1, 0.5, 1.1)]
    ).splitlines()
    assert [line.endswith("MISSED") for line in lines] == [False, False, True]
