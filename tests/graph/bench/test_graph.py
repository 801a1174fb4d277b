"""The graph suite measures every operation that has a target, and says which target was missed."""

from __future__ import annotations

from graph.bench import graph
from graph.bench.graph import Aim
from tests.graph.bench.test_speed import bench


def test_every_operation_with_a_target_is_measured_m55_m61_m62_m62b_m63_m64_m65_m66_m68(monkeypatch):
    monkeypatch.setattr(graph, "LIBRARY_SIZES", (200,))
    monkeypatch.setattr(graph, "SAVED_EDGES", 100)
    aims = list(graph.library(say=lambda line: None))
    assert [aim.requirement for aim in aims] == ["M65", "M66", "M61", "M62", "M62b", "M62b", "M63", "M64", "M68"]
    assert all(0 < aim.p50 <= aim.p95 for aim in aims)


def test_the_command_line_prints_every_row_beside_its_target_t12_t13_t14_m8_m15(tmp_path):
    """At the sizes that M15 names; M63 is stricter than M8."""
    ran = bench(tmp_path / "data", "graph", "--facts", "100")
    assert ran.returncode == 0, ran.stderr
    rows = {line.split()[0] for line in ran.stdout.splitlines()}
    assert rows >= {"M61", "M62", "M62b", "M63", "M64", "M65", "M66", "M68", "T12", "T13", "T14"}
    assert "498,239 edges" in ran.stdout


def test_a_target_that_was_missed_is_marked():
    lines = graph.table(
        [Aim("M61", "add_edge", "9 edges", "ms", 1, 0.5, 0.9), Aim("M62", "remove_edge", "9 edges", "ms", 1, 0.5, 1.1)]
    ).splitlines()
    assert [line.endswith("MISSED") for line in lines] == [False, False, True]
