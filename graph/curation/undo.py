"""Undo: put every row of a change back as it was, unless a later change stands on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet

from graph.curation.recorder import LEDGER_MODELS, Actor, Recording, recording, snapshot
from graph.models import Change, ChangeRow, User
from graph.projections.subjects import batches

# Rows are put back parents first and taken away children first, so that no reference ever dangles.
ORDER = ("predicate", "entity", "alias", "fact", "evidence", "conflict")


Key = tuple[str, int]
# Of these columns only one row may stand at a time.
ONE_OF_A_KIND = {
    "fact": ("subject_id", "predicate", "object_id", "value_key"),
    "alias": ("normalised",),
    "predicate": ("name",),
}


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
        present = present_rows(rows)
        blocking = later(change, rows, present)
        if blocking:
            raise LaterChanges(blocking)
        try:
            with transaction.atomic():
                _restore(record, rows, present)
        except IntegrityError:
            if taken := _taken_since(user, change, rows):
                raise LaterChanges(taken) from None
            raise
        change.undone_by = record.change
        change.save(update_fields=["undone_by"])
        Change.objects.filter(undone_by=change).update(undone_by=None)
        record.summarise(f"{change.verb}: {change.summary}"[:500])
    return record.change


def _restore(record: Recording, rows: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> None:
    for row in sorted(rows, key=lambda row: ORDER.index(row.model)):
        if row.before is not None:
            _put_back(record, row, present[row.model, row.object_id])
    for model in reversed(ORDER):
        made = [present[row.model, row.object_id] for row in rows if row.model == model and row.before is None]
        record.delete_many([standing for standing in made if standing is not None])


def _taken_since(user: User, change: Change, rows: Sequence[ChangeRow]) -> list[Change]:
    """The later changes by which another row stands where one is to be put back: the same fact was stated anew."""
    found: set[int] = set()
    for row in rows:
        columns = ONE_OF_A_KIND.get(row.model)
        if row.before is None or columns is None:
            continue
        same = {name: row.before[name] for name in columns}
        others = LEDGER_MODELS[row.model]._default_manager.filter(user_id=user.pk, **same).exclude(pk=row.object_id)
        written = ChangeRow.objects.filter(model=row.model, object_id__in=others.values("pk"), change__gt=change.pk)
        found |= set(written.filter(change__undone_by=None).values_list("change_id", flat=True))
    return list(Change.objects.filter(pk__in=found).order_by("-pk"))


def undo_together(*, user: User, changes: Iterable[Change], by: Actor, now: dt.datetime) -> list[Change]:
    """Undo several changes, newest first, or none of them."""
    with transaction.atomic():
        ordered = sorted(changes, key=lambda change: -change.pk)
        return [undo(user=user, change=change, by=by, now=now) for change in ordered]


def present_rows(rows: Sequence[ChangeRow]) -> dict[Key, models.Model | None]:
    """The rows of the database that ledger rows speak of, None for those that are gone; one query a model and batch."""
    found: dict[Key, models.Model | None] = {(row.model, row.object_id): None for row in rows}
    wanted: dict[str, list[int]] = {}
    for model, pk in found:
        wanted.setdefault(model, []).append(pk)
    for model, ids in wanted.items():
        for batch in batches(ids):
            found |= {(model, row.pk): row for row in LEDGER_MODELS[model]._default_manager.filter(pk__in=batch)}
    return found


def later(change: Change, rows: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> list[Change]:
    """The changes made since that wrote one of these rows, or hung something on one that the undo takes away."""
    touched: set[Key] = set()
    made: list[models.Model] = []
    for row in rows:
        standing = present[row.model, row.object_id]
        if (snapshot(standing) if standing else None) != row.after:
            touched.add((row.model, row.object_id))
        if row.before is None and standing is not None:
            made.append(standing)
    touched |= _hanging_on(made) - set(present)
    by_model: dict[str, list[int]] = {}
    for model, pk in sorted(touched):
        by_model.setdefault(model, []).append(pk)
    found: set[int] = set()
    undone: set[int] = set()
    for model, ids in by_model.items():
        for batch in batches(ids):
            written = ChangeRow.objects.filter(model=model, object_id__in=batch, change__gt=change.pk)
            undone |= set(written.values_list("change_id", flat=True))
            standing_ones = written.filter(change__undone_by=None)
            counted = standing_ones.exclude(change__verb="undo", change__undoes__isnull=False)
            found |= set(counted.values_list("change_id", flat=True))
    return list(Change.objects.filter(pk__in=found or undone).order_by("-pk"))


def _hanging_on(rows: Sequence[models.Model]) -> set[Key]:
    """The ledger rows that refer to one of `rows` and would be lost or emptied with it."""
    found: set[Key] = set()
    by_type: dict[type[models.Model], list[int]] = {}
    for row in rows:
        by_type.setdefault(type(row), []).append(int(row.pk))
    for name, model in LEDGER_MODELS.items():
        for column in model._meta.concrete_fields:
            if isinstance(column, models.ForeignKey) and column.related_model in by_type:
                for batch in batches(by_type[column.related_model]):
                    referring = model._default_manager.filter(**{f"{column.name}__in": batch})
                    found |= {(name, pk) for pk in referring.values_list("pk", flat=True)}
    return found


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
