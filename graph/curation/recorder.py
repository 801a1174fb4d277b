"""The one way to write curated rows: a transaction that leaves a ledger entry and moves the version on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction

from graph import versions
from graph.curation import effects
from graph.models import Change, ChangeRow, Conflict, Entity, EntityAlias, Evidence, Fact, Predicate, Touch, User

LEDGER_MODELS: dict[str, type[models.Model]] = {
    "entity": Entity,
    "alias": EntityAlias,
    "fact": Fact,
    "evidence": Evidence,
    "predicate": Predicate,
    "conflict": Conflict,
}
LEDGER_NAMES = {model: name for name, model in LEDGER_MODELS.items()}

# Counters that use and background passes keep: not curated, so neither recorded nor restored.
VOLATILE = {
    "fact": {"used_count", "helpful_count", "unhelpful_count", "last_used"},
    "entity": {"mention_count", "last_mentioned", "importance", "community"},
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the kind of actor, and the person on whose behalf."""

    kind: str
    user: User

    @classmethod
    def person(cls, user: User) -> Actor:
        return cls(Change.Actor.USER, user)


def snapshot(row: models.Model) -> dict[str, Any]:
    """The curated columns of a row as JSON values."""
    skipped = VOLATILE.get(LEDGER_NAMES[type(row)], set())
    return {
        column.attname: _plain(getattr(row, column.attname))
        for column in row._meta.concrete_fields
        if column.attname not in skipped
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.datetime) else value


@dataclass(slots=True)
class Recording:
    """What one change has written so far; rows are keyed by model and id, the first `before` and last `after` kept."""

    change: Change
    now: dt.datetime
    before: dict[tuple[str, int], dict | None] = field(default_factory=dict)
    after: dict[tuple[str, int], dict | None] = field(default_factory=dict)

    def create(self, *rows: models.Model) -> None:
        """Insert rows (in bulk when several of one model), keeping an explicit primary key."""
        self.create_many(rows)

    def create_many(self, rows: Iterable[models.Model]) -> None:
        by_model: dict[type[models.Model], list[models.Model]] = {}
        for row in rows:
            by_model.setdefault(type(row), []).append(row)
        for model, group in by_model.items():
            model._default_manager.bulk_create(group, batch_size=500)
            for row in group:
                self._note(row, before=None, after=snapshot(row))

    def update(self, row: models.Model, **values: Any) -> None:
        """Set columns on a row and save just those."""
        before = snapshot(row)
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=list(values))
        self._note(row, before=before, after=snapshot(row))

    def update_many(self, changes: Sequence[tuple[models.Model, dict[str, Any]]]) -> None:
        """Set columns on rows of one model, each its own, in few statements."""
        by_columns: dict[tuple[str, ...], list[models.Model]] = {}
        for row, values in changes:
            before = snapshot(row)
            for name, value in values.items():
                setattr(row, name, value)
            by_columns.setdefault(tuple(values), []).append(row)
            self._note(row, before=before, after=snapshot(row))
        for columns, rows in by_columns.items():
            names = [type(rows[0])._meta.get_field(name.removesuffix("_id")).name for name in columns]
            type(rows[0])._default_manager.bulk_update(rows, names, batch_size=100)

    def delete(self, *rows: models.Model) -> None:
        """Delete rows one by one; what hangs on them must have been deleted through here before."""
        for row in rows:
            self._note(row, before=snapshot(row), after=None)
            row.delete()

    def delete_many(self, rows: Sequence[models.Model]) -> None:
        """Delete rows of one model in few statements; what hangs on them must have been deleted before."""
        for row in rows:
            self._note(row, before=snapshot(row), after=None)
        for start in range(0, len(rows), 500):
            batch = rows[start : start + 500]
            type(batch[0])._default_manager.filter(pk__in=[row.pk for row in batch]).delete()

    def summarise(self, summary: str) -> None:
        """Say in a few words what this change did."""
        Change.objects.filter(pk=self.change.pk).update(summary=summary)
        self.change.summary = summary

    def _note(self, row: models.Model, *, before: dict | None, after: dict | None) -> None:
        key = (LEDGER_NAMES[type(row)], int(row.pk))
        self.before.setdefault(key, before)
        self.after[key] = after

    def changed(self) -> list[tuple[str, int, dict | None, dict | None]]:
        """Every row that is not as it was: (model, id, before, after)."""
        return [(*key, self.before[key], after) for key, after in self.after.items() if self.before[key] != after]


@contextmanager
def recording(
    *, user: User, by: Actor, verb: str, now: dt.datetime, reason: str = "", run: str = "", even_empty: bool = False
) -> Iterator[Recording]:
    """Write inside: one transaction, one ledger entry, one new version, projections told.

    A change that wrote nothing leaves no entry, and its `change.pk` is None afterwards, unless it is kept `even_empty`.
    """
    with transaction.atomic():
        change = Change.objects.create(user=user, actor=by.kind, by=by.user, verb=verb, reason=reason, run=run, at=now)
        record = Recording(change, now)
        yield record
        rows = record.changed()
        if not rows:
            if not even_empty:
                change.delete()
            return
        ChangeRow.objects.bulk_create(
            [
                ChangeRow(change=change, model=model, object_id=pk, before=before, after=after)
                for model, pk, before, after in rows
            ],
            batch_size=500,
        )
        more = effects.apply(user_id=user.pk, change_id=change.pk, rows=rows, now=now)
        versions.bump(user.pk, [*touches(rows), *more])


def touches(rows: Sequence[tuple[str, int, dict | None, dict | None]]) -> Iterator[tuple[str, int]]:
    """Which rows and neighbourhoods a set of ledger rows touched."""
    for model, pk, before, after in rows:
        for state in (before, after):
            if state is None:
                continue
            match model:
                case "entity":
                    yield Touch.Kind.ENTITY, pk
                    yield Touch.Kind.EMBEDDING_ENTITY, pk
                    yield Touch.Kind.AROUND, pk
                case "alias":
                    yield Touch.Kind.ENTITY, state["entity_id"]
                    yield Touch.Kind.AROUND, state["entity_id"]
                case "fact":
                    yield Touch.Kind.FACT, pk
                    yield Touch.Kind.EMBEDDING_FACT, pk
                    yield Touch.Kind.AROUND, state["subject_id"]
                    if state["object_id"] is not None:
                        yield Touch.Kind.AROUND, state["object_id"]
                case "evidence" if state["fact_id"] is not None:
                    yield Touch.Kind.FACT, state["fact_id"]
                case "evidence" if state["entity_id"] is not None and state["chunk_id"] is not None:
                    yield Touch.Kind.CHUNK, state["chunk_id"]
