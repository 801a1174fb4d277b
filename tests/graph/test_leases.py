"""Whose lease it is, whether they still live, and what becomes of the jobs of those who do not."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys

import pytest

from graph import claims, jobs, leases
from graph.models import Job

LATER = dt.timedelta(seconds=5)


@pytest.fixture
def gone() -> str:
    """The name of a process that has ended."""
    program = "import django; django.setup(); from graph import leases; print(leases.holder())"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "assistant.settings"}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def job(user, now) -> Job:
    Job.objects.all().delete()
    jobs.enqueue(kind="embed", key="k", user_id=user.pk, payload={}, now=now)
    return claims.claim(now=now, user_id=user.pk)


def held(job: Job, by: str, **columns) -> None:
    Job.objects.filter(pk=job.pk).update(leased_by=by, **columns)


def test_a_living_process_is_not_gone_and_fits_the_column():
    assert len(leases.holder()) <= Job._meta.get_field("leased_by").max_length
    assert leases.is_gone(leases.holder()) is False


def test_an_ended_process_is_gone(gone):
    assert leases.is_gone(gone) is True


def test_a_process_number_that_was_given_again_is_another_process():
    host, process, began, thread = leases.holder().split(":")
    assert leases.is_gone(f"{host}:{process}:{int(began) - 1}:{thread}") is True


@pytest.mark.parametrize("name", ["", "elsewhere-1:1:1:1", "nonsense", "a:b:c"])
def test_of_another_machine_nothing_is_known(name):
    assert leases.is_gone(name) is False


@pytest.mark.django_db
def test_the_job_of_a_dead_process_is_free_at_once(job, gone, now):
    assert claims.release_dead(now) == 0
    held(job, gone)
    assert claims.claim(now=now + LATER) is None
    assert claims.release_dead(now + LATER) == 1
    taken = claims.claim(now=now + LATER)
    assert (taken.pk, taken.leased_by, taken.attempts) == (job.pk, leases.holder(), 2)


@pytest.mark.django_db
def test_a_job_that_several_died_over_waits_for_its_lease(job, gone, now):
    held(job, gone, attempts=claims.ATTEMPTS + 1)
    assert claims.release_dead(now + LATER) == 0
    assert claims.claim(now=now + LATER) is None
    assert claims.claim(now=now + claims.LEASE + LATER).pk == job.pk


@pytest.mark.django_db
def test_a_job_of_another_machine_waits_for_its_lease(job, now):
    held(job, "elsewhere-1:1:1:1")
    assert claims.release_dead(now + LATER) == 0


@pytest.mark.django_db
def test_who_lost_the_lease_neither_ends_nor_prolongs_it(job, now):
    mine = Job.objects.get(pk=job.pk)
    held(job, "elsewhere-1:1:1:1", lease_until=now + LATER)
    claims.heartbeat(mine, now + dt.timedelta(hours=1))
    jobs.perform(mine, lambda: now)
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.lease_until, row.leased_by) == ("running", now + LATER, "elsewhere-1:1:1:1")


@pytest.mark.django_db
def test_a_beat_prolongs_the_lease_from_the_time_that_passed(job, now, monkeypatch):
    monkeypatch.setattr(claims, "BEATEN_EVERY", 0.0)
    claims.beating(job, now + LATER)()
    assert Job.objects.get(pk=job.pk).lease_until >= now + LATER + claims.LEASE


def _fails(*_) -> None:
    raise LookupError("gone while it was at work")


def _waits(*_) -> None:
    raise jobs.NotYet


@pytest.mark.django_db
@pytest.mark.parametrize("ending", [_fails, _waits])
def test_where_the_same_work_was_queued_anew_a_job_that_ends_badly_leaves_it_to_that(job, user, now, ending):
    newer = jobs.enqueue(kind="embed", key="k", user_id=user.pk, payload={}, now=now)
    assert newer.pk != job.pk
    assert jobs.perform(job, lambda: now, ending) is False
    job.refresh_from_db()
    newer.refresh_from_db()
    assert (job.state, newer.state) == ("done", "queued")


@pytest.mark.django_db
def test_a_job_that_fails_is_tried_again_later(job, now):
    assert jobs.perform(job, lambda: now, _fails) is False
    job.refresh_from_db()
    assert (job.state, job.error) == ("queued", "LookupError: gone while it was at work")
    assert job.due_at > now


@pytest.mark.django_db
def test_a_worker_that_is_told_to_stop_begins_no_further_job(user, now):
    for key in "abc":
        jobs.enqueue(kind="embed", key=key, user_id=user.pk, payload={}, now=now)
    stops = iter([False, True])
    assert jobs.work(lambda: now, stop=lambda: next(stops)) == 1
