"""How a timing is taken and told, and what the command refuses."""

from __future__ import annotations

import pytest

from graph.bench.report import Timing, once, percentile, table, timed
from tests.graph.bench.command import bench


@pytest.mark.parametrize("arguments", [("nonsense",), ("speed", "--facts", "many"), ("speed", "--facts", "3")])
def test_wrong_usage_is_one_sentence_and_exit_2(tmp_path, arguments):
    ran = bench(tmp_path, *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Traceback" not in ran.stderr


def test_the_first_call_warms_and_is_not_counted():
    called = []
    timing = timed("calls", 7, [lambda: called.append(1)] * 4, "a note")
    assert (len(called), timing.runs, timing.facts, timing.note) == (4, 3, 7, "a note")
    assert once("one", 7, lambda: called.append(1)).runs == 1


def test_percentiles_are_by_nearest_rank():
    assert percentile([1, 2, 3, 4], 0.5) == 3
    assert percentile(list(range(100)), 0.95) == 95
    assert percentile([7], 0.95) == 7


def test_the_table_has_a_line_for_each_timing():
    lines = table([Timing("keywords", 1000, 9, 1.234, 5.678, "warm")]).splitlines()
    assert len(lines) == 2
    assert lines[1].split() == ["1,000", "keywords", "9", "1.23", "5.68", "warm"]
