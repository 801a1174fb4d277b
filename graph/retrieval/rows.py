"""Rows as the pure stages need them, loaded in one query a kind."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from graph.clock import written
from graph.curation.values import spoken
from graph.retrieval.types import ChunkRow, EntityRow, FactRow
from graph.statements import Row, moment, select_among

_FACTS = """
    SELECT fact.id, fact.subject_id, subject.name, subject.is_self, fact.predicate, fact.object_id, object.name,
           fact.value, fact.value_type, fact.status, fact.source, fact.confidence, fact.weight, fact.used_count,
           fact.last_used, fact.confirmed_at, fact.created_at, fact.valid_from, fact.valid_until, fact.expires_at,
           fact.helpful_count, fact.unhelpful_count, fact.tags, object.is_self, fact.user_id
    FROM graph_fact fact
    JOIN graph_entity subject ON subject.id = fact.subject_id
    LEFT JOIN graph_entity object ON object.id = fact.object_id
    WHERE
"""
_BY_ID = f"{_FACTS} fact.status IN ('staged', 'confirmed') AND fact.id IN ({{among}})"
_PAST = f"{_FACTS} fact.status IN ('superseded', 'retracted') AND fact.id IN ({{among}})"
_CONFIRMED_ABOUT = f"{_FACTS} fact.subject_id IN ({{among}}) AND fact.status = 'confirmed'"


def facts_by_id(user_id: int, ids: Iterable[int], now: dt.datetime | None = None) -> dict[int, FactRow]:
    """The user's active facts among `ids`, names resolved; with `now` without those whose time is over (M74).

    The owner is looked at here: in the statement SQLite might prefer the owner's index to the list of ids.
    """
    found = select_among(_BY_ID, set(ids))
    return {row[0]: _fact(row) for row in found if row[-1] == user_id and not _is_over(row, now)}


def past(user_id: int, ids: Iterable[int]) -> dict[int, FactRow]:
    """The user's facts among `ids` that are history."""
    return {row[0]: _fact(row) for row in select_among(_PAST, set(ids)) if row[-1] == user_id}


def confirmed_about(
    user_id: int, subjects: Iterable[int], predicates: Collection[str], now: dt.datetime
) -> dict[int, FactRow]:
    """The user's confirmed facts that say `predicates` of `subjects` and whose time is not over."""
    found = [row for row in select_among(_CONFIRMED_ABOUT, set(subjects)) if row[-1] == user_id]
    return {row[0]: _fact(row) for row in found if row[4] in predicates and not _is_over(row, now)}


def _is_over(row: Row, now: dt.datetime | None) -> bool:
    """Whether a fact expired, long before a pass of maintenance takes it back."""
    return now is not None and (expires := moment(row[19])) is not None and expires <= now


def _fact(row: Row) -> FactRow:
    created = moment(row[16])
    assert created is not None
    return FactRow(
        pk=row[0],
        subject=row[1],
        subject_name=row[2],
        subject_is_self=bool(row[3]),
        predicate=row[4],
        object=row[5],
        object_name=row[6] or "",
        value=spoken(row[7], row[8]) if row[7] else "",
        status=row[9],
        source=row[10],
        confidence=row[11],
        weight=row[12],
        used_count=row[13],
        last_used=moment(row[14]),
        confirmed_at=moment(row[15]),
        created_at=created,
        valid_from=moment(row[17]),
        valid_until=moment(row[18] or row[19]),
        helpful=row[20],
        judged=row[20] + row[21],
        tags=() if row[22] == "[]" else tuple(json.loads(row[22])),
        object_is_self=bool(row[23]),
    )


_CHUNKS = """
    SELECT chunk.id, chunk.document_id, chunk.position, chunk.text, chunk.prefix, chunk.created_at, chunk.metadata,
           document.title, document.kind, document.source, chunk.user_id
    FROM graph_chunk chunk
    JOIN graph_document document ON document.id = chunk.document_id
    WHERE chunk.id IN ({among})
"""
_JUDGED = """
    SELECT object_id, count(CASE WHEN helpful THEN 1 END), count(*)
    FROM graph_retrievalitem
    WHERE object_id IN ({among}) AND user_id = %s AND kind = 'chunk' AND helpful IS NOT NULL
    GROUP BY object_id
"""


def chunks(user_id: int, ids: Iterable[int]) -> dict[int, ChunkRow]:
    """Passages by id, with their document's title and what feedback they had."""
    wanted = set(ids)
    judged = {pk: (helpful, total) for pk, helpful, total in select_among(_JUDGED, wanted, user_id)}
    found = select_among(_CHUNKS, wanted)
    return {row[0]: _chunk(row, judged.get(row[0], (0, 0))) for row in found if row[-1] == user_id}


def _chunk(row: Row, judged: tuple[int, int]) -> ChunkRow:
    created = moment(row[5])
    assert created is not None
    return ChunkRow(
        pk=row[0],
        document=row[1],
        document_title=row[7],
        document_kind=row[8],
        position=row[2],
        text=row[3],
        created_at=created,
        message=str(json.loads(row[6]).get("message", "")),
        helpful=judged[0],
        judged=judged[1],
        source=row[9],
        prefix=row[4],
    )


_INDEXED = "SELECT id, prefix, text, user_id FROM graph_chunk WHERE id IN ({among})"


def indexed_texts(user_id: int, ids: Iterable[int]) -> list[str]:
    """Passages as they are indexed, with their context."""
    return [f"{prefix}\n{text}" for _, prefix, text, owner in select_among(_INDEXED, set(ids)) if owner == user_id]


_ENTITIES = "SELECT id, name, type, is_self, description, user_id FROM graph_entity WHERE id IN ({among})"


def entities(user_id: int, ids: Iterable[int]) -> dict[int, EntityRow]:
    """Entities by id."""
    return {
        pk: EntityRow(pk, name, type, bool(is_self), description)
        for pk, name, type, is_self, description, owner in select_among(_ENTITIES, set(ids))
        if owner == user_id
    }


_STATED = "SELECT fact_id, chunk_id, user_id FROM graph_evidence WHERE fact_id IN ({among}) AND chunk_id IS NOT NULL"


def stated(user_id: int, fact_ids: Iterable[int]) -> dict[int, list[int]]:
    """The passages that facts rest on, by fact."""
    found: dict[int, list[int]] = {}
    for fact, chunk, owner in select_among(_STATED, set(fact_ids)):
        if owner == user_id:
            found.setdefault(fact, []).append(chunk)
    return found


_TITLES = "SELECT id, title, user_id FROM graph_document WHERE id IN ({among})"


def titles(user_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Document titles by id."""
    return {pk: title for pk, title, owner in select_among(_TITLES, set(ids)) if owner == user_id}


_EVIDENCE = """
    SELECT evidence.fact_id, evidence.quote, evidence.document_id, document.title, chunk.metadata,
           CASE WHEN document.kind = 'conversation' THEN COALESCE(chunk.created_at, evidence.created_at)
                ELSE evidence.created_at END,
           evidence.user_id
    FROM graph_evidence evidence
    LEFT JOIN graph_document document ON document.id = evidence.document_id
    LEFT JOIN graph_chunk chunk ON chunk.id = evidence.chunk_id
    WHERE evidence.fact_id IN ({among})
    ORDER BY evidence.id
"""


def evidence(user_id: int, fact_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """For each fact, its quotes, oldest first, each with the document or the message it stands in."""
    found: dict[int, list[dict[str, Any]]] = {}
    for fact, quote, document, title, metadata, at, owner in select_among(_EVIDENCE, set(fact_ids)):
        if owner != user_id:
            continue
        message = json.loads(metadata).get("message") if metadata else None
        place = {"message": str(message)} if message else {"document": str(document) if document else None}
        when = moment(at)
        assert when is not None
        found.setdefault(fact, []).append({**place, "title": title or "", "quote": quote, "at": written(when)})
    return found


def first_said(quotes: Mapping[int, Iterable[Mapping[str, Any]]]) -> dict[int, dt.datetime]:
    """For each fact that has quotes, when the first of them was said, or noted where it is of no talk."""
    return {pk: min(dt.datetime.fromisoformat(one["at"]) for one in found) for pk, found in quotes.items()}
