"""A native file read back: the same rows with the same ids where they are free, and as nothing new where they stand."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from django.core.exceptions import ValidationError
from django.db import models, transaction

from graph.curation import restoring
from graph.curation.names import self_entity
from graph.exchange.native_ids import given
from graph.exchange.native_lines import Line, read
from graph.exchange.native_write import SET, typed
from graph.exchange.parts import PARTS, Part, Row
from graph.models import EntityAlias, Fact, User, UserSettings
from graph.preferences.shape import BadSettings, checked

UNKEPT = (ValidationError, TypeError, KeyError, AttributeError, ValueError)  # what a row that cannot be kept raises


@dataclass(slots=True)
class Restored:
    """How many rows of each kind were written, how many stood, and the refused ones: line of the file and reason."""

    written: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    standing: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)


def restore(*, user: User, stream: BinaryIO, now: dt.datetime, beat: Callable[[], None], dry_run: bool) -> Restored:
    """Write everything of the file that is not there yet; with `dry_run` only count. An interrupted one wrote nothing.

    Raises NotNative or NewerVersion.
    """
    done = Restored()
    head, lines = read(stream, done.refused)
    with transaction.atomic():
        _settings(user, head, done)
        ids: dict[str, dict[Any, Any]] = {part.kind: {} for part in PARTS}
        me = self_entity(user, now).pk
        fresh = {part.kind: _known(part, user, lines.get(part.kind, []), ids, done, me) for part in PARTS}
        beat()
        gone: dict[str, set[Any]] = defaultdict(set)
        for part in PARTS:
            _write(part, user, fresh[part.kind], ids, gone, done, me)
            beat()
        restoring.finish(user=user, written=done.written, kinds=[part.model for part in PARTS], now=now)
        if dry_run:
            transaction.set_rollback(True)
    return done


def _settings(user: User, head: Row, done: Restored) -> None:
    """Those of the file, where the person has set none."""
    kept, _ = UserSettings.objects.get_or_create(user=user)
    settings = head.get("settings")
    given: Row = settings if isinstance(settings, dict) else {}
    for name in SET:
        if (
            name in given
            and isinstance(given[name], type(getattr(kept, name)))
            and not (isinstance(given[name], dict) and getattr(kept, name))
        ):
            setattr(kept, name, given[name])
    try:
        checked("retrieval", kept.retrieval)
    except BadSettings as wrong:
        kept.retrieval = {}
        done.refused.append((1, f"The retrieval settings cannot be kept: {wrong}"[:300]))
    kept.save(update_fields=list(SET))


def _known(
    part: Part, user: User, lines: list[Line], ids: dict[str, dict[Any, Any]], done: Restored, me: int
) -> list[Line]:
    """Give every row its id here; returns those that must be written. Their links stay as the file has them."""
    standing = _standing(part, user)
    columns = {one.attname: one for one in part.columns}
    free = given(part.model, [line.row.get("id") for line in lines])
    fresh = []
    for line in lines:
        row = line.row
        try:
            if part.mend is not None and not part.late:
                part.mend(row, ids)
            linked = {name: ids[kind].get(row.get(name), row.get(name)) for name, kind in part.links.items()}
            known = {name: typed(column, row.get(name)) for name, column in columns.items() if name not in linked}
            keys = _keys(part, {**known, **linked})
        except UNKEPT as error:
            done.refused.append((line.place, _why(error)))
            continue
        old = row.get("id")
        same = next((standing[key] for key in keys if standing.get(key)), None)
        if row.get("is_self") is True:
            ids[part.kind].setdefault(old, me)
            done.standing += 1
        elif same:
            ids[part.kind].setdefault(old, same.pop(0) if len(same) > 1 else same[0])
            done.standing += 1
        else:
            line.pk = next(free)(old)
            ids[part.kind].setdefault(old, line.pk)
            fresh.append(line)
    return fresh


def _standing(part: Part, user: User) -> dict[tuple, list[Any]]:
    """The person's rows by what they are known by."""
    found: dict[tuple, list[Any]] = defaultdict(list)
    names = [*part.key, *(["status"] if part.model is Fact else [])]
    rows = part.model._default_manager.filter(**{part.owner: user}).order_by("pk")
    for pk, *values in rows.values_list("pk", *names):
        for key in _keys(part, dict(zip(names, values, strict=True))):
            found[key].append(pk)
    return found


def _keys(part: Part, row: Row) -> list[tuple]:
    """What a row is known by; an active fact also by what it says, because that can stand only once."""
    keys = [tuple(row.get(name) for name in part.key)]
    if part.model is Fact and row.get("status") in Fact.ACTIVE:
        keys.append(("active", *keys[0][:-1]))
    return keys


def _write(
    part: Part,
    user: User,
    lines: list[Line],
    ids: dict[str, dict[Any, Any]],
    gone: dict[str, set[Any]],
    done: Restored,
    me: int,
) -> None:
    _whose_ids(part, user, lines, ids, gone, me)
    made: list[tuple[Line, models.Model]] = []
    for line in lines:
        try:
            made.append((line, _row(part, user, line, ids, gone, me)))
        except UNKEPT as error:
            done.refused.append((line.place, _why(error)))
            gone[part.kind].add(line.pk)
    refused = restoring.insert([row for _, row in made])
    for place, (line, row) in enumerate(made):
        if place in refused:
            done.refused.append((line.place, refused[place]))
            gone[part.kind].add(row.pk)
        else:
            done.written[part.kind].append(row.pk)
    for name, kind in part.links.items():
        if kind == part.kind and gone[kind]:
            part.model._default_manager.filter(**{f"{name}__in": gone[kind]}).update(**{name: None})


def _whose_ids(
    part: Part,
    user: User,
    lines: list[Line],
    ids: dict[str, dict[Any, Any]],
    gone: dict[str, set[Any]],
    me: int,
) -> None:
    """Where several lines have one id, what points to it means the first that can be kept."""
    sharing: dict[Any, list[Line]] = defaultdict(list)
    for line in lines:
        sharing[line.row.get("id")].append(line)
    for old, several in sharing.items():
        if len(several) > 1 and any(ids[part.kind][old] == one.pk for one in several):
            kept = (one for one in several if _can_be_kept(part, user, one, ids, gone, me))
            ids[part.kind][old] = next(kept, several[0]).pk


def _can_be_kept(
    part: Part, user: User, line: Line, ids: dict[str, dict[Any, Any]], gone: dict[str, set[Any]], me: int
) -> bool:
    try:
        _row(part, user, replace(line, row=deepcopy(line.row)), ids, gone, me).validate_constraints()
    except UNKEPT:
        return False
    return True


def _row(
    part: Part, user: User, line: Line, ids: dict[str, dict[Any, Any]], gone: dict[str, set[Any]], me: int
) -> models.Model:
    """One row to be inserted. Raises ValidationError or ValueError for what cannot be kept."""
    row = line.row
    if part.mend is not None and part.late:
        part.mend(row, ids)
    values: Row = {}
    for column in part.columns:
        name = column.attname
        if name not in row:
            continue
        value = row[name]
        if name in part.people:
            value = user.pk if value is not None else None
        elif name in part.links and value is not None:
            value = ids[part.links[name]].get(value)
            if value in gone[part.links[name]]:
                value = None
            if value is None and not column.null:
                raise ValueError(f"It points to a {part.links[name]} that is not there.")
        else:
            value = typed(column, value)
        values[name] = value
    made = part.model(pk=line.pk, **values)
    if part.owner == "user":
        made.user_id = user.pk  # type: ignore[attr-defined]
    if isinstance(made, EntityAlias) and made.kind == EntityAlias.Kind.NAME and made.entity_id == me:
        made.kind = EntityAlias.Kind.ALIAS  # the importer keeps their name, and goes by this one too
    related = [one.name for one in part.model._meta.concrete_fields if one.is_relation]
    made.full_clean(exclude=related, validate_unique=False, validate_constraints=False)
    return made


def _why(error: Exception) -> str:
    """One sentence."""
    if isinstance(error, ValidationError):
        return "; ".join(error.messages)[:300]
    if isinstance(error, KeyError):
        return f"The field {error} is missing."
    return str(error)[:300]
