"""Expiry: temporary facts and links between passages whose time is over (M74)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from graph import versions
from graph.curation import facts
from graph.curation.recorder import Actor
from graph.models import ChunkEdge, Fact, Touch, User

REASON = "Its time is over"


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """Active `facts` are retracted in one change, which can be undone; `links` are deleted."""
    over = list(Fact.objects.for_user(user).active().filter(expires_at__lte=now).order_by("pk"))
    links = ChunkEdge.objects.for_user(user).filter(expires_at__lte=now)
    ends = list(links.values_list("source_id", flat=True))
    counts = {"facts": len(over), "links": len(ends)}
    if dry_run:
        return counts
    with transaction.atomic():
        if over:
            ids = [fact.pk for fact in over]
            facts.decide(user=user, ids=ids, decision="retract", by=by, now=now, reason=REASON)
        if ends:
            links.delete()
            versions.bump(user.pk, [(Touch.Kind.EDGE, pk) for pk in ends])
    return counts
