"""What one retrieval answers, and how it is kept as a receipt."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from graph.clock import written
from graph.models import Retrieval, RetrievalItem, User
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, RETRIEVAL, Item, Step, node_kind, node_pk
from graph.statements import insert

FACTORS = frozenset({"decay", "usage", "recency", "feedback", "status"})  # of a score: at 1 they changed nothing


@dataclass(frozen=True, slots=True)
class Context:
    """What is open beside the question: ids of entities and documents."""

    entities: tuple[int, ...] = ()
    documents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """One retrieval: items best first, the narrative made of them, and every trace needed to say why."""

    id: str
    query: str
    preset: str
    config: dict[str, Any]
    anchors: tuple[Anchor, ...] = ()
    items: tuple[Item, ...] = ()
    left_out: tuple[tuple[Item, str], ...] = ()
    narrative: str = ""
    tokens: int = 0
    degraded: tuple[str, ...] = ()
    cache_hit: bool = False
    timings: dict[str, float] = field(default_factory=dict)
    stats: dict[str, Any] = field(default_factory=dict)
    evidence: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)  # node number -> name, for paths
    reads: dict[str, str] = field(default_factory=dict)  # predicate -> its words
    lines: dict[int, str] = field(default_factory=dict)  # passage -> the words of the line by which it is near
    searched: str = ""  # the question with its words as the book spells them, where that is not how they were typed
    as_of: dt.datetime | None = None  # the moment that was asked about, if it was not the present
    alike: int = 0  # facts of the book that say the same of one end as those that answer, where they were counted
    me: int | None = None  # the person's own entity, where the question is about them


def path_out(path: tuple[Step, ...], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """A path as JSON: the start has no relation."""
    kinds = {ENTITY: "entity", CHUNK: "chunk", DOCUMENT: "document", RETRIEVAL: "retrieval"}
    return [
        {
            "relation": step.relation or None,
            "id": str(node_pk(step.node)),
            "name": names.get(step.node, ""),
            "kind": kinds[node_kind(step.node)],
            "reverse": step.reverse,
        }
        for step in path
    ]


def scores_out(item: Item) -> dict[str, float]:
    """The parts of a score, rounded for people."""
    return {name: round(getattr(item.parts, name), 6) for name in item.parts.__dataclass_fields__}


def detail(item: Item, result: Result, why_left_out: str | None = None) -> dict[str, Any]:
    """Everything that the evidence panel shows of an item, as JSON."""
    fact, chunk = item.fact, item.chunk
    shown: dict[str, Any] = {
        "text": item.text,
        "scores": scores_out(item),
        "hops": item.hops,
        "path": path_out(item.path, result.names),
        "source_edge": item.source_edge,
        "status": fact.status if fact else "",
        "source": fact.source if fact else "",
        "evidence": result.evidence.get(item.pk, []) if fact else [],
        "why_left_out": why_left_out,
    }
    if fact is not None:
        shown |= {
            "subject": str(fact.subject),
            "subject_name": fact.subject_name,
            "predicate": fact.predicate,
            "reads": result.reads.get(fact.predicate, fact.predicate),
            "object": str(fact.object) if fact.object else None,
            "object_name": fact.object_name,
            "value": fact.value,
            "section": fact.subject_name,
            "created_at": written(fact.created_at),
        }
    if chunk is not None:
        place = {"message": chunk.message} if chunk.message else {"document": str(chunk.document)}
        shown["section"] = chunk.document_title
        shown["evidence"] = [{**place, "title": chunk.document_title, "quote": chunk.text}]
        shown["line"] = result.lines.get(item.pk, "")
    if item.entity is not None:
        shown |= {"section": item.entity.name, "subject_name": item.entity.name, "predicate": "description"}
    return shown


def kept(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What `detail` says of an item, as a receipt stores it: without the parts of a score that changed nothing, and
    with the words of a passage once (`quoted` reads them back).
    """
    scores = shown["scores"].items()
    told = {name: value for name, value in scores if value and not (name in FACTORS and value == 1)}
    quotes = [
        {name: value for name, value in one.items() if name != "quote" or value != shown["text"]}
        for one in shown["evidence"]
    ]
    return {**shown, "scores": told, "evidence": quotes}


def quoted(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What an item of a receipt rests on, each with its quote."""
    return [{"quote": stored.get("text") or "", **one} for one in stored.get("evidence") or ()]


def moment_of(config: dict[str, Any] | None) -> dt.datetime | None:
    """The moment that a kept run was asked about, from its configuration."""
    at = (config or {}).get("as_of")
    return dt.datetime.fromisoformat(at) if at else None


def keep(user: User, result: Result, now: dt.datetime) -> str:
    """Store the run and its items as a receipt; returns its id."""
    with transaction.atomic():
        run = Retrieval.objects.create(
            user=user,
            query=result.query,
            preset=result.preset,
            config=result.config | ({"as_of": written(result.as_of)} if result.as_of else {}),
            degraded=list(result.degraded),
            cache_hit=result.cache_hit,
            anchors=[
                {"id": str(one.pk), "name": one.name, "type": one.type, "score": one.score, "channels": one.channels}
                for one in result.anchors
            ],
            narrative=result.narrative,
            tokens=result.tokens,
            timings={stage: round(spent, 3) for stage, spent in result.timings.items()},
            stats=result.stats,
            created_at=now,
        )
        rows = []
        for rank, (item, why) in enumerate([*((item, None) for item in result.items), *result.left_out]):
            shown = json.dumps(kept(detail(item, result, why)))
            rows.append((user.pk, run.pk, item.kind, item.pk, rank, item.score, shown, False, False))
        columns = ("user_id", "retrieval_id", "kind", "object_id", "rank", "score", "detail", "used", "cited")
        insert(RetrievalItem._meta.db_table, columns, rows)
    return str(run.pk)


def extend(user: User, retrieval_id: int, found: Result) -> None:
    """Add what a further search found to a receipt; it was read, so what the first one left out is so no longer."""
    rows = RetrievalItem.objects.for_user(user).filter(retrieval_id=retrieval_id)
    with transaction.atomic():
        if not Retrieval.objects.for_user(user).filter(pk=retrieval_id).exists():
            return
        standing = {(row.kind, row.object_id): row for row in rows}
        for rank, item in enumerate(found.items, start=len(standing)):
            shown = {**kept(detail(item, found)), "searched": found.query}
            row = standing.get((item.kind, item.pk))
            if row is None:
                RetrievalItem.objects.create(
                    user=user,
                    retrieval_id=retrieval_id,
                    kind=item.kind,
                    object_id=item.pk,
                    rank=rank,
                    score=item.score,
                    detail=shown,
                    used=True,
                )
            elif row.detail.get("why_left_out"):
                row.detail, row.used = shown, True
                row.save(update_fields=["detail", "used"])
