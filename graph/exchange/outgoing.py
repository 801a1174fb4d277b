"""What a person's graph says to other programs: its entities and the facts that take part in answers."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator

from graph.models import Entity, EntityAlias, Fact, User
from graph.models.fact import FactQuerySet


def facts(user: User, now: dt.datetime) -> Iterator[Fact]:
    """The active facts, oldest first."""
    rows: FactQuerySet = Fact.objects.for_user(user).active()
    yield from rows.unexpired_at(now).select_related("subject", "object").order_by("pk").iterator(2000)


def entities(user: User) -> list[Entity]:
    """Every entity that stands, oldest first."""
    return list(Entity.objects.for_user(user).standing().order_by("pk"))


def aliases(user: User) -> dict[int, list[str]]:
    """The other names of each entity."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = EntityAlias.objects.for_user(user).filter(kind=EntityAlias.Kind.ALIAS).order_by("pk")
    for pk, text in rows.values_list("entity_id", "text"):
        found[pk].append(text)
    return found
