"""Rows that come back as they were, with the ledger that tells of them: past the recorder, never past the indexes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction

from graph import jobs, versions
from graph.curation import effects, mentions
from graph.models import Chunk, ChunkEdge, Embedding, EntityAlias, Evidence, Fact, Touch, User
from graph.projections import keywords, texts

AT_ONCE = 500
TOUCHED: dict[str, tuple[str, ...]] = {
    "entity": (Touch.Kind.ENTITY, Touch.Kind.EMBEDDING_ENTITY, Touch.Kind.AROUND),
    "fact": (Touch.Kind.FACT, Touch.Kind.EMBEDDING_FACT),
    "chunk": (Touch.Kind.CHUNK, Touch.Kind.EMBEDDING_CHUNK),
}


def insert(rows: Sequence[models.Model]) -> dict[int, str]:
    """Insert rows of one model with the ids they carry; returns the place of each that could not be, and why."""
    refused: dict[int, str] = {}
    for start in range(0, len(rows), AT_ONCE):
        batch = rows[start : start + AT_ONCE]
        try:
            with transaction.atomic():
                type(batch[0])._default_manager.bulk_create(batch)
            continue
        except DatabaseError:
            pass  # one of them: each by itself tells which
        for place, row in enumerate(batch, start=start):
            try:
                with transaction.atomic():
                    row.save(force_insert=True)
            except DatabaseError as error:
                refused[place] = str(error).splitlines()[0][:200]
    return refused


def finish(
    *, user: User, written: Mapping[str, Iterable[int]], kinds: Sequence[type[models.Model]], now: dt.datetime
) -> None:
    """Tell the indexes of rows that were inserted, by kind, and the database of the ids that are taken now."""
    ids = {kind: list(found) for kind, found in written.items()}
    named = _column(EntityAlias, "entity_id", ids.get("alias", []))
    ids["entity"] = sorted({*ids.get("entity", []), *named})
    effects.reindex(user.pk, "entity", ids.get("entity", []))
    effects.reindex(user.pk, "fact", ids.get("fact", []))
    for start in range(0, len(ids.get("chunk", [])), AT_ONCE):
        chunks = Chunk.objects.filter(pk__in=ids["chunk"][start : start + AT_ONCE])
        keywords.put("chunk", user.pk, [(one.pk, texts.chunk_text(one)) for one in chunks])
    for kind in TOUCHED:
        for start in range(0, len(ids.get(kind, [])), AT_ONCE):  # of rows of old that had the same ids
            Embedding.objects.filter(kind=kind, object_id__in=ids[kind][start : start + AT_ONCE]).delete()
    touched = [(touch, pk) for kind, touches in TOUCHED.items() for pk in ids.get(kind, ()) for touch in touches]
    ends = {pk for name in ("subject_id", "object_id") for pk in _column(Fact, name, ids.get("fact", []))}
    touched += [(Touch.Kind.AROUND, pk) for pk in sorted(ends - {None})]
    mentions.count({*ids["entity"], *_column(Evidence, "entity_id", ids.get("evidence", []))} - {None})
    touched += [(Touch.Kind.EDGE, pk) for pk in sorted(_column(ChunkEdge, "source_id", ids.get("edge", [])))]
    versions.bump(user.pk, touched)
    jobs.enqueue(kind="embed", key=str(user.pk), user_id=user.pk, payload={}, now=now)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kinds):
            cursor.execute(statement)


def _column(model: type[models.Model], name: str, ids: Sequence[int]) -> set:
    """What stands in one column of these rows."""
    found: set = set()
    for start in range(0, len(ids), AT_ONCE):
        rows = model._default_manager.filter(pk__in=ids[start : start + AT_ONCE])
        found |= set(rows.values_list(name, flat=True))
    return found
