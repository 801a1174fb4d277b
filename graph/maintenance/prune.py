"""Orphan pruning: links, vectors and words whose row is gone (O31)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from graph import versions
from graph.curation.recorder import Actor
from graph.models import Embedding, Touch, User
from graph.projections import loose
from graph.projections.subjects import EMBEDDING_TOUCH, batches


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """`links` and `vectors` that hang on nothing, and `touches` older than any projection needs."""
    links = list(loose.links(user.pk).values_list("pk", "source_id"))
    stray = loose.embeddings(user.pk)
    counts = {"links": len(links), "vectors": len(stray)}
    if dry_run or not (links or stray):
        return counts
    with transaction.atomic():
        touched: list[tuple[str, int]] = [(Touch.Kind.EDGE, source) for _, source in links]
        loose.links(user.pk).delete()
        for batch in batches(stray):
            rows = Embedding.objects.filter(pk__in=batch)
            touched += [(EMBEDDING_TOUCH[kind], pk) for kind, pk in rows.values_list("kind", "object_id")]  # type: ignore[index]
            rows.delete()
        versions.bump(user.pk, touched)
    return counts
