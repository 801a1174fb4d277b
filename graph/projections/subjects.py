"""Which rows are searchable, and the text of each: standing entities, active facts, passages without children."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, get_args

from django.db.models import QuerySet

from graph.models import Chunk, Entity, EntityAlias, Fact, Touch
from graph.predicates import registry, relation
from graph.projections.texts import chunk_text, entity_text, fact_text, own_fact_text
from graph.retrieval.types import Kind

_MODELS: dict[Kind, Any] = {"entity": Entity, "fact": Fact, "chunk": Chunk}
KINDS: tuple[Kind, ...] = get_args(Kind)
EMBEDDING_TOUCH: dict[Kind, str] = {
    "entity": Touch.Kind.EMBEDDING_ENTITY,
    "fact": Touch.Kind.EMBEDDING_FACT,
    "chunk": Touch.Kind.EMBEDDING_CHUNK,
}
BATCH = 500  # ids a query: SQLite binds at most some thousands


def rows(user_id: int, kind: Kind, ids: Collection[int] | None = None) -> QuerySet:
    """The rows of `kind` that are embedded and found by keyword: all, or those among `ids`."""
    owned = _MODELS[kind].objects
    found = owned.for_user(user_id) if ids is None else owned.checked_for(user_id).filter(pk__in=ids)
    if kind == "entity":
        return found.standing()
    return found.active() if kind == "fact" else found.filter(children=None)


def texts(user_id: int, kind: Kind, ids: Collection[int] | None = None) -> dict[int, str]:
    """Text by id, of all searchable rows of `kind` or of those among `ids`."""
    load = {"entity": _entities, "fact": _facts, "chunk": _chunks}[kind]
    if ids is None:
        return dict(load(user_id, rows(user_id, kind)))
    found: dict[int, str] = {}
    for batch in batches(ids):
        found.update(load(user_id, rows(user_id, kind, batch)))
    return found


def batches(ids: Collection[int]) -> Iterator[list[int]]:
    """The ids in ascending order, at most `BATCH` at a time."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]


class _Entity(NamedTuple):
    pk: int
    name: str
    type: str
    description: str


def _entities(user_id: int, entities: QuerySet) -> Iterator[tuple[int, str]]:
    aliases: dict[int, list[str]] = defaultdict(list)
    named = EntityAlias.objects.checked_for(user_id).exclude(kind=EntityAlias.Kind.EXTERNAL)
    for entity_id, text in named.filter(entity__in=entities).values_list("entity_id", "text"):
        aliases[entity_id].append(text)
    for row in entities.values_list(*_Entity._fields):  # of rows of a model a large book has very many
        entity = _Entity(*row)
        yield entity.pk, entity_text(entity, aliases.get(entity.pk, ()))


def _facts(user_id: int, facts: QuerySet) -> Iterator[tuple[int, str]]:
    relations = registry(user_id)
    reads: dict[str, str] = {}
    fields = ("pk", "subject__name", "subject__is_self", "predicate", "object__name", "value")
    for pk, subject, is_self, predicate, target, value in facts.values_list(*fields):
        if predicate not in reads:
            reads[predicate] = relation(relations, predicate).reads
        said = own_fact_text if is_self else fact_text
        yield pk, said(subject, reads[predicate], value if target is None else target)


def _chunks(user_id: int, chunks: QuerySet) -> Iterator[tuple[int, str]]:
    for chunk in chunks.only("prefix", "text"):
        yield chunk.pk, chunk_text(chunk)
