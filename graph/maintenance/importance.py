"""How important each entity is: PageRank over the facts (M70)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from graph import versions
from graph.curation.recorder import Actor
from graph.maintenance.network import network
from graph.models import Entity, User
from graph.models.version import Touch

DAMPING = 0.85  # of the original paper (Brin and Page 1998)
DIGITS = 6


def ranks(user: User, now: dt.datetime) -> dict[int, float]:
    """PageRank by entity, relative to the most important one (1.0); empty without facts between entities.

    Facts are walked both ways: what a person works on is as telling as who works on it.
    """
    joined = network(user.pk, now)
    if not len(joined.ids):
        return {}
    from sknetwork.ranking import PageRank  # a tenth of a second of imports, which no start needs

    scores = PageRank(damping_factor=DAMPING).fit_predict(joined.both_ways)
    best = float(scores.max())
    relative = (scores / best).round(DIGITS).tolist()
    return dict(zip(joined.ids.tolist(), relative, strict=True))


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """How many entities were `ranked`, and of how many the importance `changed`."""
    found = ranks(user, now)
    changed = []
    for entity in Entity.objects.for_user(user).only("pk", "importance"):
        fresh = found.get(entity.pk, 0.0)
        if entity.importance != fresh:
            entity.importance = fresh
            changed.append(entity)
    if changed and not dry_run:
        with transaction.atomic():
            Entity.objects.bulk_update(changed, ["importance"], batch_size=500)
            versions.bump(user.pk, [(Touch.Kind.AROUND, entity.pk) for entity in changed])
    return {"ranked": len(found), "changed": len(changed)}
