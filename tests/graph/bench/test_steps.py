"""Questions of several steps are measured on a made-up graph, and what the steps bring is there to see."""

from __future__ import annotations

import json

from tests.graph.bench.test_speed import bench


def test_where_the_steps_lead_is_found_first_n35_m55(tmp_path):
    figures = tmp_path / "figures.json"
    ran = bench(tmp_path / "data", "steps", "--facts", "600", "--json", str(figures))
    assert ran.returncode == 0, ran.stderr
    first = {(one["way"], one["steps"]): one["first"] for one in json.loads(figures.read_text())["steps"]}
    assert {steps for _, steps in first} == {1, 2, 3}
    for steps in (1, 2, 3):
        assert first["default", steps] >= 80
    for steps in (2, 3):
        assert first["no steps", steps] <= 20
    assert "3 steps        default" in ran.stdout
