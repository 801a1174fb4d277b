"""What gathers and nobody asks for again goes after a while; what an answer stands on, or somebody judged, stays."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from assistant import params, tasks
from assistant.models import Message
from graph import params as params_of_words
from graph import planner
from graph.models import Job, Retrieval
from graph.projections import keywords
from tests.conftest import NOW

pytestmark = pytest.mark.django_db(transaction=True)
LONG_SINCE = NOW + params.RECEIPTS_KEPT + dt.timedelta(days=1)


@pytest.fixture
def book(api, minilm, work):
    """A fact, and the three ways of asking for it: an answer, a search that was judged, and one that was not."""
    api.post("/facts", {"subject": {"name": "Sundial"}, "predicate": "stands_in", "value": "the south garden"})
    work()
    return api


def found(api, query: str) -> dict:
    status, answer = api.post("/retrieve", {"query": query})
    assert status == 200
    assert answer["items"]
    return answer


def judged(api, answer: dict) -> tuple[int, dict]:
    one = answer["items"][0]
    said = {"kind": one["kind"], "id": one["id"], "helpful": True}
    return api.post("/feedback", {"retrieval": answer["id"], "items": [said]})


def test_a_receipt_of_a_mere_search_goes_after_its_time_and_no_other(book):
    status, told = book.post("/chat", {"message": "Where does the Sundial stand?", "stream": False})
    assert status == 200
    liked, mere = found(book, "the Sundial"), found(book, "what stands in the garden")
    assert judged(book, liked)[0] == 200

    assert "receipts" not in tasks.tidy()
    assert Retrieval.objects.count() == 3
    book.now = LONG_SINCE
    assert tasks.tidy()["receipts"] == 1
    assert judged(book, mere)[0] == 404
    assert judged(book, liked)[0] == 200
    answer = Message.objects.get(pk=told["message"])
    assert answer.retrieval is not None
    assert answer.retrieval.items.filter(cited=True).exists()
    assert tasks.tidy() == {}


def test_an_answer_that_found_nothing_keeps_its_receipt(book):
    _, told = book.post("/chat", {"message": "What is the boiling point of xenon?", "stream": False})
    Retrieval.objects.update(narrative="")
    book.now = LONG_SINCE
    assert "receipts" not in tasks.tidy()
    assert Message.objects.get(pk=told["message"]).retrieval is not None


def test_many_receipts_go_in_steps(book, monkeypatch):
    monkeypatch.setattr(params, "THROWN_AT_ONCE", 2)
    for number in range(5):
        found(book, f"the Sundial, {number}")
    book.now = LONG_SINCE
    assert tasks.tidy()["receipts"] == 5
    assert not Retrieval.objects.exists()


def test_work_that_was_done_goes_and_what_tells_of_an_import_stays(book, work):
    status, _ = book.post("/documents", {"title": "Garden", "text": "The sundial was made in 1790."})
    assert status == 202
    work()
    kinds = set(Job.objects.filter(state=Job.State.DONE).values_list("kind", flat=True))
    assert {"embed", "ingest"} <= kinds
    book.now = NOW + params.JOBS_KEPT + dt.timedelta(days=1)
    assert tasks.tidy()["jobs"] >= 1
    left = set(Job.objects.values_list("kind", flat=True))
    assert "embed" not in left
    assert "ingest" in left


def test_work_that_waits_or_failed_is_not_thrown_away(book, user):
    long_ago = NOW - params.JOBS_KEPT * 2
    for state in (Job.State.QUEUED, Job.State.FAILED):
        Job.objects.create(
            kind="embed", key=f"old {state}", user=user, state=state, created_at=long_ago, due_at=LONG_SINCE,
            finished_at=long_ago if state == Job.State.FAILED else None,
        )  # fmt: skip
    tasks.tidy()
    assert Job.objects.filter(key__startswith="old ").count() == 2


def test_sessions_that_ended_go(book):
    ended, standing = SessionStore(), SessionStore()
    for store, days in ((ended, -1), (standing, 1)):
        store.set_expiry(dt.timedelta(days=days))
        store.save(must_create=True)
    tasks.tidy()
    assert set(Session.objects.values_list("pk", flat=True)) == {standing.session_key}


@pytest.mark.parametrize("grown", [1, 1_000])
def test_the_words_of_many_writes_are_merged_at_once_where_they_were_many_or_else_by_and_by(
    book, work, grown, monkeypatch
):
    """What is said fact by fact is merged when the house is kept; what was read in bulk, with its vectors."""
    monkeypatch.setattr(planner, "GROWN", grown)
    settled = []
    settle = keywords.settle
    monkeypatch.setattr(keywords, "settle", lambda owner: settled.append(owner) or settle(owner))
    for number in range(params_of_words.KEYWORD_PIECES + 3):
        book.post("/facts", {"subject": {"name": "Sundial"}, "predicate": "shows", "value": f"hour {number}"})
    work()
    assert bool(settled) == (grown == 1)
    tasks.tidy()
    assert settled
    assert {item["text"] for item in found(book, "which hour does the Sundial show?")["items"]} >= {
        f"Sundial shows hour {number}" for number in range(params_of_words.KEYWORD_PIECES + 3)
    }
    assert list(settle(settled[0])) == []


def test_the_worker_is_told_to_tidy():
    from assistant.celery import application

    application.finalize()
    assert any(entry["task"] == tasks.tidy.name for entry in application.conf.beat_schedule.values())
