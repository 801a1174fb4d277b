"""How often an entity is named: always counted from its mentions, whatever brought, moved or took them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from graph.models import Entity, Evidence
from graph.projections.subjects import batches


def count(ids: Collection[int], *, last: dt.datetime | None = None) -> None:
    """Count the mentions of these entities, within the transaction that wrote them and before the version moves on.

    `last` is when they were named last, if that is new. The entities are locked before they are counted: of two that
    write mentions of one at the same time, the second counts those of the first.
    """
    named = Evidence.objects.filter(entity=OuterRef("pk")).order_by().values("entity")
    values: dict[str, Any] = {"mention_count": Coalesce(Subquery(named.annotate(n=Count("pk")).values("n")), 0)}
    if last is not None:
        values["last_mentioned"] = last
    for batch in batches(sorted(ids)):
        rows = Entity.objects.filter(pk__in=batch)
        list(rows.select_for_update().order_by("pk").values_list("pk"))
        rows.update(**values)
