"""What an answer leaned on, noted on the receipt and on the facts; only what was cited counts as use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from graph.models import Fact, RetrievalItem
from graph.retrieval.result import Result


def note(*, user_id: int, result: Result, cited: Sequence[tuple[str, int]], now: dt.datetime) -> None:
    """Mark the items that were read and those that were cited; a fact's use is counted by citation alone."""
    if not result.id:
        return
    rows = RetrievalItem.objects.for_user(user_id).filter(retrieval_id=int(result.id))
    with transaction.atomic():
        for kind in {item.kind for item in result.items} | {kind for kind, _ in cited}:
            read = [item.pk for item in result.items if item.kind == kind]
            rows.filter(kind=kind, object_id__in=read).update(used=True)
            leaned_on = [pk for other, pk in cited if other == kind]
            rows.filter(kind=kind, object_id__in=leaned_on).update(cited=True)
        facts = [pk for kind, pk in cited if kind == "fact"]
        Fact.objects.for_user(user_id).filter(pk__in=facts).update(used_count=F("used_count") + 1, last_used=now)
