"""Which entities belong together: the Leiden method over the facts (M71)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from graph import versions
from graph.curation.recorder import Actor
from graph.maintenance.network import network
from graph.models import Entity, User
from graph.models.version import Touch

SMALLEST = 3  # entities; two that are joined are a fact, not a community


def groups(user: User, now: dt.datetime) -> list[list[int]]:
    """The entities of each community, largest first, ties by the oldest member (Traag et al. 2019)."""
    joined = network(user.pk, now, correlations=True)
    if not len(joined.ids):
        return []
    from sknetwork.clustering import Leiden  # a tenth of a second of imports, which no start needs

    labels = Leiden(random_state=0).fit_predict(joined.both_ways).tolist()
    members: dict[int, list[int]] = {}
    for pk, label in zip(joined.ids.tolist(), labels, strict=True):
        members.setdefault(label, []).append(pk)
    large = [sorted(group) for group in members.values() if len(group) >= SMALLEST]
    return sorted(large, key=lambda group: (-len(group), group[0]))


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """How many `communities` there are, how many entities are in one, and of how many that `changed`."""
    found = groups(user, now)
    places = {pk: number for number, group in enumerate(found, start=1) for pk in group}
    changed = []
    for entity in Entity.objects.for_user(user).only("pk", "community"):
        if entity.community != places.get(entity.pk):
            entity.community = places.get(entity.pk)
            changed.append(entity)
    if changed and not dry_run:
        with transaction.atomic():
            Entity.objects.bulk_update(changed, ["community"], batch_size=500)
            versions.bump(user.pk, [(Touch.Kind.AROUND, entity.pk) for entity in changed])
    return {"communities": len(found), "entities": len(places), "changed": len(changed)}
