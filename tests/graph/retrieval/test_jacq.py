"""The preset jacq reproduces its design, from the arithmetic to the bytes of the narrative."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.retrieval.presets import preset
from graph.retrieval.ranking import score
from graph.retrieval.strategy import STRATEGIES
from graph.retrieval.types import FactRow, Parts

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)

EIGHT_FACTS = [
    {"subject": {"name": "User"}, "predicate": "prefers", "value": "dark mode"},
    {"subject": {"name": "User"}, "predicate": "prefers", "value": "TypeScript over JavaScript"},
    {"subject": {"name": "User"}, "predicate": "works_on", "object": {"name": "JACQ Project", "type": "project"}},
    {"subject": {"name": "JACQ Project"}, "predicate": "uses", "object": {"name": "DuckDB", "type": "technology"}},
    {"subject": {"name": "JACQ Project"}, "predicate": "uses", "object": {"name": "Next.js 16", "type": "technology"}},
    {"subject": {"name": "JACQ Project"}, "predicate": "status", "value": "active development"},
    {"subject": {"name": "DuckDB"}, "predicate": "type", "value": "embedded OLAP database"},
    {"subject": {"name": "DuckDB"}, "predicate": "supports", "value": "vector search via VSS extension"},
]

NARRATIVE = """### 👤 USER CONTEXT
- prefers: dark mode
- prefers: TypeScript over JavaScript
- works_on: JACQ Project

### 💡 CONTEXT: JACQ Project
- uses: DuckDB
- uses: Next.js 16
- status: active development

### 💡 CONTEXT: DuckDB
- type: embedded OLAP database
- supports: vector search via VSS extension"""


@pytest.fixture
def eight(api, work, minilm):
    for fact in EIGHT_FACTS:
        status, _ = api.post("/facts", fact)
        assert status == 201
    work()
    return api


def test_the_example_renders_byte_for_byte_through_the_api_j43(eight):
    """J36 J37 J38 J39 J40 J41 J42 J43 J53 J54, W-J1"""
    status, answer = eight.post(
        "/retrieve", {"query": "Tell me about the JACQ project", "preset": "jacq", "config": {"anchor_limit": 4}}
    )
    assert (status, answer["degraded"]) == (200, [])
    assert answer["narrative"] == NARRATIVE


def test_of_fewer_lines_the_persons_own_still_come_first_j38(api, work, minilm):
    """Where others' facts score higher; the default tells those first."""
    for fact in EIGHT_FACTS:
        own = fact["subject"] == EIGHT_FACTS[0]["subject"]
        assert api.post("/facts", {**fact, "confidence": 0.5 if own else 1.0})[0] == 201
    work()
    asked = {"query": "What does DuckDB support for the JACQ project and me?", "limit": 7}
    told = api.post("/retrieve", {**asked, "preset": "jacq", "config": {"anchor_limit": 4}})[1]
    assert len(told["items"]) == 7
    assert "prefers" not in told["items"][0]["text"]
    assert told["narrative"].startswith("### 👤 USER CONTEXT\n")
    told = api.post("/retrieve", asked)[1]
    assert told["narrative"].startswith("### 💡 CONTEXT: ")
    assert "### 👤 USER CONTEXT" in told["narrative"]


@pytest.mark.parametrize(
    ("confidence", "source", "weeks", "uses", "status", "expected"),
    [
        (0.9, "conversation", 3, 5, "staged", 1.1283),
        (0.9, "conversation", 3, 5, "confirmed", 1.3539),
        (1.0, "user_edit", 0, 0, "confirmed", 2.4),
        (0.8, "file", 5, 9, "staged", 1.4661),
    ],
)
def test_a_score_is_the_product_of_its_five_factors(confidence, source, weeks, uses, status, expected):
    """J27 J28 J30 J31 J32 J33 J34: the golden numbers, confirmed at 1.2 (C20)."""
    fact = FactRow(
        pk=1,
        subject=1,
        subject_name="Ines",
        subject_is_self=True,
        predicate="prefers",
        object=None,
        object_name="",
        value="tea",
        status=status,
        source=source,
        confidence=confidence,
        weight=1.0,
        used_count=uses,
        last_used=NOW - dt.timedelta(weeks=weeks),
        confirmed_at=None,
        created_at=NOW - dt.timedelta(weeks=weeks),
    )
    jacq = preset("jacq")
    parts = score.fact_parts(fact, Parts(), jacq, STRATEGIES["jacq"], NOW)
    assert round(score.total(parts, jacq, STRATEGIES["jacq"]), 4) == expected


@pytest.mark.parametrize(
    ("weeks", "expected"), [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (1.5, 0.974679), (2.0, 0.95), (-3.0, 1.0)]
)
def test_decay_begins_after_the_first_week(weeks, expected):
    """J30 J31, by parts of a week too (C20), and a clock that runs ahead is no age (W-J3)."""
    age = score.age_weeks(NOW - dt.timedelta(weeks=weeks), NOW)
    assert score.decay(age, preset("jacq").relevance) == pytest.approx(expected)
