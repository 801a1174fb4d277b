"""The inbox shows first what is likeliest to be needed."""

from __future__ import annotations

import pytest

from graph.curation import facts
from graph.curation.candidates import Candidate, Name
from graph.models import Fact, Retrieval, RetrievalItem
from graph.queries.demand import demand
from graph.queries.inbox import inbox
from graph.queries.inbox_lists import Asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposals(user, caller, now) -> list[Fact]:
    candidates = [Candidate(Name(name, "person"), "likes", value="tea") for name in ("Tom", "Rosa", "Joris")]
    return facts.stage(user=user, candidates=candidates, by=caller, now=now, run="a").created


@pytest.fixture
def asked(user, now):
    """A question that named an entity, and read some facts for its answer."""

    def ask(named: int, *read: Fact) -> None:
        anchors = [{"id": str(named), "name": "x", "channels": {"name": 1.0}}]
        run = Retrieval.objects.create(user=user, query="q", anchors=anchors, created_at=now)
        for rank, fact in enumerate(read):
            RetrievalItem.objects.create(
                user=user, retrieval=run, kind="fact", object_id=fact.pk, rank=rank, score=1, used=True
            )

    return ask


def order(user, now) -> list[int]:
    page = inbox(user.pk, at=None, asked=Asked(), since=now)
    return [one.sentence.pk for group in page.groups for one in group.proposals]


def rows(proposals: list[Fact]) -> list[tuple[int, int, int | None]]:
    return [(fact.pk, fact.subject_id, fact.object_id) for fact in proposals]


def test_reading_a_proposal_weighs_more_than_asking_about_its_subject(user, proposals, asked):
    tom, rosa, joris = proposals
    asked(tom.subject_id)
    asked(rosa.subject_id, rosa)
    assert demand(user.pk, rows(proposals)) == {tom.pk: 1, rosa.pk: 4, joris.pk: 0}


def test_the_inbox_begins_with_what_is_asked_about(user, now, proposals, asked):
    tom, rosa, joris = proposals
    assert order(user, now) == [tom.pk, rosa.pk, joris.pk]
    asked(joris.subject_id)
    asked(rosa.subject_id, rosa)
    assert order(user, now) == [rosa.pk, joris.pk, tom.pk]


def test_another_persons_questions_do_not_count(other_user, proposals, asked):
    asked(proposals[0].subject_id, proposals[0])
    assert set(demand(other_user.pk, rows(proposals)).values()) == {0}


def test_an_empty_inbox_asks_the_database_nothing(user, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert demand(user.pk, []) == {}
