"""Things that a file describes: made where they are unknown, and else given what they lack, never overwritten."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from graph.counted import counted
from graph.curation.candidates import Name
from graph.curation.entities import add_alias, rename
from graph.curation.names import AmbiguousName, Resolver, give_kind
from graph.curation.recorder import Actor, Recording, recording
from graph.models import Change, ChangeRow, Entity, EntityAlias, User
from graph.naming import SELF_WORDS, clean, normalise


class Described(Protocol):
    """What is told of a thing."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def properties(self) -> Mapping[str, Any]: ...
    @property
    def external_ids(self) -> Mapping[str, str]: ...
    @property
    def description(self) -> str: ...
    @property
    def is_called_anew(self) -> bool: ...


def complete(
    *, user: User, things: Sequence[Described], by: Actor, now: dt.datetime, run: str = ""
) -> list[bool | ValueError]:
    """For each thing whether it is new, or why it was refused; all in one change."""
    if not things:
        return []
    results: list[bool | ValueError] = []
    with recording(user=user, by=by, verb="import", run=run, now=now) as record:
        resolver = Resolver(record, user)
        resolver.prepare(Name(thing.name, thing.type) for thing in things)
        for thing in things:
            try:
                results.append(_complete(record, resolver, user, thing))
            except ValueError as refusal:
                results.append(refusal)
        record.summarise(counted(sum(one is True for one in results), "entry", "entries"))
    return results


def _complete(record: Recording, resolver: Resolver, user: User, thing: Described) -> bool:
    """Whether it was made. Raises BadName or AmbiguousName."""
    external = EntityAlias.objects.for_user(user).filter(kind=EntityAlias.Kind.EXTERNAL)
    known: set[int] = set()
    for scheme, text in thing.external_ids.items():
        known |= set(external.filter(scheme=scheme, text=text).values_list("entity_id", flat=True))
    if len(known) > 1:
        raise AmbiguousName(thing.name, sorted(known))
    name = Name(thing.name, thing.type)
    entity = Entity.objects.get(pk=min(known)) if known else resolver.find(name)
    is_new = entity is None
    if entity is None:
        resolver.create_missing([name])
        entity = resolver.find(name)
    assert entity is not None
    give_kind(record, entity, thing.type)
    if known and thing.is_called_anew and _may_rename(entity, thing):
        rename(record, entity, clean(thing.name))
    for alias in (*thing.aliases, thing.name):
        if normalise(alias) not in {normalise(entity.name), *SELF_WORDS}:
            add_alias(record, entity, alias[:2000])
    for scheme, text in thing.external_ids.items():
        if not external.filter(scheme=scheme, text=text).exists():
            row = EntityAlias(user=user, entity=entity, kind=EntityAlias.Kind.EXTERNAL, scheme=scheme[:64], text=text)
            row.normalised = normalise(text)
            record.create(row)
    missing = {key: value for key, value in thing.properties.items() if key not in entity.properties}
    if missing:
        record.update(entity, properties={**entity.properties, **missing})
    if thing.description and not entity.description:
        record.update(entity, description=thing.description)
    return is_new


def _may_rename(entity: Entity, thing: Described) -> bool:
    """Whether it has the name that an import gave it, which is of this thing alone."""
    if normalise(entity.name) == normalise(thing.name):
        return False
    ids = entity.aliases.filter(kind=EntityAlias.Kind.EXTERNAL, scheme__in=list(thing.external_ids))
    changes = ChangeRow.objects.filter(model="entity", object_id=entity.pk)
    return ids.count() == 1 and not changes.exclude(change__actor=Change.Actor.IMPORT).exists()
