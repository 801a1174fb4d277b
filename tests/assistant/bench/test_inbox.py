"""The suite of the inbox decides on proposals of its own; no test here asserts on time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]


def test_every_step_of_the_inbox_is_measured_on_data_of_its_own(tmp_path):
    figures = tmp_path / "figures.json"
    ran = subprocess.run(
        [sys.executable, "manage.py", "bench", "inbox", "--facts", "200", "--json", str(figures)],
        cwd=PROJECT,
        env=os.environ | {"ASSISTANT_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    measured = {each["what"]: each for each in json.loads(figures.read_text())["inbox"]}
    assert "inbox: confirm, to the next card" in measured
    assert "inbox: undo" in measured
    assert measured["inbox: reject, to the next card"]["runs"] == 59
    assert "processor p50" in ran.stdout
