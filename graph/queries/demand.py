"""How likely a proposal is to be needed: by what was asked about lately, and by the answers that read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import Count

from graph.models import Retrieval, RetrievalItem

LATELY = 200  # questions looked back at: some weeks of use
READ, ASKED = 3, 1  # an answer read the proposal itself; a question named one of its ends


def demand(user_id: int, proposals: Iterable[tuple[int, int, int | None]]) -> dict[int, int]:
    """For each (fact, subject, object) how much it is in demand, 0 for what nobody asked about; in two queries."""
    proposals = list(proposals)
    if not proposals:
        return {}
    asked: Counter[int] = Counter()
    recent = Retrieval.objects.for_user(user_id).order_by("-id").values_list("anchors", flat=True)
    for anchors in recent[:LATELY]:
        asked.update({int(anchor["id"]) for anchor in anchors if "name" in anchor.get("channels", {})})
    items = RetrievalItem.objects.for_user(user_id).filter(kind="fact", used=True)
    read = dict(
        items.filter(object_id__in=[pk for pk, _, _ in proposals]).values_list("object_id").annotate(times=Count("pk"))
    )
    return {
        pk: READ * read.get(pk, 0) + ASKED * (asked[subject] + (asked[other] if other else 0))
        for pk, subject, other in proposals
    }
