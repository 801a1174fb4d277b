"""Undo: put every row of a change back as it was, unless a later change stands on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet

from graph.curation.recorder import LEDGER_MODELS, LEDGER_NAMES, Actor, Recording, recording, snapshot
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
    return undo_together(user=user, changes=[change], by=by, now=now, reason=reason)


def undo_together(*, user: User, changes: Iterable[Change], by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Undo several changes or none of them, as one change. Raises AlreadyUndone, Erased or LaterChanges."""
    with recording(user=user, by=by, verb="undo", reason=reason, now=now) as record:
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
    found: set[int] = set()
    for row in rows:
        columns = ONE_OF_A_KIND.get(row.model)
        if row.before is None or columns is None:
            continue
        same = {name: row.before[name] for name in columns}
        others = LEDGER_MODELS[row.model]._default_manager.filter(user_id=user.pk, **same).exclude(pk=row.object_id)
        written = ChangeRow.objects.filter(model=row.model, object_id__in=others.values("pk"), change__gt=row.change_id)
        found |= set(written.filter(change__undone_by=None).values_list("change_id", flat=True))
    return list(Change.objects.filter(pk__in=found - {row.change_id for row in rows}).order_by("-pk"))


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


def later(rows: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> list[Change]:
    """The changes made since that wrote one of these rows, or hung something on one that the undo takes away.

    `rows` are all that some changes wrote, in the order in which they did; these changes are not among the later ones.
    """
    written: dict[Key, list[ChangeRow]] = {}
    for row in rows:
        written.setdefault((row.model, row.object_id), []).append(row)
    since: dict[Key, int] = {}  # the change after which something else wrote the row
    made: dict[Key, int] = {}  # the change by which a row that stands came to be
    for key, steps in written.items():
        standing = present[key]
        states = [*(step.before for step in steps[1:]), snapshot(standing) if standing else None]
        broken = (step.change_id for step, state in zip(steps, states, strict=True) if step.after != state)
        if (change := next(broken, None)) is not None:
            since[key] = change
        if steps[0].before is None and standing is not None:
            made[key] = steps[0].change_id
    since |= {key: change for key, change in _hanging_on(made).items() if key not in written}
    found: set[int] = set()
    undone: set[int] = set()
    by_model: dict[str, list[int]] = {}
    for model, pk in since:
        by_model.setdefault(model, []).append(pk)
    for model, ids in by_model.items():
        for batch in batches(ids):
            wrote = ChangeRow.objects.filter(model=model, object_id__in=batch)
            undone |= _after(wrote, model, since)
            counted = wrote.filter(change__undone_by=None).exclude(change__verb="undo", change__undoes__isnull=False)
            found |= _after(counted, model, since)
    own = {row.change_id for row in rows}
    return list(Change.objects.filter(pk__in=(found - own) or (undone - own)).order_by("-pk"))


def _after(wrote: QuerySet, model: str, since: Mapping[Key, int]) -> set[int]:
    """The changes among those that wrote rows of a model after what was known of these rows."""
    return {change for pk, change in wrote.values_list("object_id", "change_id") if change > since[model, pk]}


def _hanging_on(made: Mapping[Key, int]) -> dict[Key, int]:
    """The ledger rows that would be lost or emptied with those made, each with the earliest change it hangs on."""
    found: dict[Key, int] = {}
    by_type: dict[type[models.Model], list[int]] = {}
    for name, pk in made:
        by_type.setdefault(LEDGER_MODELS[name], []).append(pk)
    for name, model in LEDGER_MODELS.items():
        for column in model._meta.concrete_fields:
            if isinstance(column, models.ForeignKey) and column.related_model in by_type:
                of = LEDGER_NAMES[column.related_model]
                for batch in batches(by_type[column.related_model]):
                    referring = model._default_manager.filter(**{f"{column.name}__in": batch})
                    for pk, target in referring.values_list("pk", column.attname):
                        found[name, pk] = min(made[of, target], found.get((name, pk), made[of, target]))
    return found


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
