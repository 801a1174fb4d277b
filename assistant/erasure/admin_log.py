"""The admin's own log, whose lines name what was added, changed or deleted: what of it an erasure takes along."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from graph.models import User


def forget(user: User, models: Collection[type[Model]]) -> int:
    """Delete the lines about the person's rows of `models`, whoever wrote them, and all that the person wrote.

    Before the rows go; returns how many lines went. What an operator changed in others' books stays in their ledgers.
    """
    removed = LogEntry.objects.filter(user=user).delete()[0]
    for kind in ContentType.objects.filter(pk__in=LogEntry.objects.values("content_type")):
        model = kind.model_class()
        if model is not None and model in models:
            lines = LogEntry.objects.filter(content_type=kind)
            theirs = model._default_manager.filter(user=user, pk__in=set(lines.values_list("object_id", flat=True)))
            removed += lines.filter(object_id__in=[str(pk) for pk in theirs.values_list("pk", flat=True)]).delete()[0]
    return removed


def unname(user: User) -> None:
    """What operators did to an account stays in the log, without the name."""
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(user.pk)).update(object_repr="A closed account")
