"""The worker inside the process: it does queued work, finds what was left over, and stops."""

from __future__ import annotations

import time

import pytest
from kombu.transport.virtual import Transport

from assistant import embedded, learning, tasks
from assistant.models import Conversation, Message
from graph.clock import now as present
from graph.models import Fact, Job

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def message(user, settings):
    settings.ASSISTANT_MODEL = ""
    conversation = Conversation.objects.create(user=user, created_at=present(), updated_at=present())
    return Message.objects.create(
        user=user,
        conversation=conversation,
        role="user",
        text="My sister Anna lives in Lisbon.",
        learning="queued",
        created_at=present(),
    )


def test_queued_work_is_done_after_a_start_and_the_worker_stops(message):
    """The job's wake-up was lost with the process that queued it: the row alone is enough."""
    Job.objects.create(
        kind=learning.JOB,
        key=str(message.pk),
        user=message.user,
        payload={"message": message.pk},
        created_at=present(),
        due_at=present(),
    )
    worker = embedded.start_worker()
    try:
        ends = time.monotonic() + 120
        while Message.objects.get(pk=message.pk).learning != "done" and time.monotonic() < ends:
            time.sleep(0.1)
        ends = time.monotonic() + 120
        while Job.objects.filter(state__in=["queued", "running"]).exists() and time.monotonic() < ends:
            time.sleep(0.1)
    finally:
        worker.stop()
    assert Fact.objects.filter(status="staged").count() == 2
    assert not any(thread.is_alive() for thread in worker.threads)


def test_a_worker_that_waits_for_a_message_is_woken_to_stop(db, monkeypatch):
    """The worker's loop would wait two seconds, twice; here it would wait for ever."""
    drain = Transport.drain_events
    monkeypatch.setattr(Transport, "drain_events", lambda self, connection, timeout=None: drain(self, connection))
    worker = embedded.start_worker()
    assert worker.stop()


def test_the_sweep_looks_for_due_work_only(message):
    Job.objects.all().delete()
    assert tasks.sweep() is False
    learning.enqueue(message, present())
    assert tasks.sweep() is True
