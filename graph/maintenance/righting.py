"""What a book holds that the present rules would not have left: miscounted mentions, contradictions nobody asks about.

A book that was made before a rule changed has it righted only where something is touched; here it is looked for in all.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import Count

from graph import versions
from graph.counted import counted
from graph.curation import conflicts, mentions
from graph.curation.recorder import Actor, Recording, recording
from graph.models import Change, Conflict, Fact, Touch, User
from graph.predicates import registry
from graph.projections.subjects import batches
from graph.statements import select

SHOWN = 5  # ids named in one line
REASON = "by a check of the whole book"

_MISCOUNTED = """
    SELECT entity.id FROM graph_entity entity
    LEFT JOIN (SELECT entity_id, count(*) AS n FROM graph_evidence WHERE user_id = %s AND entity_id IS NOT NULL
               GROUP BY entity_id) named ON named.entity_id = entity.id
    WHERE entity.user_id = %s AND entity.merged_into_id IS NULL AND entity.mention_count <> COALESCE(named.n, 0)
    ORDER BY entity.id
"""


def differences(user: User, now: dt.datetime) -> list[str]:
    """Each thing that is not as it would be, in words; nothing is changed."""
    told = []
    if miscounted := _miscounted(user):
        told.append(f"mentions of entity rows counted otherwise: {_named(miscounted)}")
    with transaction.atomic():
        opened, closed = _settle(user, now)
        transaction.set_rollback(True)
    if opened:
        told.append(f"contradictions between facts that are not asked about: {_pairs(opened)}")
    if closed:
        told.append(f"questions about facts that contradict no longer: {_pairs(closed)}")
    return told


def right(user: User, now: dt.datetime) -> None:
    """Count anew, ask what is to be asked, and close what is no question; what is asked and closed is one change."""
    if miscounted := _miscounted(user):
        for batch in batches(miscounted):
            with transaction.atomic():
                mentions.count(batch)
                versions.bump(user.pk, [(Touch.Kind.ENTITY, pk) for pk in batch])
    _settle(user, now)


def _miscounted(user: User) -> list[int]:
    return [pk for (pk,) in select(_MISCOUNTED, user.pk, user.pk)]


def _settle(user: User, now: dt.datetime) -> tuple[list[Conflict], list[Conflict]]:
    """The questions that were opened and those that were closed.

    Of many values of one thing those are asked about that stand beside each other in time, as where one of them goes.
    """
    by = Actor(Change.Actor.POLICY, user)
    with recording(user=user, by=by, verb="check", reason=REASON, now=now) as record:
        closed = _close(record, user)
        opened = conflicts.open_for(record, user, _many_valued(user), each=0)
        record.summarise(f"{counted(len(opened), 'question')} opened, {len(closed)} closed")
    return opened, closed


def _close(record: Recording, user: User) -> list[Conflict]:
    asked = list(Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN).select_related("older", "newer"))
    conflicts.close_apart(record, user, [side for one in asked for side in (one.older, one.newer)])
    still = {pk for batch in batches([one.pk for one in asked]) for pk in _open(batch)}
    return [one for one in asked if one.pk not in still]


def _open(ids: Collection[int]) -> Iterable[int]:
    return Conflict.objects.filter(pk__in=ids, state=Conflict.State.OPEN).values_list("pk", flat=True)


def _many_valued(user: User) -> Sequence[Fact]:
    """The active facts under predicates of one value at a time of which there are several, or that go both ways."""
    relations = [one for one in registry(user.pk).values() if one.functional]
    both_ways = [one.name for one in relations if one.symmetric]
    active = Fact.objects.for_user(user).active()
    one_way = active.filter(predicate__in=[one.name for one in relations if not one.symmetric]).order_by()
    several = one_way.values("subject", "predicate").annotate(n=Count("pk")).filter(n__gt=1)
    held = set(several.values_list("subject", "predicate"))
    found = list(active.filter(predicate__in=both_ways))
    for batch in batches({subject for subject, _ in held}):
        rows = one_way.filter(subject__in=batch)
        found += [fact for fact in rows if (fact.subject_id, fact.predicate) in held]
    return sorted(found, key=lambda fact: fact.pk)


def _pairs(rows: Sequence[Conflict]) -> str:
    shown = ", ".join(f"{one.older_id} and {one.newer_id}" for one in rows[:SHOWN])
    return f"{len(rows)} ({shown}{', …' if len(rows) > SHOWN else ''})"


def _named(ids: Sequence[int]) -> str:
    shown = ", ".join(map(str, ids[:SHOWN]))
    return f"{len(ids)} ({shown}{', …' if len(ids) > SHOWN else ''})"
