"""Undo: put every row of a change back as it was, unless a later change stands on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import models, transaction
from django.db.models import QuerySet

from graph.curation.recorder import LEDGER_MODELS, Actor, Recording, recording, snapshot
from graph.models import Change, ChangeRow, User

# Rows are put back parents first and taken away children first, so that no reference ever dangles.
ORDER = ("predicate", "entity", "alias", "fact", "evidence", "conflict")


class AlreadyUndone(ValueError):
    """The change has been undone before."""


class LaterChanges(ValueError):
    """Later changes stand on this one; `changes` are those to undo first, newest first."""

    def __init__(self, changes: list[Change]):
        super().__init__("A later change stands on this one; undo that first.")
        self.changes = changes


class Erased(ValueError):
    """What the change wrote was erased, with the words that an undo would need."""


def erased() -> QuerySet:
    """The changes of which something was erased."""
    return ChangeRow.objects.filter(before__isnull=True, after__isnull=True).values("change")


def undo(*, user: User, change: Change, by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Undo one change; the undo is itself a change. Raises AlreadyUndone, Erased or LaterChanges."""
    with recording(user=user, by=by, verb="undo", reason=reason, now=now) as record:
        change = Change.objects.select_for_update().get(pk=change.pk)
        if change.undone_by_id is not None:
            raise AlreadyUndone("This change has been undone already.")
        rows = list(change.rows.order_by("id"))
        if change.verb == "erase" or any(row.before is None and row.after is None for row in rows):
            raise Erased("What this change wrote was erased, so it cannot be undone.")
        present = {(row.model, row.object_id): _present(row) for row in rows}
        blocking = _later(change, rows, present)
        if blocking:
            raise LaterChanges(blocking)
        for row in sorted(rows, key=lambda row: ORDER.index(row.model)):
            if row.before is not None:
                _put_back(record, row, present[row.model, row.object_id])
        for row in sorted(rows, key=lambda row: -ORDER.index(row.model)):
            if row.before is None and (standing := present[row.model, row.object_id]) is not None:
                record.delete(standing)
        change.undone_by = record.change
        change.save(update_fields=["undone_by"])
        Change.objects.filter(undone_by=change).update(undone_by=None)
        record.summarise(f"{change.verb}: {change.summary}"[:500])
    return record.change


def undo_together(*, user: User, changes: Iterable[Change], by: Actor, now: dt.datetime) -> list[Change]:
    """Undo several changes, newest first, or none of them."""
    with transaction.atomic():
        ordered = sorted(changes, key=lambda change: -change.pk)
        return [undo(user=user, change=change, by=by, now=now) for change in ordered]


def _present(row: ChangeRow) -> models.Model | None:
    return LEDGER_MODELS[row.model]._default_manager.filter(pk=row.object_id).first()


def _later(change: Change, rows: list[ChangeRow], present: dict[tuple[str, int], models.Model | None]) -> list[Change]:
    """The changes made since that wrote one of these rows, or hung something on one that the undo takes away."""
    touched: set[tuple[str, int]] = set()
    for row in rows:
        standing = present[row.model, row.object_id]
        if (snapshot(standing) if standing else None) != row.after:
            touched.add((row.model, row.object_id))
        if row.before is None and standing is not None:
            own = {(other.model, other.object_id) for other in rows}
            touched |= set(_hanging_on(standing)) - own
    found: set[int] = set()
    for model, pk in touched:
        later = ChangeRow.objects.filter(model=model, object_id=pk, change__gt=change.pk, change__undone_by=None)
        found |= set(
            later.exclude(change__verb="undo", change__undoes__isnull=False).values_list("change_id", flat=True)
        )
    if touched and not found:
        found = set(
            ChangeRow.objects.filter(
                model__in={model for model, _ in touched}, object_id__in={pk for _, pk in touched}, change__gt=change.pk
            ).values_list("change_id", flat=True)
        )
    return list(Change.objects.filter(pk__in=found).order_by("-pk"))


def _hanging_on(row: models.Model) -> Iterable[tuple[str, int]]:
    """The ledger rows that refer to `row` and would be lost or emptied with it."""
    for name, model in LEDGER_MODELS.items():
        for column in model._meta.concrete_fields:
            if isinstance(column, models.ForeignKey) and column.related_model is type(row):
                for pk in model._default_manager.filter(**{column.name: row}).values_list("pk", flat=True):
                    yield name, pk


def _put_back(record: Recording, row: ChangeRow, standing: models.Model | None) -> None:
    model = LEDGER_MODELS[row.model]
    before = row.before or {}
    values: dict[str, Any] = {}
    for column in model._meta.concrete_fields:
        if column.attname in before:
            value = before[column.attname]
            values[column.attname] = column.to_python(value) if isinstance(column, models.DateTimeField) else value
    if standing is None:
        record.create(model(**values))
        return
    values.pop(model._meta.pk.attname)
    now_stands = {name: getattr(standing, name) for name in values}
    record.update(standing, **{name: value for name, value in values.items() if now_stands[name] != value})
