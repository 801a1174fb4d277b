"""A clock that jumps, forwards or back: no job waits for it, none is lost, no fact is hidden and no score explodes."""

from __future__ import annotations

import datetime as dt

import pytest

from graph import claims, jobs, leases
from graph.models import Fact, Job
from tests.tables import show

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)
FAR = dt.timedelta(days=900)


@pytest.fixture
def done(monkeypatch):
    """The keys of the jobs that were done, in order."""
    keys: list[str] = []
    monkeypatch.setitem(jobs._handlers, "mark", lambda job, now: keys.append(job.key))
    return keys


def queued(user, key, now, **columns) -> Job:
    Job.objects.exclude(kind="mark").delete()
    job = jobs.enqueue(kind="mark", key=key, user_id=user.pk, payload={}, now=now)
    Job.objects.filter(pk=job.pk).update(**columns)
    return job


@pytest.mark.parametrize("back", [HOUR, FAR])
def test_a_job_that_was_queued_before_the_clock_was_put_back_is_done_at_once(user, now, done, back):
    queued(user, "a", now)
    assert jobs.work(lambda: now - back) == 1
    assert done == ["a"]
    assert Job.objects.filter(kind="mark").get().state == "done"


def test_a_job_that_is_meant_for_later_still_waits(user, now, done):
    queued(user, "later", now, due_at=now + HOUR)
    assert jobs.work(lambda: now) == 0
    assert jobs.work(lambda: now + HOUR) == 1


def test_a_job_that_failed_before_the_clock_was_put_back_is_tried_again(user, now, done):
    job = queued(user, "a", now - 2 * HOUR, attempts=1, due_at=now + claims.BACKOFF)
    assert claims.claim(now=now - HOUR).pk == job.pk


def test_a_lease_of_another_machine_from_before_the_clock_was_put_back_ends(user, now, done):
    """Nothing is known of that machine; in this time its lease should have been renewed a minute ahead at most."""
    queued(user, "a", now, state="running", lease_until=now + claims.LEASE, leased_by="elsewhere-1:1:1:1")
    assert jobs.work(lambda: now - dt.timedelta(seconds=30)) == 0  # a small difference between two clocks
    assert jobs.work(lambda: now - HOUR) == 1
    assert done == ["a"]


def test_a_lease_of_a_living_process_of_this_machine_stands_however_the_clock_goes_back(user, now, done):
    queued(user, "a", now, state="running", lease_until=now + claims.LEASE, leased_by=leases.holder())
    assert jobs.work(lambda: now - HOUR) == 0
    assert done == []


def test_a_job_that_ran_across_a_jump_forwards_is_finished_by_one_alone(user, now, done):
    """Its lease seems to have ended long ago, so another takes it; what the first one says at its end counts nothing."""
    job = queued(user, "a", now)
    first = claims.claim(now=now)
    Job.objects.filter(pk=job.pk).update(leased_by="elsewhere-1:1:1:1")  # the first is another machine's
    first.leased_by = "elsewhere-1:1:1:1"
    second = claims.claim(now=now + HOUR)
    assert second.pk == job.pk
    jobs.perform(first, lambda: now + HOUR)
    assert Job.objects.get(pk=job.pk).state == "running"
    jobs.perform(second, lambda: now + HOUR)
    assert Job.objects.get(pk=job.pk).state == "done"


def stated(api, place: str, **more) -> dict:
    fact = {"subject": {"name": "Anna", "type": "person"}, "predicate": "likes", "object": {"name": place}, **more}
    status, body = api.post("/facts", fact)
    assert status == 201
    return body


@pytest.mark.parametrize("jump", [-FAR, -HOUR, HOUR, FAR])
def test_what_was_stated_at_another_time_is_found_and_weighed_within_bounds(api, work, minilm, jump):
    before = stated(api, "Lisbon")
    api.now += jump
    after = stated(api, "Porto")
    work()
    status, found = api.post("/retrieve", {"query": "What does Anna like?", "config": {"cache_ttl": 0}})
    assert status == 200
    facts = {item["id"]: item for item in found["items"] if item["kind"] == "fact"}
    assert set(facts) == {before["id"], after["id"]}
    for item in facts.values():
        assert 0 < item["scores"]["decay"] <= 1
        assert 0 <= item["scores"]["recency"] <= 1
    assert Fact.objects.filter(status="confirmed").count() == 2


def test_looking_back_shows_what_was_held_true_though_the_clock_went_back_between(api):
    """`as_of` goes by what the clock said; a fact is shown from then on, whatever was written after it."""
    start = api.now
    first = stated(api, "Lisbon")
    api.now = start - HOUR
    second = stated(api, "Porto")
    api.now = start + HOUR

    def held(at: dt.datetime) -> set[str]:
        status, body = api.get(f"/facts?as_of={at.isoformat().replace('+00:00', 'Z')}")
        assert status == 200
        return {one["id"] for one in body["items"]}

    assert held(start - 2 * HOUR) == set()
    assert held(start - HOUR / 2) == {second["id"]}
    assert held(start + HOUR / 2) == {first["id"], second["id"]}


def test_a_change_is_undone_after_the_clock_went_back(api):
    """The ledger goes by its own order, not by the clock."""
    fact = stated(api, "Lisbon")
    api.now -= HOUR
    assert api.post("/facts/decide", {"ids": [fact["id"]], "decision": "retract"})[0] == 200
    change = api.get("/changes?limit=1")[1]["items"][0]
    assert change["verb"] == "retract"
    assert api.post(f"/changes/{change['id']}/undo")[0] == 200
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "confirmed"
    show(
        "faults: clock      put back and forth by an hour and by 900 days: jobs done once, facts found, changes undone"
    )
