"""The graph's edges from the database: facts, mentions, links between passages, references between documents."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Count, Max, QuerySet

from graph.models import Chunk, ChunkEdge, DocumentReference, Evidence, Fact
from graph.projections.edge_table import BIDIRECTIONAL, CONFIRMED, NEVER, Columns, Ints, columns, joined
from graph.projections.subjects import batches
from graph.retrieval.types import (
    CHUNK,
    CHUNK_EDGE,
    DOCUMENT,
    ENTITY,
    FACT,
    FACT_EDGE,
    HOLDING_EDGE,
    MENTION_EDGE,
    NO_NODE,
    NODE_KINDS,
    REFERENCE_EDGE,
    node,
)
from graph.statements import batched, moment

MENTIONS, REFERENCES, NAMES, CONTAINS = "mentions", "references", "names", "contains"

FETCHED = 50_000  # rows that become columns at a time

Intern = Callable[[str], int]
Row = tuple[int, int, int, int, float, float, int, int, int]


def every(user_id: int, kind: int, intern: Intern) -> Columns:
    """All edges of a kind; `intern` gives a relation's number."""
    if kind == FACT_EDGE:
        active = _ACTIVE.format(created=_CREATED[connection.vendor])
        found = [_fact_columns(part, intern) for part in batched(active, FETCHED, user_id)]
        return joined(found or [columns([])])
    if kind == HOLDING_EDGE:
        owned = (Chunk.objects.for_user(user_id), Evidence.objects.for_user(user_id))
        return columns([*_passages_held(owned[0], intern), *_facts_held(owned[1], intern)])
    return columns(list(_READERS[kind](_MODELS[kind].objects.for_user(user_id), intern)))


def facts(user_id: int, ids: Collection[int], intern: Intern) -> Columns:
    """The active facts among `ids`."""
    chosen = Fact.objects.checked_for(user_id)
    return columns([row for batch in batches(ids) for row in _facts(chosen.filter(pk__in=batch), intern)])


def mentions(user_id: int, chunks: Collection[int], entities: Collection[int], intern: Intern) -> Columns:
    """What the passages name, and where the entities are named."""
    return _distinct(MENTION_EDGE, user_id, intern, ("chunk_id", chunks), ("entity_id", entities))


def chunk_edges(user_id: int, chunks: Collection[int], intern: Intern) -> Columns:
    """The links from and to the passages."""
    return _distinct(CHUNK_EDGE, user_id, intern, ("source_id", chunks), ("target_id", chunks))


def holdings(user_id: int, chunks: Collection[int], facts: Collection[int], intern: Intern) -> Columns:
    """What documents hold of these passages and facts (M5, T20)."""
    passages, quotes = Chunk.objects.checked_for(user_id), Evidence.objects.checked_for(user_id)
    found = [row for batch in batches(chunks) for row in _passages_held(passages.filter(pk__in=batch), intern)]
    found += [row for batch in batches(facts) for row in _facts_held(quotes.filter(fact__in=batch), intern)]
    return columns(found)


def reference_mark(user_id: int) -> tuple[int, int]:
    """Tells whether any reference came or went: they are never changed, and ids are not given twice."""
    found = DocumentReference.objects.for_user(user_id).aggregate(count=Count("pk"), newest=Max("pk"))
    return found["count"], found["newest"] or 0


def _distinct(kind: int, user_id: int, intern: Intern, *sides: tuple[str, Collection[int]]) -> Columns:
    """Edges with one of the ids on one of the sides, each once."""
    owned, found = _MODELS[kind].objects.checked_for(user_id), {}
    for side, ids in sides:
        for batch in batches(ids):
            for row in _READERS[kind](owned.filter(**{f"{side}__in": batch}), intern):
                found[row[0]] = row
    return columns(list(found.values()))


def _facts(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    fields = ("pk", "subject_id", "object_id", "predicate", "weight", "confidence", "created_at", "expires_at")
    active = rows.filter(status__in=Fact.ACTIVE).values_list(*fields, "status", "bidirectional")
    for pk, subject, target, predicate, weight, confidence, created, expires, status, both_ways in active.iterator():
        yield (
            pk,
            node(ENTITY, subject),
            NO_NODE if target is None else node(ENTITY, target),
            intern(predicate),
            weight,
            confidence,
            microseconds(created),
            NEVER if expires is None else microseconds(expires),
            (CONFIRMED if status == "confirmed" else 0) | (BIDIRECTIONAL if both_ways else 0),
        )


_ACTIVE = """
    SELECT id, subject_id, object_id, predicate, weight, confidence, {created}, expires_at, status, bidirectional
    FROM graph_fact WHERE user_id = %s AND status IN ('staged', 'confirmed')
"""
# A time as text, or at once as what is kept of it: to make an object of each takes longer than all the rest.
_CREATED = {"sqlite": "created_at || ''", "postgresql": "(extract(epoch FROM created_at) * 1000000)::bigint"}


def _fact_columns(rows: Sequence[tuple], intern: Intern) -> Columns:
    """Facts as the database gives them, a column at a time: of a million one by one would take ten seconds."""
    cells = list(zip(*rows, strict=True))
    key, subject, target, predicate, weight, confidence, created, expires, status, both_ways = cells
    leads = np.array([NO_NODE if pk is None else pk for pk in target], np.int64)
    return Columns(
        key=np.array(key, np.int64),
        source=_entities(np.array(subject, np.int64)),
        target=np.where(leads == NO_NODE, NO_NODE, _entities(leads)),
        relation=np.array([intern(name) for name in predicate], np.int32),
        weight=np.array(weight, np.float32),
        confidence=np.array(confidence, np.float32),
        created=_moments(created),
        expires=np.array([NEVER if at is None else microseconds(_moment(at)) for at in expires], np.int64),
        flags=np.array(
            [
                (CONFIRMED if one == "confirmed" else 0) | (BIDIRECTIONAL if both else 0)
                for one, both in zip(status, both_ways, strict=True)
            ],
            np.uint8,
        ),
    )


def _entities(ids: Ints) -> Ints:
    return ids * NODE_KINDS + ENTITY


def _moments(values: Sequence[Any]) -> Ints:
    """Microseconds since 1970 of many times at once: of text in UTC, or as they are."""
    return np.array(values, "datetime64[us]" if isinstance(values[0], str) else np.int64).astype(np.int64)


def _moment(value: Any) -> dt.datetime:
    found = moment(value)
    assert found is not None
    return found


def _mentions(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    naming = rows.filter(entity__isnull=False, chunk__isnull=False)
    for pk, chunk, entity, created in naming.values_list("pk", "chunk_id", "entity_id", "created_at").iterator():
        yield _plain(pk, node(CHUNK, chunk), node(ENTITY, entity), intern(MENTIONS), created)


def _chunk_edges(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    fields = ("pk", "source_id", "target_id", "relation", "weight", "created_at", "expires_at")
    for pk, source, target, relation, weight, created, expires in rows.values_list(*fields).iterator():
        until = NEVER if expires is None else microseconds(expires)
        key = pk.int & _LOW_BITS
        yield _plain(key, node(CHUNK, source), node(CHUNK, target), intern(relation), created, weight, until)


def _references(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    """Between documents, and from the passage that names a title; the keys of the latter are odd."""
    fields = ("pk", "source_id", "target_id", "chunk_id", "created_at")
    for pk, source, target, chunk, created in rows.values_list(*fields).iterator():
        relation = intern(REFERENCES if chunk is None else NAMES)
        yield _plain(2 * pk, node(DOCUMENT, source), node(DOCUMENT, target), relation, created)
        if chunk is not None:
            yield _plain(2 * pk + 1, node(CHUNK, chunk), node(DOCUMENT, target), relation, created)


def _passages_held(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    """Passages without children; their keys are even, those of quotes odd."""
    leaves = rows.filter(children=None)
    for pk, document, created in leaves.values_list("pk", "document_id", "created_at").iterator():
        yield _plain(2 * pk, node(DOCUMENT, document), node(CHUNK, pk), intern(CONTAINS), created)


def _facts_held(rows: QuerySet, intern: Intern) -> Iterator[Row]:
    """Active facts, once for each document that they rest on."""
    quoted = rows.filter(document__isnull=False, fact__status__in=Fact.ACTIVE).order_by("pk")
    fields = ("pk", "document_id", "fact_id", "created_at", "fact__expires_at")
    seen: set[tuple[int, int]] = set()
    for pk, document, fact, created, expires in quoted.values_list(*fields).iterator():
        if (document, fact) not in seen:
            seen.add((document, fact))
            until = NEVER if expires is None else microseconds(expires)
            yield _plain(2 * pk + 1, node(DOCUMENT, document), node(FACT, fact), intern(CONTAINS), created, 1.0, until)


def _plain(
    key: int,
    source: int,
    target: int,
    relation: int,
    created: dt.datetime,
    weight: float = 1.0,
    expires: int = NEVER,
) -> Row:
    """An edge that is no fact: certain, and not waiting to be confirmed."""
    return (key, source, target, relation, weight, 1.0, microseconds(created), expires, CONFIRMED)


def microseconds(moment: dt.datetime) -> int:
    """Since 1970, exactly (a float of seconds would round)."""
    return (moment - _EPOCH) // _MICROSECOND


_LOW_BITS = 2**63 - 1  # of a link's UUID: its random half, enough to tell links apart and to break ties
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_MODELS: dict[int, Any] = {
    FACT_EDGE: Fact,
    MENTION_EDGE: Evidence,
    CHUNK_EDGE: ChunkEdge,
    REFERENCE_EDGE: DocumentReference,
}
_READERS: dict[int, Callable[[QuerySet, Intern], Iterator[Row]]] = {
    FACT_EDGE: _facts,
    MENTION_EDGE: _mentions,
    CHUNK_EDGE: _chunk_edges,
    REFERENCE_EDGE: _references,
}
