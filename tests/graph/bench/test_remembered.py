"""What one run of a benchmark has embedded, the next does not embed again."""

from __future__ import annotations

import numpy as np

from graph.bench.remembered import remembered
from graph.projections import embed


def test_a_text_is_embedded_in_the_first_run_that_needs_it(monkeypatch, tmp_path):
    asked = []

    def encode(texts, name=None):
        asked.extend(texts)
        return np.array([[len(text), 1] for text in texts], np.float32)

    monkeypatch.setattr(embed, "encode", encode)
    for texts in (["Anna", "Lisbon", "Anna"], ["Lisbon", "Porto"]):
        with remembered(tmp_path / "bench" / "kept.sqlite3"):
            assert embed.encode(texts).tolist() == [[len(text), 1] for text in texts]
    assert asked == ["Anna", "Lisbon", "Porto"]
    assert embed.encode is encode
