"""Undo: put every row of a change back as it was, unless a later change stands on it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet

from graph.curation import asked_by_undo
from graph.curation.lost_passages import readable
from graph.curation.recorder import LEDGER_MODELS, Actor, Recording, recording
from graph.curation.relations import settle
from graph.curation.standing_on import Key, first_rows, in_the_way, later, present_rows
from graph.models import Change, ChangeRow, Fact, User
from graph.predicates import registry
from graph.projections.subjects import batches

# Rows are put back parents first and taken away children first, so that no reference ever dangles.
ORDER = ("predicate", "entity", "alias", "fact", "evidence", "conflict")
LEAVES = {"predicate", "alias", "evidence", "conflict"}  # nothing refers to these, so that those made can go first


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
        asked_by_undo.withdraw(record, first_rows(rows).values())
        present, before = present_rows(rows), registry(user.pk)
        if blocking := later(asked_by_undo.settled(rows, present), present):
            raise LaterChanges(blocking)
        try:
            with transaction.atomic():
                _restore(record, rows, present)
        except IntegrityError:
            if others := in_the_way(user, rows):
                raise LaterChanges(others) from None
            raise
        settle(record, user, sorted({name for row in rows for name in _predicate(row)}), before)
        asked_by_undo.ask_anew(record, user, rows)
        ids = [change.pk for change in chosen]
        for batch in batches(ids):
            Change.objects.filter(pk__in=batch).update(undone_by=record.change)
            Change.objects.filter(undone_by__in=batch).update(undone_by=None)
        told = f"{chosen[0].verb}: {chosen[0].summary}" if len(chosen) == 1 else f"{len(chosen):,} changes"
        record.summarise(told[:500])
    return record.change


def _predicate(row: ChangeRow) -> set[str]:
    """The name of the predicate that a ledger row is about."""
    return {state["name"] for state in (row.before, row.after) if state} if row.model == "predicate" else set()


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
    """Each row as it was before the first of the changes that wrote it; what they made goes."""
    first = first_rows(rows).values()
    back, unreadable = readable([row for row in first if row.before is not None])
    again = asked_by_undo.lost(record.change.user_id, back, present)
    present.update({(row.model, row.object_id): None for row in again})
    back = asked_by_undo.of_what_stands([*back, *again])
    back.sort(key=lambda row: ORDER.index(row.model))
    made = [row for row in first if row.before is None] + unreadable
    _take_away(record, [row for row in made if row.model in LEAVES], present)
    with _out_of_the_way(back, present):
        _put_back(record, back, present)
        _take_away(record, [row for row in made if row.model not in LEAVES], present)


@contextmanager
def _out_of_the_way(back: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> Iterator[None]:
    """Meanwhile the facts that the undo writes are no rivals of each other: one may come back to where another goes."""
    standing = {pk for (name, pk), row in present.items() if name == "fact" and row is not None}
    for batch in batches(standing):
        Fact.objects.filter(pk__in=batch).update(status=Fact.Status.RETRACTED)
    yield
    again: dict[str, set[int]] = {}
    for row in back:
        if row.model == "fact" and row.object_id in standing and row.before is not None:
            again.setdefault(row.before["status"], set()).add(row.object_id)
    for status, ids in again.items():
        for batch in batches(ids):
            Fact.objects.filter(pk__in=batch).update(status=status)


def _take_away(record: Recording, made: Sequence[ChangeRow], present: dict[Key, models.Model | None]) -> None:
    for model in reversed(ORDER):
        keys = [(row.model, row.object_id) for row in made if row.model == model]
        record.delete_many([standing for key in keys if (standing := present[key]) is not None])
        present.update(dict.fromkeys(keys))


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
