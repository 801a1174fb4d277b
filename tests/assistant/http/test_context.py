"""The rail says where one is and how much there is, cheaply."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.queries.counts import Counts, counts

pytestmark = pytest.mark.django_db


def current(text: str) -> str:
    """The page that the rail marks."""
    return text.split('aria-current="page"><span>')[1].split("<")[0]


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("name", "marked"),
    [("chat", "Chat"), ("inbox", "Inbox"), ("index", "Index"), ("documents", "Documents"), ("ledger", "Ledger")],
)
def test_the_rail_marks_the_page(page, name, marked):
    assert current(page.get(reverse(name)).text) == marked


def test_a_fragment_marks_the_page_that_asked_for_it(page):
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{reverse('inbox')}?at=1"}
    answer = page.post(reverse("inbox-decide"), {"decision": "confirm"}, headers=headers)
    assert current(answer.text) == "Inbox"


def test_everything_is_counted_in_one_query(user, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert counts(user.pk) == Counts(entities=1)


def test_only_ones_own_rows_are_counted(user, other_user, now):
    from graph.curation import entities
    from graph.curation.recorder import Actor

    entities.create(user=other_user, name="Anna", by=Actor.person(other_user), now=now)
    assert counts(user.pk).entities == 1
    assert counts(other_user.pk).entities == 2


def test_a_book_with_nothing_but_its_owner_is_empty():
    assert Counts(entities=1).is_empty
    assert not Counts(entities=2).is_empty
    assert not Counts(entities=1, documents=1).is_empty
