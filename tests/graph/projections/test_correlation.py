"""What counts as named together, on numbers that a person can check."""

from __future__ import annotations

import numpy as np

from graph import params
from graph.projections.correlation import pairs


def told(things, places) -> list[tuple[int, int, float]]:
    first, second, weight = pairs(np.array(things, np.int64), np.array(places, np.int64))
    return list(zip(first.tolist(), second.tolist(), weight.round(4).tolist(), strict=True))


def test_the_rarer_of_two_says_how_often_they_go_together_t22():
    """7 in places 1 2 3 4, 8 in 1 2 3: 3 / 3 x (1 - 1/3)."""
    assert told([7, 7, 7, 7, 8, 8, 8], [1, 2, 3, 4, 1, 2, 3]) == [(7, 8, 0.6667)]


def test_being_together_once_is_a_coincidence_t22():
    assert told([7, 8], [1, 1]) == []


def test_saying_it_twice_in_one_place_counts_once_t22():
    assert told([7, 7, 8, 8], [1, 1, 1, 1]) == []


def test_what_is_below_the_floor_is_left_out_t22():
    """Together in two of five: 2 / 5 x 1/2 = 0.2."""
    assert told([7] * 5 + [8] * 5, [1, 2, 3, 4, 5, 1, 2, 6, 7, 8]) == []


def test_a_list_of_names_joins_nothing_t22():
    many = params.CORRELATION_NAMES + 1
    assert told([*range(many)] * 2, [1] * many + [2] * many) == []


def test_nothing_is_correlated_in_an_empty_graph():
    assert told([], []) == []
