"""The three tools of the reference memory server that take away, over a person's graph.

What a caller without the scope `write` deletes is proposed to be forgotten, except for what such callers staged
themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from assistant.doors.mcp_inputs import Deleted, EntityNames, Relations
from assistant.doors.mcp_memory import Answer, ids_of, only, shown, standing
from graph.api.caller import Caller
from graph.curation import entities, taking_back
from graph.models import ChangeRow, Fact
from graph.predicates import canonical


@transaction.atomic
def delete_entities(who: Caller, given: EntityNames, now: dt.datetime) -> Answer:
    found = ids_of(who, given.entityNames, now)
    ids = [pk for name in found if (pk := only(name, found[name])) is not None]
    if not who.may("write"):
        about = list(standing(who, now).filter(Q(subject__in=ids) | Q(object__in=ids)))
        taken = taking_back.forget(user=who.user, found=about, outright=False, by=who.by, now=now)
        ids = _own_and_bare(who, ids)
        for pk in ids:
            entities.delete(user=who.user, entity_id=pk, by=who.by, now=now)
        return _gone("Entities", taken)
    for pk in ids:
        entities.delete(user=who.user, entity_id=pk, by=who.by, now=now)
    return _gone("Entities", taking_back.TakenBack(len(ids), 0))


def _own_and_bare(who: Caller, ids: Sequence[int]) -> list[int]:
    """Those that callers of this kind made, and of which nothing is known or was ever confirmed."""
    made = ChangeRow.objects.filter(
        model="entity", object_id__in=ids, before__isnull=True, change__actor=who.by.kind, change__user=who.user
    ).values_list("object_id", flat=True)
    bare = []
    for pk in set(made):
        about = Fact.objects.for_user(who.user).about(pk)
        if not about.active().exists() and not about.exclude(confirmed_at=None).exists():
            bare.append(pk)
    return sorted(bare)


@transaction.atomic
def delete_observations(who: Caller, given: Deleted, now: dt.datetime) -> Answer:
    found = ids_of(who, (one.entityName for one in given.deletions), now)
    gone = []
    for one in given.deletions:
        pk = only(one.entityName, found[one.entityName])
        about = standing(who, now).filter(subject=pk, object=None) if pk is not None else []
        gone += [fact for fact in about if shown(fact) in one.observations]
    return _forgotten("Observations", who, gone, now)


@transaction.atomic
def delete_relations(who: Caller, given: Relations, now: dt.datetime) -> Answer:
    found = ids_of(who, (end for one in given.relations for end in (one.from_, one.to)), now)
    gone: list[Fact] = []
    for one in given.relations:
        ends = only(one.from_, found[one.from_]), only(one.to, found[one.to])
        if None not in ends:
            rows = standing(who, now).filter(subject=ends[0], object=ends[1], predicate=canonical(one.relationType))
            gone += [fact for fact in rows if fact not in gone]
    return _forgotten("Relations", who, gone, now)


def _forgotten(what: str, who: Caller, gone: Sequence[Fact], now: dt.datetime) -> Answer:
    taken = taking_back.forget(user=who.user, found=gone, outright=who.may("write"), by=who.by, now=now)
    return _gone(what, taken)


def _gone(what: str, taken: taking_back.TakenBack) -> Answer:
    """The reference's own words when all is gone, and otherwise what the owner is asked."""
    message = f"{what} deleted successfully"
    if taken.proposed or taken.refused:
        message = f"{taken.retracted} deleted; {taken.proposed} proposed to be forgotten, for the owner to decide"
    return Answer({"success": True, "message": message}, message, tuple(f"Refused: {why}" for why in taken.refused))
