"""Wikilinks as a reader sees them."""

from __future__ import annotations

import pytest

from graph.wikilinks import as_read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Met [[Quinn Quist]] at [[Northlight Works|the works]].", "Met Quinn Quist at the works."),
        ("See [[Plans#May]], [[#Later]] and ![[boat.png]].", "See Plans > May, Later and boat.png."),
        ("[[A]][[B]]([[C]])", "AB(C)"),
        ("if [[ -f x ]]; then rows[[0]] = [[]]", "if [[ -f x ]]; then rows[[0]] = [[]]"),
        ("an open [[link", "an open [[link"),
    ],
)
def test_a_link_is_read_as_its_words_and_what_is_none_stays(written, read):
    assert as_read(written) == read
