"""The suites of the graph, run by one command, say what they measured, and leave a person's data alone.

No test here asserts on time. What is common to all of them, imports and migrations, would be most of a run of each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.graph.bench.command import bench


@dataclass(frozen=True)
class Ran:
    """The data folder, what was printed, the figures by suite, and the chart."""

    kept: Path
    printed: str
    figures: dict[str, list[dict[str, Any]]]
    drawn: str


@pytest.fixture(scope="module")
def ran(tmp_path_factory) -> Ran:
    place = tmp_path_factory.mktemp("bench")
    kept, figures, picture = place / "data", place / "figures.json", place / "quality.svg"
    suites = ("speed", "graph", "steps", "quality", "ablation")
    done = bench(kept, *suites, "--facts", "600", "--json", str(figures), "--chart", str(picture))
    assert done.returncode == 0, done.stderr
    return Ran(kept, done.stdout, json.loads(figures.read_text()), picture.read_text())


def test_the_speed_of_every_projection_is_measured_on_data_of_its_own(ran):
    """M55: the graph index's operations are among what is measured; J47: a whole retrieval beside vector search alone."""
    assert {each["what"] for each in ran.figures["speed"]} >= {
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
    assert "retrieve: whole, new question" in ran.printed
    assert {path.name for path in ran.kept.iterdir()} == {"secret_key", "bench"}
    assert [path.name for path in (ran.kept / "bench").iterdir()] == ["embeddings.sqlite3"]


def test_every_row_is_printed_beside_its_target_t12_t13_t14_m8_m15(ran):
    """At the sizes that M15 names; M63 is stricter than M8."""
    rows = {line.split()[0] for line in ran.printed.splitlines() if line.strip()}
    assert rows >= {"M61", "M62", "M62b", "M63", "M64", "M65", "M66", "M68", "T12", "T13", "T14"}
    assert "498,239 edges" in ran.printed


def test_where_the_steps_lead_is_found_first_n35_m55(ran):
    """Questions of several steps are measured on a made-up graph, and what the steps bring is there to see."""
    first = {(one["way"], one["steps"]): one["first"] for one in ran.figures["steps"]}
    assert {steps for _, steps in first} == {1, 2, 3}
    for steps in (1, 2, 3):
        assert first["default", steps] >= 80
    for steps in (2, 3):
        assert first["no steps", steps] <= 20
    assert "3 steps        default" in ran.printed


def test_the_default_finds_more_than_its_channels_alone_t41_m55(ran):
    """The quality suites run on what ships, and what the graph brings is there to see."""
    recall = {one["way"]: one["recall_first"] for one in ran.figures["quality"]}
    assert set(recall) == {"meaning", "words", "both (RRF)", "default, no graph", "default"}
    assert recall["default"] >= 1.2 * recall["both (RRF)"]
    assert [one["way"] for one in ran.figures["ablation"]] == [
        "meaning", "+ words", "+ names", "+ one step", "+ two steps", "+ lines of passages", "+ diversity",
    ]  # fmt: skip
    assert "small facts" in ran.printed
    assert ran.drawn.count("<rect") == 1 + 5 + 5  # the ground, the legend, the bars
    assert all(f">{one['recall_second']:.1f}<" in ran.drawn for one in ran.figures["quality"])
