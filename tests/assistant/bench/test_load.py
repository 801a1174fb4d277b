"""The load suite starts real web processes on data of its own and prints what it measured; nothing asserts on time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.bench.load import Person, Row, _warmed, table
from assistant.bench.serving import NotServing, Web

PROJECT = Path(__file__).resolve().parents[3]
SMALL = """
import sys
from django.core.management import execute_from_command_line
import django
django.setup()
from assistant.bench import load
load.PROCESSES, load.CLIENTS, load.SECONDS, load.CHATS = (1, 2), 2, 1.0, 3
execute_from_command_line(["manage.py", "bench", "load", "--facts", "100", "--users", "2", "--json", sys.argv[1]])
"""


def test_the_suite_measures_processes_chats_and_memory_each_beside_a_control(tmp_path):
    kept, figures = tmp_path / "data", tmp_path / "figures.json"
    environ = os.environ | {"ASSISTANT_DATA_DIR": str(kept), "DJANGO_SETTINGS_MODULE": "assistant.settings"}
    ran = subprocess.run(
        [sys.executable, "-c", SMALL, str(figures)],
        cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    rows = {(row["what"], row["processes"]): row for row in json.loads(figures.read_text())["load"]}
    for number in (1, 2):
        assert rows["retrieve", number]["rate"] > 0
        assert rows["healthz (control)", number]["rate"] > 0
        chats, direct = (
            rows["3 chats at once: whole answer", number],
            rows["3 streams of the model (control): whole answer", 0],
        )
        assert 0 < chats["p50"] <= chats["p95"]
        assert 0 < direct["p50"] <= direct["p95"]
    assert "people served" in rows["memory, 2 people x 100 facts", 1]["beside"]
    assert [path.name for path in kept.iterdir()] == ["secret_key"]


def test_a_process_that_cannot_load_its_embedding_model_is_not_measured(monkeypatch):
    monkeypatch.setattr(Web, "ask", lambda *asked: {"degraded": ["keyword_only"]})
    with pytest.raises(NotServing, match="did not load its embedding model"):
        _warmed(Web(0, 0), Person(None, ""))


def test_the_table_leaves_out_what_was_not_measured():
    lines = table([Row("memory", 1, 0.0, 0.0, 0.0, "7 MB"), Row("retrieve", 2, 3.0, 4.0, 5.0)]).splitlines()
    assert lines[1].split() == ["memory", "1", "7", "MB"]
    assert lines[2].split() == ["retrieve", "2", "3.0", "4.0", "5.0"]
