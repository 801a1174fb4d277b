"""The worker inside the process: it does queued work, finds what was left over, and stops."""

from __future__ import annotations

import time

import pytest
from kombu.transport.virtual import Transport

from assistant import embedded, tasks
from assistant.memory import learning
from assistant.models import Conversation, Message
from graph.clock import now as present
from graph.models import Embedding, Fact, Job
from graph.projections import embed

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


@pytest.mark.parametrize(("vectors", "queued"), [("former", True), ("lineless", True), ("whole", False)])
def test_a_worker_begins_with_what_a_new_model_or_version_asks_for(user, vectors, queued):
    """Nothing was written since, so nothing else would queue it; a book that has everything is left alone."""
    model = "former" if vectors == "former" else embed.model_name()
    made = {"whole": b"", "lineless": None, "former": b""}[vectors]
    Embedding.objects.create(
        user=user, kind="chunk", object_id=1, model=model, dim=1, vector=b"\0" * 4, text_hash="", lines=made
    )
    Job.objects.all().delete()  # that of the person's own entry
    worker = embedded.start_worker()
    try:
        assert Job.objects.filter(kind="embed", user=user).exists() is queued
    finally:
        worker.stop()


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
