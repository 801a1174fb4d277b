"""Conversations that were gone on with elsewhere and are brought in again: what was said since is added, and learned."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assistant.exchange.talks import CHANGED, STOOD
from assistant.models import Conversation, Message
from graph import jobs
from graph.exchange.returning import LONGER
from graph.models import Fact
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
FIRST = ("human", "My sister Anna lives in Lisbon."), ("assistant", "Lovely.")
LATER = ("human", "My brother Tom lives in Berlin."), ("assistant", "Noted.")


def claude(*lines: tuple[str, str], title: str = "Family") -> bytes:
    at = [f"2021-06-{day:02}T09:00:00Z" for day in range(10, 10 + len(lines))]
    said = [{"sender": who, "text": text, "created_at": on} for (who, text), on in zip(lines, at, strict=True)]
    return json.dumps([{"uuid": "1", "name": title, "created_at": at[0], "chat_messages": said}]).encode()


@pytest.fixture
def bring(api, client, work):
    def take(data: bytes, dry_run: str = "false") -> dict:
        file = SimpleUploadedFile("conversations.json", data)
        url = f"/api/v1/import?format=claude&dry_run={dry_run}"
        answer = client.post(url, {"file": file}, headers=api.headers)
        work()
        jobs.work(lambda: NOW + dt.timedelta(minutes=5))
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take


@pytest.mark.parametrize("title", ["Family", "What my family does"])
def test_what_was_said_since_is_added_told_and_learned_from(bring, title):
    """It was counted as standing, and lost; a conversation that was renamed came a second time."""
    bring(claude(*FIRST))
    longer = claude(*FIRST, *LATER, title=title)
    counted = bring(longer, "true")
    report = bring(longer)
    for told in (counted, report):
        assert (told["counts"]["conversations"], told["counts"]["changed"], told["counts"]["standing"]) == (0, 1, 0)
        assert [row["msg"] for row in told["remarks"]] == [LONGER]
    assert list(Message.objects.order_by("pk").values_list("text", flat=True)) == [text for _, text in (*FIRST, *LATER)]
    assert Conversation.objects.get().updated_at.date().isoformat() == "2021-06-13"
    assert set(Fact.objects.filter(predicate="lives_in").values_list("object__name", flat=True)) == {"Lisbon", "Berlin"}
    again = bring(longer)
    assert (again["counts"]["standing"], again["remarks"], Message.objects.count()) == (1, [], 4)


def test_an_answer_that_is_told_otherwise_now_is_no_new_one(bring):
    bring(claude(*FIRST))
    bring(claude(FIRST[0], ("assistant", "Lovely!")))
    assert Message.objects.count() == 2


def test_a_branch_of_a_conversation_is_one_of_its_own(bring):
    """It begins at the same moment with the same words, and goes another way."""
    bring(claude(*FIRST, *LATER))
    other = ("human", "My cousin Ada lives in Oslo."), ("assistant", "Noted.")
    assert bring(claude(*FIRST, *other, title="Family (branch)"))["counts"]["conversations"] == 1
    said = [
        list(one.messages.order_by("pk").values_list("text", flat=True)) for one in Conversation.objects.order_by("pk")
    ]
    assert said == [[text for _, text in (*FIRST, *LATER)], [text for _, text in (*FIRST, *other)]]


def test_an_undo_of_the_second_import_keeps_what_the_first_one_made_and_says_so(bring, api):
    first = bring(claude(*FIRST))["id"]
    second = bring(claude(*FIRST, *LATER))["id"]
    for made, why in ((second, STOOD), (first, CHANGED)):
        told = api.post("/changes/undo", {"import": made, "documents": True, "dry_run": True})[1]["stayed"]
        assert [one["why"] for one in told] == [why]
    assert api.post("/changes/undo", {"import": second, "documents": True})[0] == 409
    assert Message.objects.count() == 4
