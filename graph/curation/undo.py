"""Undo: put every row of a change back as it was, unless a later change stands on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet

from graph.curation.recorder import LEDGER_MODELS, Actor, Recording, recording
from graph.curation.standing_on import Key, later, present_rows, writers
from graph.models import Change, ChangeRow, User
from graph.projections.subjects import batches

# Rows are put back parents first and taken away children first, so that no reference ever dangles.
ORDER = ("predicate", "entity", "alias", "fact", "evidence", "conflict")
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
    return undo_together(user=user, changes=[change], by=by, now=now, reason=reason)


def undo_together(*, user: User, changes: Iterable[Change], by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Undo several changes or none of them, as one change. Raises AlreadyUndone, Erased or LaterChanges.

    What was retracted and restored is undone without a row to put back: that is a change as well.
    """
    with recording(user=user, by=by, verb="undo", reason=reason, now=now, even_empty=True) as record:
        chosen = _locked(changes)
        if any(change.undone_by_id is not None for change in chosen):
            raise AlreadyUndone("This change has been undone already.")
        rows = rows_of(chosen)
        if any(change.verb == "erase" for change in chosen) or any(row.before is row.after is None for row in rows):
            raise Erased("What this change wrote was erased, so it cannot be undone.")
        present = present_rows(rows)
        if blocking := later(rows, present):
            raise LaterChanges(blocking)
        try:
            with transaction.atomic():
                _restore(record, rows, present)
        except IntegrityError:
            if taken := _taken_since(user, rows):
                raise LaterChanges(taken) from None
            raise
        ids = [change.pk for change in chosen]
        for batch in batches(ids):
            Change.objects.filter(pk__in=batch).update(undone_by=record.change)
            Change.objects.filter(undone_by__in=batch).update(undone_by=None)
        told = f"{chosen[0].verb}: {chosen[0].summary}" if len(chosen) == 1 else f"{len(chosen):,} changes"
        record.summarise(told[:500])
    return record.change


def rows_of(changes: Iterable[Change]) -> list[ChangeRow]:
    """What the changes wrote, in the order in which they did."""
    found: list[ChangeRow] = []
    for batch in batches([change.pk for change in changes]):
        found += ChangeRow.objects.filter(change__in=batch).order_by("change", "id")
    return found


def _locked(changes: Iterable[Change]) -> list[Change]:
    found: list[Change] = []
    for batch in batches({change.pk for change in changes}):
        found += Change.objects.select_for_update().filter(pk__in=batch).order_by("pk")
    return found


def _restore(record: Recording, rows: Sequence[ChangeRow], present: dict[Key, models.Model | None]) -> None:
    """Change by change, the newest first; what several made in a row is taken away together."""
    made: list[ChangeRow] = []
    for _, group in groupby(reversed(rows), key=lambda row: row.change_id):
        written = list(group)
        altered = sorted((row for row in written if row.before is not None), key=lambda row: ORDER.index(row.model))
        if altered:
            _take_away(record, made, present)
            made = []
        _put_back(record, altered, present)
        made += [row for row in written if row.before is None]
    _take_away(record, made, present)


def _take_away(record: Recording, made: Sequence[ChangeRow], present: dict[Key, models.Model | None]) -> None:
    for model in reversed(ORDER):
        keys = [(row.model, row.object_id) for row in made if row.model == model]
        record.delete_many([standing for key in keys if (standing := present[key]) is not None])
        present.update(dict.fromkeys(keys))


def _taken_since(user: User, rows: Sequence[ChangeRow]) -> list[Change]:
    """The later changes by which another row stands where one is to be put back: the same fact was stated anew."""
    since: dict[Key, int] = {}
    for row in rows:
        columns = ONE_OF_A_KIND.get(row.model)
        if row.before is None or columns is None:
            continue
        same = {name: row.before[name] for name in columns}
        others = LEDGER_MODELS[row.model]._default_manager.filter(user_id=user.pk, **same).exclude(pk=row.object_id)
        since |= {(row.model, pk): row.change_id for pk in others.values_list("pk", flat=True)}
    found = writers(since, in_force=True) - {row.change_id for row in rows}
    return list(Change.objects.filter(pk__in=found).order_by("-pk"))


def _put_back(record: Recording, rows: Sequence[ChangeRow], present: dict[Key, models.Model | None]) -> None:
    """Each row as it was before; those that are gone are made again, many at a time."""
    again: list[models.Model] = []
    for row in rows:
        standing, values = present[row.model, row.object_id], _values(row)
        if standing is None:
            standing = present[row.model, row.object_id] = LEDGER_MODELS[row.model](**values)
            again.append(standing)
            continue
        record.create_many(again)
        again = []
        now_stands = {name: getattr(standing, name) for name in values}
        record.update(standing, **{name: value for name, value in values.items() if now_stands[name] != value})
    record.create_many(again)


def _values(row: ChangeRow) -> dict[str, Any]:
    """The columns that a ledger row had before, by attribute."""
    before, values = row.before or {}, {}
    for column in LEDGER_MODELS[row.model]._meta.concrete_fields:
        if column.attname in before:
            value = before[column.attname]
            values[column.attname] = column.to_python(value) if isinstance(column, models.DateTimeField) else value
    return values
