"""Two ranked lists fused by reciprocal rank, on paper."""

from __future__ import annotations

import pytest

from graph.retrieval.seeding.seeds import fuse

MEANING = [(1, 0.9), (2, 0.8)]
WORDS = [(2, 6.0), (3, 3.0)]


def test_ranks_are_fused_with_a_constant_and_scaled_so_that_first_in_both_is_one_t1():
    """0.5 x 61/62 + 0.5 x 61/61 for what is in both lists, 0.5 for a first place, 0.5 x 61/62 for a second one.

    A-T4.
    """
    found = {seed.pk: seed for seed in fuse(vector=MEANING, keyword=WORDS, keyword_weight=0.5, k=60)}
    assert list(found) == [2, 1, 3]
    assert [round(seed.rrf, 4) for seed in found.values()] == [0.9919, 0.5, 0.4919]
    assert [seed.keyword for seed in found.values()] == [1.0, 0.0, 0.5]
    assert found[2].channels == (("keyword", 1), ("vector", 2))
    (both,) = fuse(vector=[(7, 0.4)], keyword=[(7, 0.1)], keyword_weight=0.3, k=60)
    assert both.rrf == pytest.approx(1.0)


def test_the_weight_of_words_decides_between_two_first_places():
    apart = {"vector": [(1, 0.2)], "keyword": [(2, 0.1)], "k": 60}
    assert [(seed.pk, seed.rrf) for seed in fuse(**apart, keyword_weight=0.75)] == [(2, 0.75), (1, 0.25)]
    assert [(seed.pk, seed.rrf) for seed in fuse(**apart, keyword_weight=0.25)] == [(1, 0.75), (2, 0.25)]


def test_a_larger_constant_makes_ranks_count_less():
    lists = {"vector": [(1, 0.9), (2, 0.8), (3, 0.7)], "keyword": [], "keyword_weight": 0.0}
    assert [round(seed.rrf, 3) for seed in fuse(**lists, k=1)] == [1.0, 0.667, 0.5]
    assert [round(seed.rrf, 3) for seed in fuse(**lists, k=60)] == [1.0, 0.984, 0.968]
