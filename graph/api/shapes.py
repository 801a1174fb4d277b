"""How entities, facts, changes and conflicts look outside: the one place that knows the contract's JSON."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, DateTimeField, Q, QuerySet

from graph.clock import written
from graph.curation.recorder import LEDGER_MODELS
from graph.curation.values import from_text
from graph.models import Change, ChangeRow, Conflict, Entity, EntityAlias, Fact
from graph.predicates import Relation, registry, relation
from graph.queries.conflicts import sides
from graph.read_as import between
from graph.retrieval import rows
from graph.retrieval.result import Result, detail, path_out, scores_out


class NoSuchRow(LookupError):
    """No row of this user has the id."""


def pk(text: str | int, what: str = "item") -> int:
    """The primary key behind an opaque id. Raises NoSuchRow for anything that cannot be one."""
    digits = str(text)
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0
    if not 0 < number < 2**63:
        raise NoSuchRow(f"There is no {what} “{text}”.")
    return number


def moment(at: dt.datetime | None) -> str | None:
    """ISO 8601 in UTC."""
    return written(at) if at else None


def facts(found: Iterable[Fact] | QuerySet[Fact]) -> list[dict[str, Any]]:
    """Facts with their evidence, in two queries however many they are."""
    listed = list(found.select_related("subject", "object") if isinstance(found, QuerySet) else found)
    quotes = rows.evidence(listed[0].user_id, [fact.pk for fact in listed]) if listed else {}
    return [_fact(fact, quotes.get(fact.pk, [])) for fact in listed]


def fact(one: Fact) -> dict[str, Any]:
    return facts([one])[0]


def _fact(one: Fact, quotes: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "subject": _end(one.subject),
        "predicate": one.predicate,
        "object": _end(one.object) if one.object else None,
        "value": None if one.object_id else from_text(one.value, one.value_type),
        "status": one.status,
        "source": one.source,
        "provenance": one.provenance,
        "confidence": one.confidence,
        "weight": one.weight,
        "bidirectional": one.bidirectional,
        "description": one.description,
        "metadata": one.metadata,
        "tags": one.tags,
        "pinned": one.pinned,
        "valid_from": moment(one.valid_from),
        "valid_until": moment(one.valid_until),
        "expires_at": moment(one.expires_at),
        "superseded_by": str(one.superseded_by_id) if one.superseded_by_id else None,
        "evidence": quotes,
        "used_count": one.used_count,
        "created_at": moment(one.created_at),
    }


def _end(entity: Entity) -> dict[str, str]:
    return {"id": str(entity.pk), "name": entity.name, "type": entity.type}


def entities(found: Sequence[Entity]) -> list[dict[str, Any]]:
    """Entities with their names and counts, in three queries however many they are."""
    ids = [entity.pk for entity in found]
    names: dict[int, list[EntityAlias]] = {one: [] for one in ids}
    for alias in EntityAlias.objects.filter(entity__in=ids).order_by("id"):
        names[alias.entity_id].append(alias)
    counts = {
        row["pk"]: row
        for row in Entity.objects.filter(pk__in=ids)
        .values("pk")
        .annotate(
            about=Count("facts_about", filter=Q(facts_about__status__in=Fact.ACTIVE), distinct=True),
            naming=Count("facts_naming", filter=Q(facts_naming__status__in=Fact.ACTIVE), distinct=True),
        )
    }
    return [_entity(entity, names[entity.pk], counts.get(entity.pk, {})) for entity in found]


def entity(one: Entity) -> dict[str, Any]:
    return entities([one])[0]


def _entity(one: Entity, names: list[EntityAlias], counts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "name": one.name,
        "type": one.type,
        "aliases": [alias.text for alias in names if alias.kind == EntityAlias.Kind.ALIAS],
        "properties": one.properties,
        "external_ids": {alias.scheme: alias.text for alias in names if alias.kind == EntityAlias.Kind.EXTERNAL},
        "description": one.description,
        "is_self": one.is_self,
        "pinned": one.pinned,
        "fact_count": counts.get("about", 0) + counts.get("naming", 0),
        "mention_count": one.mention_count,
        "created_at": moment(one.created_at),
    }


def change(one: Change, rows: Sequence[ChangeRow] | None = None, more: int = 0) -> dict[str, Any]:
    """A ledger entry; `before` and `after` list the rows it wrote, in order: all, or those given, without `more`."""
    rows = list(one.rows.order_by("id")) if rows is None else rows
    return {
        "id": str(one.pk),
        "actor": one.actor,
        "verb": one.verb,
        "reason": one.reason,
        "summary": one.summary,
        "run": one.run,
        "at": moment(one.at),
        "before": [_as_written(row, row.before) for row in rows if row.before],
        "after": [_as_written(row, row.after) for row in rows if row.after],
        "more": more,
        "undone_by": str(one.undone_by_id) if one.undone_by_id else None,
    }


def _as_written(row: ChangeRow, columns: dict[str, Any]) -> dict[str, Any]:
    """The columns of a row as the ledger keeps them, with moments as everywhere else."""
    moments = {
        column.attname: moment(dt.datetime.fromisoformat(columns[column.attname]))
        for column in LEDGER_MODELS[row.model]._meta.concrete_fields
        if isinstance(column, DateTimeField) and columns.get(column.attname)
    }
    return {"kind": row.model, "id": str(row.object_id), **columns, **moments}


def conflict(one: Conflict, relations: dict[str, Relation] | None = None) -> dict[str, Any]:
    """A question with its two facts, the older first."""
    relations = registry(one.user_id) if relations is None else relations
    older, newer = facts([one.older, one.newer])
    of, says = sides(one, relations)
    question = f"{of.name} {between(relation(relations, one.older.predicate).reads)} {' or '.join(says)}?"
    return {"id": str(one.pk), "kind": one.kind, "facts": [older, newer], "question": question, "state": one.state}


def retrieval(result: Result, explain: bool = True) -> dict[str, Any]:
    """The answer of POST /retrieve; without `explain` its items come without the reasons, which the receipt keeps."""
    return {
        "id": result.id,
        "query": result.query,
        "searched": result.searched or result.query,
        "preset": result.preset,
        "as_of": moment(result.as_of),
        "config": result.config,
        "degraded": list(result.degraded),
        "cache_hit": result.cache_hit,
        "anchors": [
            {"id": str(one.pk), "name": one.name, "type": one.type, "score": one.score, "channels": one.channels}
            for one in result.anchors
        ],
        "items": [_item(one, result) | ({} if explain else UNEXPLAINED) for one in result.items],
        "narrative": result.narrative,
        "tokens": result.tokens,
        "timings_ms": {
            stage: round(result.timings.get(stage, 0.0), 3)
            for stage in ("embed", "vector", "keyword", "spread", "score", "narrative", "total")
        },
        "stats": result.stats,
    }


UNEXPLAINED: dict[str, Any] = {"scores": {}, "path": [], "graph_context": [], "evidence": []}


def _item(one: Any, result: Result) -> dict[str, Any]:
    shown = detail(one, result)
    return {
        "kind": one.kind,
        "id": str(one.pk),
        "text": one.text,
        "score": one.score,
        "scores": scores_out(one),
        "hops": one.hops,
        "path": path_out(one.path, result.names),
        "source_edge": one.source_edge,
        "graph_context": [
            {"from": str(source), "relation": name, "description": words} for source, name, words in one.context
        ],
        "feedback_score": one.feedback_score,
        "status": shown["status"],
        "source": shown["source"],
        "evidence": shown["evidence"],
    }
