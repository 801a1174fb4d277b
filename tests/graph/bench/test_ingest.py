"""The ingest suite reads a folder twice and puts the rate beside the embedding model's own."""

from __future__ import annotations

from graph.bench import ingest
from graph.bench.ingest import Row


def test_what_misses_its_aim_is_marked():
    good, bad = Row(100, 300, 80.0, 90.0, 0.01, 500), Row(100, 300, 40.0, 90.0, 0.2, 500)
    lines = ingest.table([good, bad]).splitlines()
    assert "MISSED" not in lines[1]
    assert lines[2].endswith("MISSED: rate, again")


def test_notes_of_a_line_are_measured_without_an_aim_and_memory_that_grows_is_marked():
    notes, grown = Row(100, 100, 20.0, 190.0, 0.01, 500), Row(5000, 5000, 20.0, 190.0, 0.01, 900)
    lines = ingest.table([notes, grown]).splitlines()
    assert "MISSED" not in lines[1]
    assert lines[2].endswith("MISSED: memory")


def test_a_folder_is_written_the_same_each_time(tmp_path):
    one, two = (ingest.written(tmp_path / name, 3) for name in ("one", "two"))
    assert [path.read_text() for path in sorted(one.iterdir())] == [path.read_text() for path in sorted(two.iterdir())]
    assert len(list(one.iterdir())) == 3
