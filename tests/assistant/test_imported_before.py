"""The migration that tells which of the conversations of an older book were imported."""

from __future__ import annotations

import datetime as dt
from importlib import import_module

import pytest
from django.apps import apps

from assistant.models import Conversation
from graph.models import Job

pytestmark = pytest.mark.django_db


def test_what_was_imported_and_not_gone_on_with_is_told_apart_from_ones_own(user, now):
    _, brought, gone_on = (
        Conversation.objects.create(user=user, title=title, created_at=now, updated_at=now + dt.timedelta(days=days))
        for title, days in (("own", 0), ("brought", -900), ("gone on with", 1))
    )
    for one in (brought, gone_on):
        Job.objects.create(
            user=user, kind="learn_talk", key=str(one.pk), state="done", due_at=now, created_at=now, finished_at=now
        )
    import_module("assistant.migrations.0004_imported_conversations").tell(apps, None)
    assert list(Conversation.objects.filter(is_imported=True)) == [brought]
