"""Every page that lists something asks the database as often with many rows as with few."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graph.curation import entities, facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Document, Job

pytestmark = pytest.mark.django_db

LISTS = [
    "inbox",
    "index",
    "facts",
    "relations",
    "conflicts",
    "twins",
    "documents",
    "days",
    "ledger",
    "map",
    "health",
    "moving",
    "chat",
    "more",
]
ASKED = {"index": ("", "?show=shared", "?show=alone"), "facts": ("", "?show=over", "?show=stale"), "conflicts": ("", "?show=settled"),
         "inbox": ("", "?group=about", "?show=conflict"), "documents": ("", "?show=failed")}  # fmt: skip


def fill(user, caller, now, begin: int, count: int) -> None:
    """So many more of everything: facts, doubles, contradictions, proposals, files, imports."""
    by = Actor(Change.Actor.EXTRACTOR, user)
    for number in range(begin, begin + count):
        entities.create(user=user, name=f"Zürich {number}", type="place", by=caller, now=now)
        entities.create(user=user, name=f"Zurich {number}", type="place", by=caller, now=now)
        who = Name(f"Person {number}", "person")
        draft = Draft(who, "lives_in", object=Name(f"Town {number}"))
        facts.state(user=user, draft=draft, by=caller, now=now)
        candidates = [
            Candidate(who, "lives_in", object=Name(f"City {number}"), quote="said"),
            Candidate(who, "likes", value="rye", quote="said"),
        ]
        facts.stage(user=user, candidates=candidates, by=by, now=now, run=f"message:{number}")
        born = Draft(Name(f"Person {number}", "person"), "birthday", value=f"{now.day + 1} {now:%B}")
        facts.state(user=user, draft=born, by=caller, now=now)
        gone, _ = facts.state(user=user, draft=Draft(who, "likes", value="tea"), by=caller, now=now)
        facts.decide(user=user, ids=[gone.pk], decision="retract", by=caller, now=now)
        for status in ("ready", "failed"):
            Document.objects.create(
                user=user, title=f"D{number}", sha256=f"{number}{status}".ljust(64, "0"), kind="file", status=status,
                created_at=now,
            )  # fmt: skip
        payload = {"format": "csv", "path": "gone", "name": "f", "dry_run": False, "report": {}}
        Job.objects.create(
            user=user, kind="import", key=f"k{number}", payload=payload, state="done", due_at=now, created_at=now
        )


@pytest.mark.parametrize("name", LISTS)
def test_a_list_costs_the_same_with_few_and_with_many(page, user, caller, now, name):
    costs: list[list[int]] = []
    for begin, count in ((0, 2), (10, 12)):
        fill(user, caller, now, begin, count)
        page.get(reverse(name))
        made = []
        for asked in ASKED.get(name, ("",)):
            with CaptureQueriesContext(connection) as queries:
                assert page.get(reverse(name) + asked).status_code == 200
            made.append(len(queries))
        costs.append(made)
    assert costs[0] == costs[1]
