"""The limits within which use and age move a score, on paper."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.retrieval.config import Relevance, RetrievalConfig
from graph.retrieval.presets import preset
from graph.retrieval.ranking.score import fact_parts
from graph.retrieval.strategy import STRATEGIES
from graph.retrieval.types import FactRow, Parts

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def parts(config: RetrievalConfig, name: str = "default", *, status: str = "confirmed", used: int = 0, **more) -> Parts:
    """The parts of a fact that was written a week ago."""
    at = NOW - more.pop("age", dt.timedelta(weeks=1))
    row = FactRow(
        1, 1, "Anna", False, "lives_in", 2, "Lisbon", "", status, "user_edit", 1.0, 1.0, used, None, None, at, **more
    )
    return fact_parts(row, Parts(), config, STRATEGIES[name], NOW)


def test_use_lifts_a_score_by_three_tenths_at_most_and_without_a_bound_in_jacq_j33():
    """1 + log10(n + 1) x factor: ten uses of factor 1 are 2.0, which is cut to 1.3."""
    eager = RetrievalConfig(relevance=Relevance(usage_factor=1.0))
    assert [parts(eager, used=count).usage for count in (0, 9, 10**6)] == [1.0, 1.3, 1.3]
    assert parts(preset("jacq"), "jacq", used=9).usage == 1.5


@pytest.mark.parametrize(("status", "least"), [("confirmed", 0.5), ("staged", 0.2)])
def test_age_takes_half_of_what_is_confirmed_at_most_and_more_of_what_is_not(status, least):
    fast = RetrievalConfig(relevance=Relevance(decay_rate=0.5))
    assert parts(fast, status=status, age=dt.timedelta(weeks=2)).decay == 0.5
    assert parts(fast, status=status, age=dt.timedelta(weeks=520)).decay == least


@pytest.mark.parametrize(
    ("until", "weight"), [(None, 1.2), (NOW + dt.timedelta(days=1), 1.2), (NOW - dt.timedelta(days=1), 1.2 * 0.6)]
)
def test_what_has_ended_counts_for_six_tenths(until, weight):
    assert parts(RetrievalConfig(), valid_until=until).status == pytest.approx(weight)


def test_where_it_comes_from_weighs_and_an_unknown_origin_weighs_nothing():
    told = RetrievalConfig(relevance=Relevance(source_weights={"user_edit": 1.5}))
    assert parts(told).source == 1.5
    assert parts(RetrievalConfig(relevance=Relevance(source_weights={}))).source == 1.0
