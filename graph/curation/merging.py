"""Two entries that are one become one; one that is two becomes two. Both can be undone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db.models import Q

from graph.curation import conflicts, entities
from graph.curation.candidates import Name
from graph.curation.entities import SelfIsKept
from graph.curation.facts import FactNotFound
from graph.curation.names import new_entity
from graph.curation.recorder import Actor, Recording, recording
from graph.curation.restating import restate
from graph.curation.writing import Key
from graph.models import Change, Entity, EntityAlias, Evidence, Fact, User
from graph.predicates import registry


class NothingToMerge(ValueError):
    """A merge needs at least one entity besides the one that is kept."""


class NotItsOwn(ValueError):
    """A fact or alias named for a split does not belong to the entity."""


def merge(*, user: User, keep: int, absorb: Sequence[int], by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Move everything of `absorb` to `keep`: names become aliases, facts are re-pointed, doubles become history.

    Raises EntityNotFound, NothingToMerge or SelfIsKept.
    """
    with recording(user=user, by=by, verb="merge", reason=reason, now=now) as record:
        kept = entities.find(user, keep)
        others = [entities.find(user, pk) for pk in dict.fromkeys(absorb) if pk != keep]
        if not others:
            raise NothingToMerge("Name at least one other entity to merge.")
        for other in others:
            if other.is_self:
                raise SelfIsKept("The entry that stands for you cannot be merged away; keep it and absorb the other.")
            _absorb(record, kept, other)
        record.summarise(f"{kept.name[:120]} ← {', '.join(other.name[:60] for other in others)}")
        from_either_end = [name for name, one in registry(user.pk).items() if one.symmetric and one.functional]
        held = Q(subject=kept) | Q(object=kept, predicate__in=from_either_end)
        speaking = list(Fact.objects.active().filter(held).order_by("pk"))
        conflicts.close_apart(record, user, speaking)
        conflicts.open_for(record, user, speaking)
    return record.change


def _absorb(record: Recording, kept: Entity, other: Entity) -> None:
    facts = Fact.objects.filter(Q(subject=other) | Q(object=other)).order_by("id")
    restate(record, [_speaking_of(fact, other, kept) for fact in facts], "merge")
    known = set(kept.mentions.values_list("chunk_id", flat=True))
    for mention in other.mentions.all():
        if mention.chunk_id in known:
            record.delete(mention)
        else:
            record.update(mention, entity=kept)
    for alias in other.aliases.all():
        if alias.kind == EntityAlias.Kind.EXTERNAL:
            record.update(alias, entity=kept)
        else:
            entities.add_alias(record, kept, alias.text)
            record.delete(alias)
    properties = {**other.properties, **kept.properties}
    if properties != kept.properties or (other.description and not kept.description):
        record.update(kept, properties=properties, description=kept.description or other.description)
    for earlier in other.absorbed.all():
        record.update(earlier, merged_into=kept)
    record.update(other, merged_into=kept)


def _speaking_of(fact: Fact, old: Entity, new: Entity) -> tuple[Fact, Key]:
    """The fact, and what it says when it speaks of `new`."""
    subject = new.pk if fact.subject_id == old.pk else fact.subject_id
    other = new.pk if fact.object_id == old.pk else fact.object_id
    return fact, (subject, fact.predicate, other, fact.value_key)


def split(
    *,
    user: User,
    entity_id: int,
    name: str,
    facts: Iterable[int] = (),
    aliases: Iterable[str] = (),
    by: Actor,
    now: dt.datetime,
    reason: str = "",
) -> tuple[Entity, Change]:
    """Move the named facts and aliases of an entity to a new one.

    Raises EntityNotFound, FactNotFound, NotItsOwn or BadName.
    """
    with recording(user=user, by=by, verb="split", reason=reason, now=now) as record:
        old = entities.find(user, entity_id)
        new = new_entity(record, user, Name(name, old.type))
        wanted = list(dict.fromkeys(facts))
        rows = Fact.objects.for_user(user).about(old).in_bulk(wanted)
        for pk in wanted:
            if pk not in rows:
                if not Fact.objects.for_user(user).filter(pk=pk).exists():
                    raise FactNotFound(f"There is no fact {pk}.")
                raise NotItsOwn(f"Fact {pk} is not about this entity.")
        restate(record, [_speaking_of(rows[pk], old, new) for pk in wanted], "merge")
        conflicts.close_apart(record, user, rows.values())
        conflicts.open_for(record, user, rows.values())
        for text in dict.fromkeys(aliases):
            alias = old.aliases.filter(kind=EntityAlias.Kind.ALIAS, text=text).first()
            if alias is None:
                raise NotItsOwn(f"“{text}” is not another name of this entity.")
            record.delete(alias)
            entities.add_alias(record, new, text)
        moved = Evidence.objects.filter(fact__in=wanted).exclude(chunk=None).values_list("chunk_id", flat=True)
        for mention in old.mentions.filter(chunk__in=set(moved)):
            if not Evidence.objects.filter(fact__in=Fact.objects.about(old), chunk=mention.chunk_id).exists():
                record.update(mention, entity=new)
        record.summarise(f"{old.name[:120]} → {new.name[:120]}")
    new.refresh_from_db(fields=["mention_count"])
    return new, record.change
