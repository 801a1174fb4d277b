"""What other facts and entries say of the erased in their own words: with its passages, these words go too."""

from __future__ import annotations

from typing import Any

from graph import versions
from graph.erasure.scope import Scope, Wording
from graph.models import Embedding, Entity, Fact, Touch
from graph.projections import keywords
from graph.projections.subjects import batches, texts


def facts_saying(scope: Scope, wording: Wording) -> frozenset[int]:
    """The facts whose plain value names it: without the value nothing of them would be left."""
    said = Fact.objects.for_user(scope.user).exclude(value="").values_list("pk", "value")
    return frozenset(pk for pk, value in said.iterator() if wording.names(value))


def clear(scope: Scope, wording: Wording) -> int:
    """Take the descriptions, properties, metadata and tags that name it from what stays; returns from how many rows.

    The name of another entry stays: it is not said of the erased, and the receipt lists it.
    """
    return _from_facts(scope, wording) + _from_entities(scope, wording)


def _from_facts(scope: Scope, wording: Wording) -> int:
    cleared = 0
    staying = Fact.objects.for_user(scope.user).exclude(description="", metadata={}, tags=[])
    for fact in staying.only("description", "metadata", "tags").iterator():
        kept: dict[str, Any] = {}
        if wording.names(fact.description):
            kept["description"] = ""
        if wording.names(fact.metadata):
            kept["metadata"] = _without(fact.metadata, wording)
        if wording.names(fact.tags):
            kept["tags"] = [tag for tag in fact.tags if not wording.names(tag)]
        if kept and fact.pk not in scope.of("fact"):
            cleared += Fact.objects.filter(pk=fact.pk).update(**kept)
    return cleared


def _from_entities(scope: Scope, wording: Wording) -> int:
    changed: list[int] = []
    for entity in Entity.objects.for_user(scope.user).exclude(description="", properties={}).iterator():
        if entity.pk not in scope.of("entity") and wording.names(entity.description, entity.properties):
            if wording.names(entity.description):
                entity.description = ""
            entity.properties = _without(entity.properties, wording)
            entity.save(update_fields=["description", "properties"])
            changed.append(entity.pk)
    keywords.put("entity", scope.user.pk, list(texts(scope.user.pk, "entity", changed).items()))
    for batch in batches(changed):
        Embedding.objects.for_user(scope.user).filter(kind="entity", object_id__in=batch).delete()
    if changed:
        kinds = (Touch.Kind.ENTITY, Touch.Kind.EMBEDDING_ENTITY)
        versions.bump(scope.user.pk, [(kind, pk) for pk in changed for kind in kinds])
    return len(changed)


def _without(named: dict[str, Any], wording: Wording) -> dict[str, Any]:
    return {key: value for key, value in named.items() if not wording.names(key, value)}
