"""Which later changes stand on some: those that wrote the same rows, or hung something on one that they made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from django.db import models
from django.db.models import Q, QuerySet

from graph.curation.lost_passages import as_left
from graph.curation.recorder import LEDGER_MODELS, LEDGER_NAMES, snapshot
from graph.models import Change, ChangeRow, EntityAlias, Fact, User
from graph.projections.subjects import batches

Key = tuple[str, int]  # the ledger's name of a model, and the row's id
# Only one row at a time may have these columns, while a column has one of these values.
ONE_AT_A_TIME = [
    ("fact", ("subject_id", "predicate", "object_id", "value_key"), ("status", Fact.ACTIVE)),
    ("alias", ("entity_id", "normalised"), ("kind", (EntityAlias.Kind.ALIAS,))),
    ("alias", ("entity_id",), ("kind", (EntityAlias.Kind.NAME,))),
    ("alias", ("scheme", "text"), ("kind", (EntityAlias.Kind.EXTERNAL,))),
    ("predicate", ("name",), None),
]


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


def first_rows(rows: Iterable[ChangeRow]) -> dict[Key, ChangeRow]:
    """Of each row of the database the first that the changes wrote of it: what stood before any of them is in there."""
    first: dict[Key, ChangeRow] = {}
    for row in rows:
        first.setdefault((row.model, row.object_id), row)
    return first


def later(rows: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> list[Change]:
    """The changes made since that wrote one of these rows, or hung something on one that the undo takes away.

    Or that took away what a row refers to that comes back: the other entity of a deleted fact was deleted, or merged.

    `rows` are all that some changes wrote, in the order in which they did; these changes are not among the later ones.
    """
    written: dict[Key, list[ChangeRow]] = {}
    for row in rows:
        written.setdefault((row.model, row.object_id), []).append(row)
    first = first_rows(rows)
    altered: dict[Key, int] = {}  # the change after which something else wrote the row
    for key, steps in written.items():
        standing = present[key]
        states = [*(step.before for step in steps[1:]), snapshot(standing) if standing else None]
        broken = (step.change_id for step, state in zip(steps, states, strict=True) if not as_left(step, state))
        if (change := next(broken, None)) is not None:
            altered[key] = change
    made = {key: row.change_id for key, row in first.items() if row.before is None}
    stand = {key: change for key, change in made.items() if present[key] is not None}
    hanging = {key: change for key, change in _hanging_on(stand).items() if key not in written}
    hanging |= _hanging_again(first.values(), made)
    ground = _lost_ground(first)
    own = {row.change_id for row in rows}
    # Two that cancel each other out stand on it as well, retracted and restored: neither could be undone alone then.
    found = writers({key: row.change_id for key, row in first.items()} | hanging | ground, own)
    return list(Change.objects.filter(pk__in=found or last_writers(altered | hanging | ground, own)).order_by("-pk"))


def in_the_way(user: User, rows: Sequence[ChangeRow]) -> list[Change]:
    """The changes since by which another row stands, or would stand again, where an undo is to put one back.

    The same fact was stated anew, say. Of what stands there by an undo alone, it is that undo.
    """
    first = first_rows(rows)
    since: dict[Key, int] = {}
    for name, columns, while_ in ONE_AT_A_TIME:
        again: dict[tuple, list[Key]] = {}  # what comes back, by its place
        for key, row in first.items():
            if row.model == name and row.before and (while_ is None or row.before[while_[0]] in while_[1]):
                again.setdefault(tuple(row.before[column] for column in columns), []).append(key)
        held = LEDGER_MODELS[name]._default_manager.filter(user_id=user.pk)
        if while_ is not None:
            held = held.filter(**{f"{while_[0]}__in": while_[1]})
        for place, keys in again.items():
            there = held.filter(**dict(zip(columns, place, strict=True))).values_list("pk", flat=True)
            others = {(name, pk) for pk in there} - first.keys() | set(keys)
            for key in keys:
                since |= dict.fromkeys(others - {key}, first[key].change_id)
    own = {row.change_id for row in rows}
    return list(Change.objects.filter(pk__in=writers(since, own) or last_writers(since, own)).order_by("-pk"))


def writers(since: Mapping[Key, int], own: Collection[int]) -> set[int]:
    """The changes, but for one's `own`, that wrote one of these rows after the change given for it.

    Those alone that were not undone, and no undo of such, which is one with what it undid.
    """
    no_undo = ~Q(change__verb="undo") | Q(change__undoes=None)
    return {change for _, change in _wrote(since, ChangeRow.objects.filter(no_undo)) if change not in own}


def last_writers(since: Mapping[Key, int], own: Collection[int]) -> set[int]:
    """Of each row the last change that wrote it, of those that were not undone: an undo, where nothing else did."""
    last: dict[Key, int] = {}
    for key, change in _wrote(since, ChangeRow.objects.all()):
        if change not in own:
            last[key] = max(change, last.get(key, 0))
    return set(last.values())


def _wrote(since: Mapping[Key, int], among: QuerySet[ChangeRow]) -> Iterator[tuple[Key, int]]:
    """Each row with a change that wrote it after the one given for it and was not undone."""
    by_model: dict[str, list[int]] = {}
    for model, pk in since:
        by_model.setdefault(model, []).append(pk)
    for model, ids in by_model.items():
        for batch in batches(ids):
            rows = among.filter(model=model, object_id__in=batch, change__undone_by=None)
            for pk, change in rows.values_list("object_id", "change_id").distinct():
                if change > since[model, pk]:
                    yield (model, pk), change


def _hanging_on(made: Mapping[Key, int]) -> dict[Key, int]:
    """The ledger rows that would be lost or emptied with those made, each with the earliest change it hangs on."""
    found: dict[Key, int] = {}
    wanted: dict[str, list[int]] = {}
    for name, pk in made:
        wanted.setdefault(name, []).append(pk)
    for name, model in LEDGER_MODELS.items():
        for column, of in _references(model):
            for batch in batches(wanted.get(of, ())):
                referring = model._default_manager.filter(**{f"{column}__in": batch})
                for pk, target in referring.values_list("pk", column):
                    found[name, pk] = min(made[of, target], found.get((name, pk), made[of, target]))
    return found


def _hanging_again(first: Iterable[ChangeRow], made: Mapping[Key, int]) -> dict[Key, int]:
    """The same of the rows that the undo itself puts back: a deleted fact comes back, its entity goes.

    `first` has the first row that the changes wrote of each.
    """
    found: dict[Key, int] = {}
    for row in first:
        if row.before is None:
            continue
        for column, of in _references(LEDGER_MODELS[row.model]):
            if (change := made.get((of, row.before.get(column)))) is not None:
                key = (row.model, row.object_id)
                found[key] = min(change, found.get(key, change))
    return found


def _lost_ground(first: Mapping[Key, ChangeRow]) -> dict[Key, int]:
    """What the rows that come back refer to and stands no longer, or was merged away, with the change to be undone.

    What these changes wrote themselves comes back as it was.
    """
    references = {name: _references(model) for name, model in LEDGER_MODELS.items()}
    wanted: dict[str, dict[int, int]] = {}
    for row in first.values():
        for column, of in references[row.model]:
            pk = row.before.get(column) if row.before else None
            if pk is not None and (of, pk) not in first:
                changes = wanted.setdefault(of, {})
                changes[pk] = min(row.change_id, changes.get(pk, row.change_id))
    found: dict[Key, int] = {}
    for of, changes in wanted.items():
        for batch in batches(changes):
            rows = LEDGER_MODELS[of]._default_manager.filter(pk__in=batch)
            standing = set((rows.filter(merged_into=None) if of == "entity" else rows).values_list("pk", flat=True))
            found |= {(of, pk): changes[pk] for pk in batch if pk not in standing}
    return found


def _references(model: type[models.Model]) -> list[tuple[str, str]]:
    """The columns of a model that refer to rows of the ledger, each with the ledger's name for what it refers to."""
    return [
        (column.attname, LEDGER_NAMES[column.related_model])
        for column in model._meta.concrete_fields
        if isinstance(column, models.ForeignKey) and column.related_model in LEDGER_NAMES
    ]
