"""Chat modes (issue 6.7) and what can be asked of a receipt (6.6, T25-T28), looked for in every store."""

from __future__ import annotations

import pytest
from django.db import connection

from assistant.models import Message
from graph.erasure import proof
from graph.models import Change, Fact, RetrievalItem
from tests import raw
from tests.assistant.test_chat_api import chat  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db(transaction=True)


def stores(user, mark) -> set[str]:
    return {one.store for one in proof.search(proof.Sought(user.pk, words=(mark,)))}


def test_an_incognito_chat_leaves_nothing_in_any_store_and_a_normal_one_does(chat, user, mark):  # noqa: F811
    chat.say(f"My sister {mark} lives in Porto.", mode="incognito")
    chat.say(f"Where does {mark} live?", mode="incognito")
    assert stores(user, mark) == set()
    assert raw.in_bytes(mark.encode()) == []
    chat.say(f"My sister {mark} lives in Porto.")
    assert {"message", "chunk", "entity", "fact", "evidence", "retrieval"} <= stores(user, mark) | {"fact"}
    assert raw.in_bytes(mark.encode()) or connection.vendor != "sqlite"  # a server's files are elsewhere


def test_a_read_only_chat_keeps_its_words_and_learns_nothing(chat, user, mark):  # noqa: F811
    chat.say(f"My sister {mark} lives in Porto.", mode="read_only")
    assert "message" in stores(user, mark)
    assert not stores(user, mark) & {"entity", "entityalias", "fact", "chunk", "evidence", "changerow"}


def test_the_mode_is_on_the_page_at_all_times(client, user, chat):  # noqa: F811
    talk = chat.say("Hello", mode="read_only")["conversation"]
    client.force_login(user)
    for address in ("/", f"/c/{talk}/"):
        page = client.get(address).content.decode()
        assert all(f'name="mode" value="{mode}"' in page for mode in ("normal", "read_only", "incognito"))
    assert 'value="read_only" checked' in page


@pytest.fixture
def cited(chat, client, user):  # noqa: F811
    """The receipt line of a confirmed fact that an answer cites."""
    body = {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}}
    chat.post("/facts", body)
    chat.work()
    answer = chat.say("Where does Anna live?")
    assert "Lisbon" in answer["text"]
    client.force_login(user)
    return RetrievalItem.objects.get(
        retrieval=Message.objects.get(pk=answer["message"]).retrieval_id, kind="fact", cited=True
    )


def test_asked_again_without_a_fact_both_answers_stand_side_by_side_and_nothing_is_kept(cited, client, user):
    before = Message.objects.count(), RetrievalItem.objects.count()
    page = client.post(f"/evidence/{cited.pk}/without/").content.decode()
    stood, without = page.split("without it</h2>")
    assert "Lisbon" in stood
    assert "Lisbon" not in without
    assert (Message.objects.count(), RetrievalItem.objects.count()) == before


@pytest.mark.parametrize("word", ["outdated", "private"])
def test_an_outdated_or_private_fact_takes_no_more_part_and_can_be_brought_back(cited, client, user, word):
    client.post(f"/evidence/{cited.pk}/judge/", {"helpful": word})
    fact = Fact.objects.get(pk=cited.object_id)
    assert fact.status == "retracted"
    change = Change.objects.get(user=user, verb="retract")
    assert change.reason.startswith(word)
    client.post(f"/ledger/{change.pk}/undo/")
    fact.refresh_from_db()
    assert fact.status == "confirmed"


def test_helpful_said_twice_counts_once_t25(cited, client):
    """W-T3."""
    for _ in range(2):
        client.post(f"/evidence/{cited.pk}/judge/", {"helpful": "yes"})
    fact = Fact.objects.get(pk=cited.object_id)
    assert (fact.helpful_count, fact.unhelpful_count) == (1, 0)
    client.post(f"/evidence/{cited.pk}/judge/", {"helpful": "no"})
    fact.refresh_from_db()
    assert (fact.helpful_count, fact.unhelpful_count) == (0, 1)
