"""Published collections are measured as they are laid out, and drawn."""

from __future__ import annotations

import json

from graph.bench import chart
from tests.graph.bench.command import bench

TALK = [
    ("Ines", "I lent my bicycle to Bruno, he rides it to the quarry every morning."),
    ("Tom", "My sister sells honey at the harbour market on Saturdays."),
    ("Ines", "The cello lessons cost forty euros, my teacher is very strict."),
    ("Tom", "I moved the beehives behind the mill because of the wind."),
]
ASKED = [("Who rides the bicycle to the quarry?", 0), ("What does the cello teacher cost?", 2)]


def test_facts_and_the_turns_they_rest_on_are_measured_in_one_list_as_well(tmp_path):
    folder = tmp_path / "published" / "locomo" / "conv-1"
    folder.mkdir(parents=True)
    day = {"session": 1, "date": "1:56 pm on 8 May, 2023"}
    turns = [{"id": str(place), **day, "speaker": who, "text": said} for place, (who, said) in enumerate(TALK)]
    seen = [{"speaker": who, "text": f"{who} said: {said}", "turns": [str(n)]} for n, (who, said) in enumerate(TALK)]
    asked = [{"question": one, "category": "single", "gold_turns": [str(turn)]} for one, turn in ASKED]
    for name, rows in (("turns", turns), ("observations", seen), ("questions", asked)):
        (folder / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    figures = tmp_path / "figures.json"
    ran = bench(tmp_path / "data", "quality", "--data", str(tmp_path / "published"), "--json", str(figures))
    assert ran.returncode == 0, ran.stderr
    measured = json.loads(figures.read_text())["quality"]
    mixed = [one for one in measured if one["collection"] == "conv-1 observed, mixed"]
    assert [(one["way"], one["questions"], one["recall_first"]) for one in mixed] == [("default", 2, 100.0)]
    assert "conv-1 turns, mixed" not in ran.stdout


def test_a_folder_that_is_not_there_is_said_in_one_sentence(tmp_path):
    ran = bench(tmp_path / "data", "quality", "--data", str(tmp_path / "nowhere"))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "There is no folder" in ran.stderr


def test_a_chart_needs_the_suite_that_it_draws(tmp_path):
    ran = bench(tmp_path / "data", "speed", "--chart", str(tmp_path / "speed.svg"))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "--chart draws the quality suite" in ran.stderr


def test_conversations_are_one_group_of_the_chart():
    rows = [
        {"collection": f"conv-{number} turns", "way": "default", "questions": asked, "recall_second": share}
        for number, asked, share in ((1, 10, 50.0), (2, 30, 90.0))
    ]
    assert chart.pooled(rows) == {"talks, turns": {"default": 80.0}}
