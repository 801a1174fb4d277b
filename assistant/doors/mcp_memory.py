"""The tools of the reference knowledge-graph memory server that read a person's graph and add to it.

An observation is a fact with the predicate `observation`. What a caller without the scope `write` states is staged.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from assistant.doors.mcp_inputs import (
    Added,
    Entities,
    Names,
    Nothing,
    Query,
    Relations,
)
from graph.api.caller import Caller
from graph.curation import entities, facts, names, taking_back
from graph.curation.candidates import Draft, Name
from graph.models import Entity, Fact
from graph.models.fact import FactQuerySet
from graph.naming import normalise
from graph.predicates import canonical

OBSERVATION = "observation"
AS_SAID = "relation_type"  # metadata: the relation as the caller wrote it, where it is kept otherwise


class Refused(ValueError):
    """The tool did nothing; the text says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool gives back: the object, what of it is told as text (the object itself if None), and remarks."""

    content: dict[str, Any]
    told: Any = None
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Node:
    name: str
    type: str
    observations: list[str] = field(default_factory=list)

    def says(self, wanted: str) -> bool:
        return any(wanted in text.lower() for text in (self.name, self.type, *self.observations))


def standing(who: Caller, now: dt.datetime) -> FactQuerySet:
    """What the nine tools read and delete: facts that stand, oldest first, but no proposal to forget one."""
    rows: FactQuerySet = Fact.objects.for_user(who.user).active()
    unexpired = rows.unexpired_at(now).exclude(predicate__in=taking_back.PREDICATES)
    return unexpired.select_related("subject", "object").order_by("pk")


def shown(fact: Fact) -> str:
    """A plain value as an observation."""
    return fact.value if fact.predicate == OBSERVATION else f"{fact.predicate}: {fact.value}"


def _relation(fact: Fact) -> str:
    said = str(fact.metadata.get(AS_SAID, ""))
    return said if said and canonical(said) == fact.predicate else fact.predicate


def _graph(who: Caller, now: dt.datetime) -> tuple[dict[int, _Node], list[Fact]]:
    """Everything that stands, oldest first; the person themself only when something is known of them."""
    rows = list(standing(who, now))
    known = {pk for fact in rows for pk in (fact.subject_id, fact.object_id)}
    found = Entity.objects.for_user(who.user).standing().order_by("pk")
    nodes = {one.pk: _Node(one.name, one.type) for one in found if not one.is_self or one.pk in known}
    for fact in rows:
        if fact.object_id is None and fact.subject_id in nodes:
            nodes[fact.subject_id].observations.append(shown(fact))
    return nodes, [fact for fact in rows if fact.object_id is not None]


def _part(nodes: dict[int, _Node], relations: Sequence[Fact], wanted: Iterable[int]) -> Answer:
    """Some of the nodes, with every relation that begins or ends at one of them."""
    chosen = set(wanted)
    shown = [one for pk, one in nodes.items() if pk in chosen]
    kept = [fact for fact in relations if fact.subject_id in chosen or fact.object_id in chosen]
    return Answer(
        {
            "entities": [{"name": one.name, "entityType": one.type, "observations": one.observations} for one in shown],
            "relations": [
                {"from": fact.subject.name, "to": fact.object.name, "relationType": _relation(fact)}
                for fact in kept
                if fact.object is not None
            ],
        }
    )


def read_graph(who: Caller, given: Nothing, now: dt.datetime) -> Answer:
    nodes, relations = _graph(who, now)
    return _part(nodes, relations, nodes)


def search_nodes(who: Caller, given: Query, now: dt.datetime) -> Answer:
    """What holds the text in its name, type or observations, in any case of letters."""
    nodes, relations = _graph(who, now)
    wanted = given.query.lower()
    return _part(nodes, relations, [pk for pk, one in nodes.items() if one.says(wanted)])


def open_nodes(who: Caller, given: Names, now: dt.datetime) -> Answer:
    nodes, relations = _graph(who, now)
    found = ids_of(who, given.names, now)
    return _part(nodes, relations, [pk for ids in found.values() for pk in ids])


def ids_of(who: Caller, wanted: Iterable[str], now: dt.datetime) -> dict[str, list[int]]:
    """For each name, the ids of what goes by it."""
    listed = list(dict.fromkeys(wanted))
    me = names.self_entity(who.user, now)
    selves = names.self_keys(who.user, me)
    found = names.matches(who.user, {normalise(one) for one in listed} - selves)
    return {one: [me.pk] if normalise(one) in selves else found.get(normalise(one), []) for one in listed}


def only(name: str, ids: Sequence[int]) -> int | None:
    """The one id that goes by the name, if any. Raises AmbiguousName where several do."""
    if len(ids) > 1:
        raise names.AmbiguousName(name, list(ids))
    return ids[0] if ids else None


def _draft(who: Caller, subject: int | Name, predicate: str, **rest: Any) -> Draft:
    status = Fact.Status.CONFIRMED if who.may("write") else Fact.Status.STAGED
    source = Fact.Source.CONVERSATION
    return Draft(subject=subject, predicate=predicate, status=status, source=source, **rest)


@transaction.atomic
def create_entities(who: Caller, given: Entities, now: dt.datetime) -> Answer:
    """Those whose names are new, with their observations; the others are left as they are."""
    found = ids_of(who, (one.name for one in given.entities), now)
    new = {normalise(one.name): one for one in reversed(given.entities) if not found[one.name]}
    made = [one for one in given.entities if new.get(normalise(one.name)) is one]
    drafts = []
    for one in made:
        row = entities.create(user=who.user, name=one.name, type=one.entityType or "concept", by=who.by, now=now)
        drafts += [_draft(who, row.pk, OBSERVATION, value=said) for said in one.observations]
    remarks = _stated(who, drafts, now)[1]
    told = [one.model_dump() for one in made]
    return Answer({"entities": told}, told, remarks)


@transaction.atomic
def create_relations(who: Caller, given: Relations, now: dt.datetime) -> Answer:
    drafts = []
    for one in given.relations:
        metadata = {} if canonical(one.relationType) == one.relationType else {AS_SAID: one.relationType}
        ends = Name(one.from_, ""), Name(one.to, "")
        drafts.append(_draft(who, ends[0], one.relationType, object=ends[1], metadata=metadata))
    created, remarks = _stated(who, drafts, now)
    told = [one.model_dump(by_alias=True) for one, new in zip(given.relations, created, strict=True) if new]
    return Answer({"relations": told}, told, remarks)


@transaction.atomic
def add_observations(who: Caller, given: Added, now: dt.datetime) -> Answer:
    """All of them, or none when one of the names is unknown."""
    found = ids_of(who, (one.entityName for one in given.observations), now)
    drafts = []
    for one in given.observations:
        pk = only(one.entityName, found[one.entityName])
        if pk is None:
            raise Refused(f"Entity with name {one.entityName} not found")
        drafts += [_draft(who, pk, OBSERVATION, value=said) for said in one.contents]
    created, remarks = _stated(who, drafts, now)
    told, at = [], 0
    for one in given.observations:
        fresh = [said for said, new in zip(one.contents, created[at:], strict=False) if new]
        told.append({"entityName": one.entityName, "addedObservations": fresh})
        at += len(one.contents)
    return Answer({"results": told}, told, remarks)


def _stated(who: Caller, drafts: Sequence[Draft], now: dt.datetime) -> tuple[list[bool], tuple[str, ...]]:
    """Which of the drafts became new facts, and why others were refused."""
    if not drafts:
        return [], ()
    stated = facts.state_many(user=who.user, drafts=drafts, by=who.by, now=now)
    refused = tuple(f"Refused: {one.refusal}" for one in stated.facts if one.refusal is not None)
    return [one.created for one in stated.facts], refused
