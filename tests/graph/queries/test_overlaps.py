"""Which relations join the same entries, by the book's own facts (N32)."""

from __future__ import annotations

import pytest

from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.models import Fact
from graph.queries.overlaps import Overlap, overlaps

pytestmark = pytest.mark.django_db

SAID = [
    ("Halcyon", "captain", "Dora"), ("Dora", "commands", "Halcyon"), ("Meridian", "captain", "Emil"),
    ("Emil", "commands", "Meridian"), ("Halcyon", "skipper", "Dora"), ("Meridian", "skipper", "Emil"),
    ("Orrin", "skipper", "Vera"), ("Tolva", "skipper", "Ada"), ("Brant", "skipper", "Ida"),
    ("Vera", "owns", "Orrin"), ("Halcyon", "owns", "Tolva"), ("Halcyon", "length", "31 m"),
]  # fmt: skip


@pytest.fixture
def ships(user, caller, now):
    values = {"31 m"}
    drafts = [
        Draft(Name(one), relation, **({"value": said} if said in values else {"object": Name(said)}))
        for one, relation, said in SAID
    ]
    facts.state_many(user=user, drafts=drafts, by=caller, now=now)


def test_the_relation_that_joins_the_most_of_its_entries_is_told_for_each(user, ships):
    found = overlaps(user, {"captain": 2, "commands": 2, "skipper": 5, "owns": 2, "length": 1})
    assert found["captain"] == Overlap("commands", 2, turned=True)
    assert found["commands"] == Overlap("captain", 2, turned=True)
    assert "skipper" not in found  # three of its five facts are told by no other
    assert "owns" not in found  # one fact that another tells may be chance


def test_what_was_taken_back_joins_nothing(user, caller, now, ships):
    rows = Fact.objects.for_user(user).filter(predicate__in=["commands", "skipper"])
    facts.decide(user=user, ids=rows.values_list("pk", flat=True), decision="retract", by=caller, now=now)
    assert overlaps(user, {"captain": 2}) == {}


def test_nobody_sees_what_another_joins(other_user, ships):
    assert overlaps(other_user, {"captain": 2}) == {}
