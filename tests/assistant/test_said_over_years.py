"""What old, imported talks say of one thing in several years: a contradiction goes by the day on which each was said."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from graph import jobs
from graph.models import Conflict, Fact
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def bring(api, client, work):
    """Import what was said on some days, each in a talk of its own, and learn from it in this order."""

    def take(*said: tuple[str, str]) -> None:
        talks = [
            {
                "uuid": f"{day}{text}",
                "name": f"Talk of {day}",
                "created_at": f"{day}T09:00:00Z",
                "chat_messages": [{"sender": "human", "text": text, "created_at": f"{day}T09:00:00Z"}],
            }
            for day, text in said
        ]
        file = SimpleUploadedFile("conversations.json", json.dumps(talks).encode())
        assert client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers).status_code == 202
        work()
        jobs.work(lambda: NOW.replace(hour=23))

    return take


def dates(predicate: str) -> list[tuple]:
    """Of each fact its object, status, and since and until when it holds."""
    rows = Fact.objects.filter(predicate=predicate).select_related("object").order_by("valid_from", "pk")
    days = [[at.date().isoformat() if at else None for at in (row.valid_from, row.valid_until)] for row in rows]
    return [(row.object.name, row.status, *held) for row, held in zip(rows, days, strict=True)]


def test_the_older_side_is_the_one_that_was_said_first_in_whatever_order_talks_are_learned_from(bring, api):
    bring(("2024-03-05", "My sister Anna lives in Porto."), ("2021-06-10", "My sister Anna lives in Lisbon."))
    asked = Conflict.objects.select_related("older__object", "newer__object").get()
    assert (asked.older.object.name, asked.newer.object.name) == ("Lisbon", "Porto")
    api.post(f"/conflicts/{asked.pk}/resolve", {"decision": "by_time"})
    assert sorted(dates("lives_in")) == [
        ("Lisbon", "confirmed", None, "2024-03-05"),
        ("Porto", "confirmed", "2024-03-05", None),
    ]
