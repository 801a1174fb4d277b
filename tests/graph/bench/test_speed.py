"""The speed suite runs, says what it measured, and leaves a person's data alone; no test here asserts on time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph.bench.report import Timing, once, percentile, table, timed

PROJECT = Path(__file__).resolve().parents[3]


def bench(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    environ = os.environ | {"ASSISTANT_DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", "bench", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=300, check=False)


def test_the_suite_measures_every_projection_on_data_of_its_own(tmp_path):
    """M55: the graph index's operations are among what is measured; J47: a whole retrieval beside vector search alone."""
    kept, figures = tmp_path / "data", tmp_path / "figures.json"
    ran = bench(kept, "speed", "--facts", "100", "--json", str(figures))
    assert ran.returncode == 0, ran.stderr
    measured = {each["what"] for each in json.loads(figures.read_text())["speed"]}
    assert measured >= {
        "embed a question",
        "vectors: nearest fact rows, exact",
        "write a fact, then find it",
        "see what waits for a vector",
        "graph: the edges of one node",
        "graph: two hops from ten",
        "graph: see one new fact",
        "keywords: facts",
        "retrieve: whole, new question",
    }
    assert "retrieve: whole, new question" in ran.stdout
    assert [path.name for path in kept.iterdir()] == ["secret_key"]


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
