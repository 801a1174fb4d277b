"""Single rows without a verb of their own (evidence, predicates), written with a ledger entry like everything else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import models

from graph.curation.recorder import Actor, recording
from graph.models import Change, User


def save(*, user: User, rows: Sequence[models.Model], by: Actor, now: dt.datetime) -> Change:
    """Insert new rows and update standing ones with the columns that differ, in one change."""
    with recording(user=user, by=by, verb="edit", now=now) as record:
        for row in rows:
            standing = type(row)._default_manager.filter(pk=row.pk).first() if row.pk else None
            if standing is None:
                record.create(row)
                continue
            names = [column.attname for column in row._meta.concrete_fields if not column.primary_key]
            changed = {name: getattr(row, name) for name in names if getattr(row, name) != getattr(standing, name)}
            record.update(standing, **changed)
    return record.change


def delete(*, user: User, rows: Iterable[models.Model], by: Actor, now: dt.datetime) -> Change:
    """Delete rows that nothing hangs on, in one change."""
    with recording(user=user, by=by, verb="delete", now=now) as record:
        record.delete(*rows)
    return record.change
