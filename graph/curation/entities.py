"""Entities: created, edited and deleted by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from graph.curation import facts
from graph.curation.candidates import Name
from graph.curation.names import BadName, EntityNotFound, checked_name, new_entity
from graph.curation.recorder import Actor, Recording, recording
from graph.models import Change, Entity, EntityAlias, Fact, User
from graph.naming import clean, normalise


class SelfIsKept(ValueError):
    """The entity that stands for the user can be renamed, not deleted or merged away."""


class ExternalIdTaken(ValueError):
    """Another entity has this identifier."""


def find(user: User, pk: int) -> Entity:
    """A standing entity of the user. Raises EntityNotFound."""
    entity = Entity.objects.for_user(user).standing().filter(pk=pk).first()
    if entity is None:
        raise EntityNotFound(f"There is no entity {pk}.")
    return entity


def create(
    *,
    user: User,
    name: str,
    type: str = "concept",
    aliases: Iterable[str] = (),
    properties: Mapping[str, Any] | None = None,
    external_ids: Mapping[str, str] | None = None,
    description: str = "",
    by: Actor,
    now: dt.datetime,
) -> Entity:
    """Always a new entity, even beside one of the same name. Raises BadName or ExternalIdTaken."""
    with recording(user=user, by=by, verb="create", now=now) as record:
        entity = new_entity(record, user, Name(name, type), properties=dict(properties or {}), description=description)
        _set_aliases(record, entity, aliases)
        _set_external_ids(record, entity, external_ids or {})
        record.summarise(entity.name[:200])
    return entity


def edit(
    *,
    user: User,
    entity_id: int,
    by: Actor,
    now: dt.datetime,
    reason: str = "",
    name: str | None = None,
    aliases: Iterable[str] | None = None,
    external_ids: Mapping[str, str] | None = None,
    **columns: Any,
) -> Entity:
    """Change an entity; what is None stays. A former name is kept as an alias. Raises BadName or ExternalIdTaken."""
    with recording(user=user, by=by, verb="edit", reason=reason, now=now) as record:
        entity = find(user, entity_id)
        changed = {key: value for key, value in columns.items() if value is not None and getattr(entity, key) != value}
        if changed:
            record.update(entity, **changed)
        if aliases is not None:
            _set_aliases(record, entity, aliases)
        if name is not None and checked_name(name) != entity.name:
            rename(record, entity, checked_name(name))
        if external_ids is not None:
            _set_external_ids(record, entity, external_ids)
        record.summarise(entity.name[:200])
    return entity


def rename(record: Recording, entity: Entity, name: str) -> None:
    """Give an entity another name; the former one is kept as an alias."""
    former = entity.name
    record.update(entity, name=name)
    row = entity.aliases.get(kind=EntityAlias.Kind.NAME)
    record.update(row, text=name, normalised=normalise(name))
    for alias in entity.aliases.filter(kind=EntityAlias.Kind.ALIAS, normalised=normalise(name)):
        record.delete(alias)
    if normalise(former) != normalise(name):
        add_alias(record, entity, former)


def add_alias(record: Recording, entity: Entity, text: str) -> None:
    """Give an entity another name, unless it goes by it already."""
    key = normalise(text)
    if key and not entity.aliases.exclude(kind=EntityAlias.Kind.EXTERNAL).filter(normalised=key).exists():
        record.create(EntityAlias(user_id=entity.user_id, entity=entity, text=clean(text), normalised=key))


def _set_aliases(record: Recording, entity: Entity, aliases: Iterable[str]) -> None:
    wanted = {normalise(text): checked_name(text) for text in aliases}
    for row in entity.aliases.filter(kind=EntityAlias.Kind.ALIAS):
        if row.normalised not in wanted:
            record.delete(row)
    for text in wanted.values():
        add_alias(record, entity, text)


def _set_external_ids(record: Recording, entity: Entity, external_ids: Mapping[str, str]) -> None:
    for row in entity.aliases.filter(kind=EntityAlias.Kind.EXTERNAL):
        if external_ids.get(row.scheme) != row.text:
            record.delete(row)
    for scheme, text in external_ids.items():
        if not scheme.strip() or not str(text).strip():
            raise BadName("An external id needs a scheme and an identifier.")
        others = EntityAlias.objects.for_user(entity.user_id).filter(
            kind=EntityAlias.Kind.EXTERNAL, scheme=scheme, text=text
        )
        if others.exclude(entity=entity).exists():
            raise ExternalIdTaken(f"{scheme}:{text} belongs to another entity.")
        if not others.exists():
            record.create(
                EntityAlias(
                    user_id=entity.user_id,
                    entity=entity,
                    kind=EntityAlias.Kind.EXTERNAL,
                    scheme=scheme,
                    text=text,
                    normalised=normalise(text),
                )
            )


def delete(*, user: User, entity_id: int, by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Delete an entity with its names, facts and mentions; undo brings all back. Raises SelfIsKept."""
    with recording(user=user, by=by, verb="delete", reason=reason, now=now) as record:
        entity = find(user, entity_id)
        if entity.is_self:
            raise SelfIsKept("The entry that stands for you can be renamed, not deleted.")
        record.summarise(entity.name[:200])
        absorbed = list(entity.absorbed.all())
        gone = [entity, *absorbed]
        facts.delete_rows(record, list(Fact.objects.filter(Q(subject__in=gone) | Q(object__in=gone))))
        for row in gone:
            record.delete(*row.mentions.all(), *row.aliases.all())
        record.delete(*absorbed, entity)
    return record.change
