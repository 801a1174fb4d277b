"""Every answer leaves some twenty rows on its receipt: after years, no page and no question may read them all."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assistant.turn import chat
from graph.models import RetrievalItem
from graph.statements import select

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a server has its own plans"),
]
TABLE = RetrievalItem._meta.db_table
# By these nothing but the owner is compared: every row of theirs is read, or every row of everybody's.
WHOLE = re.compile(
    rf"SCAN (?:{TABLE}|item)|(?:{TABLE}|item) USING (?:COVERING )?INDEX (?!helpful_items)\S+ \(user_id=\?\)"
)


def plans(captured: CaptureQueriesContext) -> list[str]:
    """How the database goes about each statement that looks for receipts."""
    asked = [one["sql"].strip() for one in captured.captured_queries if TABLE in one["sql"]]
    looked = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE"))]
    return [" ".join(step for *_, step in select(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))) for sql in looked]


def whole(found: list[str]) -> list[str]:
    return [plan for plan in found if WHOLE.search(plan)]


@pytest.fixture
def talk(user, api, client, work, now):
    """An answer that rests on a proposal, and was called helpful."""
    client.force_login(user)
    begun = chat.begin(user=user, text="My sister Anna lives in Lisbon.", now=now)
    list(chat.answer(begun, clock=lambda: now, stop=lambda: False))
    work()
    asked = chat.begin(user=user, text="Where does Anna live?", conversation=begun.conversation, now=now)
    list(chat.answer(asked, clock=lambda: now, stop=lambda: False))
    assert RetrievalItem.objects.for_user(user).filter(used=True).exists()
    client.post(f"/m/{asked.answer.pk}/judge/", {"helpful": "yes"})
    return begun.conversation


@pytest.mark.parametrize("page", ["/c/{}/", "/inbox/"])
def test_a_page_reads_the_receipts_that_it_shows(client, talk, page):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page.format(talk.pk)).status_code == 200
    found = plans(captured)
    assert found
    assert whole(found) == []


@pytest.mark.parametrize("sought", [{}, {"score__gt": 0.5}, {"kind": "fact"}])
def test_what_reads_them_all_would_be_seen(user, sought):
    with CaptureQueriesContext(connection) as captured:
        list(RetrievalItem.objects.for_user(user).filter(**sought))
        list(RetrievalItem.objects.filter(**sought))
    assert len(whole(plans(captured))) == 2


def test_a_question_reads_those_that_helped(user, talk, now):
    with CaptureQueriesContext(connection) as captured:
        turn = chat.begin(user=user, text="And where does Anna work?", conversation=talk, now=now)
        list(chat.answer(turn, clock=lambda: now, stop=lambda: False))
    found = plans(captured)
    assert any("helpful_items" in plan for plan in found)
    assert whole(found) == []
    assert [plan for plan in found if "helpful_items" in plan and "TEMP B-TREE" in plan] == []
