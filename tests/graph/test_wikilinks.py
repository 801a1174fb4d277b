"""Wikilinks as a reader sees them."""

from __future__ import annotations

import pytest

from graph.wikilinks import as_read, parted, quote_as_read


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


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Quist]] runs the [[Northlight Works|wor", "Quist runs the wor"),
        ("Quinn Quist|Quinn]] runs [[Northlight Works|", "Quinn runs Northlight Works"),
        ("[Quinn Quist]] runs ![[boat.png]", "Quinn Quist runs boat.png"),
        ("]] runs [[", " runs "),
        ("[[Quinn Quist|Quinn]] runs [[Northlight", "Quinn runs Northlight"),
        ("rows[[0]] and [[ -f x", "rows[[0]] and [[ -f x"),
        ("-f x ]]; then rows[[0", "-f x ]]; then rows[[0"),
    ],
)
def test_a_quote_that_begins_or_ends_inside_a_link_is_read_without_loose_brackets(written, read):
    assert quote_as_read(written) == read


@pytest.mark.parametrize(
    "quote", ["Works|the works]] at noon", "the works]] at noon", "[[Northlight Works|the works]] at noon"]
)
def test_in_its_passage_a_quote_has_the_whole_link_that_it_begins_in(quote):
    passage = "She left [[Northlight Works|the works]] at noon on [[Market Day]]."
    place = passage.index(quote)
    assert parted(passage, place, place + len(quote)) == ("She left ", "the works at noon", " on Market Day.")
    assert parted(passage, 0, passage.index("Day]]"))[1:] == ("She left the works at noon on Market Day", ".")
