"""The quality suites run on what ships, and what the graph brings is there to see."""

from __future__ import annotations

import json

from tests.graph.bench.test_speed import bench


def test_the_default_finds_more_than_its_channels_alone_t41_m55(tmp_path):
    figures = tmp_path / "figures.json"
    ran = bench(tmp_path / "data", "quality", "ablation", "--json", str(figures))
    assert ran.returncode == 0, ran.stderr
    measured = json.loads(figures.read_text())
    recall = {one["way"]: one["recall_first"] for one in measured["quality"]}
    assert set(recall) == {"meaning", "words", "both (RRF)", "default, no graph", "default"}
    assert recall["default"] >= 1.2 * recall["both (RRF)"]
    assert [one["way"] for one in measured["ablation"]] == [
        "meaning", "+ words", "+ names", "+ one step", "+ two steps", "+ diversity",
    ]  # fmt: skip
    assert "small facts" in ran.stdout
    again = bench(tmp_path / "data", "quality")
    assert again.returncode == 0
    assert (tmp_path / "data" / "bench" / "embeddings.sqlite3").exists()


def test_a_folder_that_is_not_there_is_said_in_one_sentence(tmp_path):
    ran = bench(tmp_path / "data", "quality", "--data", str(tmp_path / "nowhere"))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "There is no folder" in ran.stderr
