"""Every answer leaves some twenty rows on its receipt: after years, no page and no question may read them all."""

from __future__ import annotations

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
OF_THE_OWNER = "graph_retrievalitem_user_id"  # the index that has every row of a person
TABLE = RetrievalItem._meta.db_table


def plans(captured: CaptureQueriesContext) -> list[str]:
    """How the database goes about each statement that reads or changes receipts."""
    asked = [one["sql"] for one in captured.captured_queries if TABLE in one["sql"]]
    read = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE")) or sql.strip().startswith("SELECT item")]
    return [" ".join(step for *_, step in select(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))) for sql in read]


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


@pytest.mark.parametrize("page", ["/c/{}/", "/inbox/", "/ledger/", "/?q=Anna"])
def test_a_page_reads_the_receipts_that_it_shows(client, talk, page):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page.format(talk.pk)).status_code == 200
    assert [plan for plan in plans(captured) if OF_THE_OWNER in plan] == []


def test_a_question_reads_those_that_helped(user, talk, now):
    with CaptureQueriesContext(connection) as captured:
        turn = chat.begin(user=user, text="And where does Anna work?", conversation=talk, now=now)
        list(chat.answer(turn, clock=lambda: now, stop=lambda: False))
    found = plans(captured)
    assert any("helpful_items" in plan for plan in found)
    assert [plan for plan in found if OF_THE_OWNER in plan or "TEMP B-TREE" in plan] == []
