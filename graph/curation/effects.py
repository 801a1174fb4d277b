"""What a curated write does to the keyword index, the embeddings and the queue, in the same transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from django.db.models import Q

from graph import jobs
from graph.curation import mentions
from graph.models import Chunk, Embedding, Fact, Touch
from graph.projections import keywords, subjects
from graph.retrieval.types import Kind

LedgerRow = tuple[str, int, dict | None, dict | None]


def apply(*, user_id: int, change_id: int, rows: Sequence[LedgerRow], now: dt.datetime) -> list[tuple[str, int]]:
    """Bring the keyword index and the counts in line with `rows`, mark their embeddings as old, queue what follows.

    New names are looked for in the passages that were there before them. Returns what else was touched: the facts of
    a predicate that reads otherwise now.
    """
    entities = {pk for model, pk, _, _ in rows if model == "entity"}
    entities |= {state["entity_id"] for model, _, *states in rows if model == "alias" for state in states if state}
    facts = {pk for model, pk, _, _ in rows if model == "fact"}
    renamed = [pk for model, pk, old, new in rows if model == "entity" and old and new and old["name"] != new["name"]]
    reworded = {state["name"] for model, _, *states in rows if model == "predicate" for state in states if state}
    worded = Fact.objects.for_user(user_id).active().filter(predicate__in=reworded).values_list("pk", flat=True)
    reread = set(worded) if reworded else set()
    facts |= reread
    for batch in subjects.batches(renamed):
        facts |= set(Fact.objects.filter(Q(subject__in=batch) | Q(object__in=batch)).values_list("pk", flat=True))
    mentioned = {state["entity_id"] for model, _, *states in rows if model == "evidence" for state in states if state}
    mentions.count(mentioned - {None})
    if entities or facts:
        reindex(user_id, "entity", entities)
        reindex(user_id, "fact", facts)
        jobs.enqueue(kind="embed", key=str(user_id), user_id=user_id, payload={}, now=now)
    named = sorted({new["entity_id"] for model, _, old, new in rows if model == "alias" and new and old != new})
    if named and Chunk.objects.for_user(user_id).exists():
        payload = {"entities": named}
        jobs.enqueue(kind="mentions", key=str(change_id), user_id=user_id, payload=payload, now=now)
    return [(kind, pk) for pk in sorted(reread) for kind in (Touch.Kind.FACT, Touch.Kind.EMBEDDING_FACT)]


def reindex(user_id: int, kind: Kind, ids: Collection[int]) -> None:
    """Put the searchable ones of these rows into the keyword index and take the others out of both indexes.

    An embedding without a text hash serves until the queue has made the new one.
    """
    found = subjects.texts(user_id, kind, ids)
    keywords.put(kind, user_id, found.items())
    for batch in subjects.batches(found):
        Embedding.objects.checked_for(user_id).filter(kind=kind, object_id__in=batch).update(text_hash="")
    gone = [pk for pk in ids if pk not in found]
    keywords.remove(kind, user_id, gone)
    for batch in subjects.batches(gone):
        Embedding.objects.checked_for(user_id).filter(kind=kind, object_id__in=batch).delete()
