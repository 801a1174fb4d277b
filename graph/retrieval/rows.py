"""Rows as the pure stages need them, loaded in one query a kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q

from graph.curation.values import spoken
from graph.models import Chunk, Document, Entity, Evidence, Fact, RetrievalItem
from graph.models.fact import FactQuerySet
from graph.projections.subjects import batches
from graph.retrieval.types import ChunkRow, EntityRow, FactRow

FACT_COLUMNS = (
    "pk",
    "subject_id",
    "subject__name",
    "subject__is_self",
    "predicate",
    "object_id",
    "object__name",
    "value",
    "value_type",
    "status",
    "source",
    "confidence",
    "weight",
    "used_count",
    "last_used",
    "confirmed_at",
    "created_at",
    "valid_from",
    "valid_until",
    "helpful_count",
    "unhelpful_count",
    "tags",
    "expires_at",
    "user_id",
)


def facts(user_id: int, condition: Q) -> dict[int, FactRow]:
    """Active facts that meet `condition`, names resolved."""
    return _facts(Fact.objects.for_user(user_id).filter(condition))


def facts_by_id(user_id: int, ids: Iterable[int]) -> dict[int, FactRow]:
    """The user's active facts among `ids`. The owner is looked at here: in the query it would cost its own index."""
    found: dict[int, FactRow] = {}
    for batch in batches(set(ids)):
        rows = Fact.objects.active().filter(pk__in=batch).values_list(*FACT_COLUMNS)
        found |= {row[0]: _fact(row) for row in rows if row[-1] == user_id}
    return found


def _facts(chosen: FactQuerySet) -> dict[int, FactRow]:
    return {row[0]: _fact(row) for row in chosen.active().values_list(*FACT_COLUMNS)}


def _fact(row: tuple[Any, ...]) -> FactRow:
    return FactRow(
        pk=row[0],
        subject=row[1],
        subject_name=row[2],
        subject_is_self=row[3],
        predicate=row[4],
        object=row[5],
        object_name=row[6] or "",
        value=spoken(row[7], row[8]) if row[7] else "",
        status=row[9],
        source=row[10],
        confidence=row[11],
        weight=row[12],
        used_count=row[13],
        last_used=row[14],
        confirmed_at=row[15],
        created_at=row[16],
        valid_from=row[17],
        valid_until=row[18] or row[22],
        helpful=row[19],
        judged=row[19] + row[20],
        tags=tuple(row[21]),
    )


def chunks(user_id: int, ids: Iterable[int]) -> dict[int, ChunkRow]:
    """Passages by id, with their document's title and what feedback they had."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return {}
    judged = {
        pk: (helpful, total)
        for pk, helpful, total in RetrievalItem.objects.for_user(user_id)
        .filter(kind="chunk", object_id__in=wanted, helpful__isnull=False)
        .values("object_id")
        .annotate(good=Count("pk", filter=Q(helpful=True)), total=Count("pk"))
        .values_list("object_id", "good", "total")
    }
    columns = ("document__title", "document__kind", "document__source")
    found = Chunk.objects.for_user(user_id).filter(pk__in=wanted)
    return {
        pk: ChunkRow(
            pk=pk,
            document=document,
            document_title=title,
            document_kind=kind,
            position=position,
            text=text,
            created_at=at,
            message=str(metadata.get("message", "")),
            helpful=judged.get(pk, (0, 0))[0],
            judged=judged.get(pk, (0, 0))[1],
            source=source,
        )
        for pk, document, position, text, at, metadata, title, kind, source in found.values_list(
            "pk", "document_id", "position", "text", "created_at", "metadata", *columns
        )
    }


def entities(user_id: int, ids: Iterable[int]) -> dict[int, EntityRow]:
    """Entities by id."""
    wanted = list(dict.fromkeys(ids))
    columns = ("pk", "name", "type", "is_self", "description")
    rows = Entity.objects.for_user(user_id).filter(pk__in=wanted).values_list(*columns) if wanted else ()
    return {row[0]: EntityRow(*row) for row in rows}


def titles(user_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Document titles by id."""
    wanted = list(dict.fromkeys(ids))
    rows = Document.objects.for_user(user_id).filter(pk__in=wanted).values_list("pk", "title") if wanted else ()
    return dict(rows)


def evidence(user_id: int, fact_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """For each fact, its quotes, oldest first, each with the document or the message it stands in."""
    found: dict[int, list[dict[str, Any]]] = {}
    wanted = list(fact_ids)
    rows = (
        Evidence.objects.checked_for(user_id)
        .filter(fact__in=wanted)
        .order_by("id")
        .values_list("fact_id", "quote", "document_id", "document__title", "chunk__metadata", "created_at")
        if wanted
        else ()
    )
    for fact, quote, document, title, metadata, at in rows:
        message = (metadata or {}).get("message")
        place = {"message": str(message)} if message else {"document": str(document) if document else None}
        found.setdefault(fact, []).append({**place, "title": title or "", "quote": quote, "at": at.isoformat()})
    return found
