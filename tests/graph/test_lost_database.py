"""A database that goes away under a job, as often as it likes: the job is done when it is back."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import OperationalError, connection

from graph import claims, jobs
from graph.models import Job

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def job(user, now, monkeypatch) -> Job:
    """Of a kind of its own, whose worker's connection is ended by the server five times before it gets done."""
    endings = iter(range(5))

    def cut_off(job: Job, now: dt.datetime) -> None:
        if next(endings, None) is not None:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            finally:  # what is done on the way out has opened another connection
                connection.close()
                assert Job.objects.exists()

    monkeypatch.setitem(jobs._handlers, "cut_off", cut_off)
    return jobs.enqueue(kind="cut_off", key="k", user_id=user.pk, payload={}, now=now)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="runs with TEST_DATABASE=postgres")
@pytest.mark.django_db(transaction=True)
def test_a_job_whose_database_goes_away_again_and_again_is_not_given_up(job, now):
    moments = (now + place * HOUR for place in range(100))
    assert jobs.work(lambda: next(moments), kinds=["cut_off"]) == 6
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 6)


@pytest.mark.django_db
def test_an_error_of_the_database_that_is_there_fails_a_job_in_the_end(user, now, monkeypatch):
    def misspelt(job: Job, now: dt.datetime) -> None:
        raise OperationalError("no such column: nmae")

    monkeypatch.setitem(jobs._handlers, "misspelt", misspelt)
    job = jobs.enqueue(kind="misspelt", key="k", user_id=user.pk, payload={}, now=now)
    moments = (now + place * HOUR for place in range(100))
    assert jobs.work(lambda: next(moments), kinds=["misspelt"]) == claims.ATTEMPTS
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "OperationalError: no such column: nmae")
