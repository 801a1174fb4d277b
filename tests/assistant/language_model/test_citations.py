"""A model's citations: only numbers that exist, counted in the order in which they are cited."""

from __future__ import annotations

import pytest

from assistant.language_model.citations import Citing
from tests.assistant.cast import fact, passage

SOURCES = (
    fact(11, "Anna", "lives_in", "Lisbon"),
    fact(12, "Anna", "likes", "tea", status="staged"),
    passage(13, "T", "x"),
)


def cite(*pieces: str) -> tuple[str, list]:
    citing = Citing(SOURCES)
    text = "".join(citing.feed(piece) for piece in pieces) + citing.rest()
    return text, citing.cited


@pytest.mark.parametrize(
    ("pieces", "text", "cited"),
    [
        (["Lisbon [1]."], "Lisbon [1].", [("fact", 11)]),
        (["Tea [2], Lisbon [1]."], "Tea [1?], Lisbon [2].", [("fact", 12), ("fact", 11)]),
        (["Both [1, 3]."], "Both [1][2].", [("fact", 11), ("chunk", 13)]),
        (["Again [3] and [3]."], "Again [1] and [1].", [("chunk", 13)]),
        (["Invented [7] and [0]."], "Invented  and .", []),
        (["Split [", "1", "] here."], "Split [1] here.", [("fact", 11)]),
        (["A list [a, b] and [x](y)."], "A list [a, b] and [x](y).", []),
        (["Ends open [1"], "Ends open [1", []),
        (["No citation."], "No citation.", []),
        (["[1]"], "", []),
        (["[1]", " [2", "]."], "", []),
        (["[1] ", "[2] ", "Lisbon."], "[1] [2?] Lisbon.", [("fact", 11), ("fact", 12)]),
        (["19", " [1]"], "19 [1]", [("fact", 11)]),
    ],
)
def test_markers_are_counted_anew_while_they_stream(pieces, text, cited):
    assert cite(*pieces) == (text, cited)


def test_cut_into_single_characters_the_text_is_the_same():
    whole = "Tea [2], both [1, 3], nothing [9] and [a]."
    assert cite(*whole) == cite(whole)
