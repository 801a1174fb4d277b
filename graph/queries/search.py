"""What is near a text, of every kind at once, with the entities that each result speaks of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graph import jobs
from graph.documents.params import READING
from graph.models import Chunk, Entity, Evidence, Fact, User, UserSettings
from graph.naming import clean
from graph.predicates import registry, relation
from graph.projections import embed, keywords, pending, subjects, vectors
from graph.projections.exact import Vectors
from graph.projections.texts import fact_text
from graph.queries import walks
from graph.retrieval.types import ENTITY, Kind, Which, node
from graph.walks.traverse import Visit, Walk

RELATED = 50  # entities told for one result


@dataclass(frozen=True, slots=True)
class Hit:
    """`distance` is 1 - cosine, None for a row that has no vector yet and was found by its words."""

    kind: Kind
    pk: int
    distance: float | None
    text: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    entities: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hits:
    hits: tuple[Hit, ...]
    degraded: tuple[str, ...] = ()


def nearest(user: User, text: str, k: int, now: dt.datetime) -> Hits:
    """The `k` rows most like `text`, nearest first; words fill up what has no vector (yet), or all without a model."""
    text, degraded = clean(text), []
    if not text:
        return Hits(())
    found: list[Hit] = []
    try:
        question = embed.encode_query(text, vectors.serving(user.pk))
    except (embed.ModelLoading, embed.ModelUnavailable):
        degraded.append("keyword_only")
    else:
        for kind in subjects.KINDS:
            near = _near(user, kind, question, text, _fetched(user, kind, k))
            found += [Hit(kind, pk, 1.0 - similarity) for pk, similarity in near]
        if pending.count_pending(user.pk):
            degraded.append("vectors_pending")
    if jobs.are_at_hand(READING, user.pk):
        degraded.append("documents_pending")
    found.sort(key=lambda hit: (hit.distance or 0.0, hit.kind, hit.pk))
    found = _living(user, _indexed(user, found), now)[:k]
    if len(found) < k:
        found += _by_word(user, text, k - len(found), {(hit.kind, hit.pk) for hit in found}, now)
    return Hits(tuple(_enriched(user, found)), tuple(degraded))


def _near(user: User, kind: Kind, question: Vectors, text: str, k: int) -> Sequence[tuple[int, float]]:
    """The nearest of a kind; of one with too many vectors those that share words with the text, compared with it."""
    if vectors.is_searched(user.pk, kind):
        return vectors.nearest(user.pk, kind, question, k)
    sharing = keywords.search(user.pk, kind, text, k) if keywords.available() else []
    return list(vectors.similarities(user.pk, kind, [pk for pk, _ in sharing], question).items())


def related(
    user: User, hits: Sequence[Hit], include: frozenset[str] | None, max_depth: int, now: dt.datetime
) -> dict[tuple[str, int], list[tuple[Visit, dict[int, str]]]]:
    """For each hit, the entities that its own ones lead to, each once by its shortest way, with the names on it."""
    walk = Walk(Which(kinds=walks.FACTS_ONLY, include=include), max_depth, RELATED)
    reached = {
        pk: walks.reachable(user, node(ENTITY, pk), walk, now)
        for pk in sorted({pk for hit in hits for pk in hit.entities})
    }
    found: dict[tuple[str, int], list[tuple[Visit, dict[int, str]]]] = {}
    for hit in hits:
        best: dict[int, tuple[Visit, dict[int, str]]] = {}
        own = {node(ENTITY, pk) for pk in hit.entities}
        for pk in hit.entities:
            for visit in reached[pk].reached.visits:
                known = best.get(visit.node)
                if visit.node not in own and (known is None or _nearness(visit) < _nearness(known[0])):
                    best[visit.node] = (visit, reached[pk].names)
        found[hit.kind, hit.pk] = sorted(best.values(), key=lambda pair: _nearness(pair[0]))[:RELATED]
    return found


def _nearness(visit: Visit) -> tuple[int, float, int]:
    return visit.depth, -visit.strength, visit.node


def _types(user: User) -> set[str]:
    """The only entity types that are found directly (N19); empty for all."""
    kept = UserSettings.objects.filter(user=user).values_list("retrieval", flat=True).first() or {}
    return {str(one).casefold() for one in kept.get("indexed_types") or ()}


def _fetched(user: User, kind: Kind, k: int) -> int:
    return k * 5 if kind == "entity" and _types(user) else k


def _indexed(user: User, hits: list[Hit]) -> list[Hit]:
    types = _types(user)
    if not types:
        return hits
    wanted = [hit.pk for hit in hits if hit.kind == "entity"]
    kept = {
        pk
        for pk, type in Entity.objects.for_user(user).filter(pk__in=wanted).values_list("pk", "type")
        if type.casefold() in types
    }
    return [hit for hit in hits if hit.kind != "entity" or hit.pk in kept]


def _living(user: User, hits: list[Hit], now: dt.datetime) -> list[Hit]:
    """Without the facts whose time is over, which wait to be taken back (M74)."""
    facts = Fact.objects.for_user(user).filter(pk__in=[hit.pk for hit in hits if hit.kind == "fact"])
    over = set(facts.filter(expires_at__lte=now).values_list("pk", flat=True))
    return [hit for hit in hits if hit.kind != "fact" or hit.pk not in over]


def _by_word(user: User, text: str, room: int, had: set[tuple[str, int]], now: dt.datetime) -> list[Hit]:
    hits: list[Hit] = []
    try:
        for kind in ("chunk", "fact", "entity"):
            ranked = keywords.search(user.pk, kind, text, room + len(had))
            hits += [Hit(kind, pk, None) for pk, _ in ranked if (kind, pk) not in had]
    except keywords.NoFullText:
        return []
    return _living(user, _indexed(user, hits), now)[:room]


def _enriched(user: User, hits: list[Hit]) -> list[Hit]:
    """Texts, metadata and linked entities, a few queries however many hits there are."""
    ids = {kind: [hit.pk for hit in hits if hit.kind == kind] for kind in subjects.KINDS}
    told: dict[tuple[str, int], tuple[str, dict[str, Any], tuple[int, ...]]] = {}
    named: dict[int, list[int]] = {}
    mentions = Evidence.objects.for_user(user).filter(chunk__in=ids["chunk"], entity__isnull=False)
    for chunk_pk, entity_pk in mentions.order_by("pk").values_list("chunk_id", "entity_id"):
        named.setdefault(chunk_pk, []).append(entity_pk)
    for chunk in Chunk.objects.for_user(user).filter(pk__in=ids["chunk"]).select_related("document"):
        place = {"document": str(chunk.document_id), "title": chunk.document.title, "position": chunk.position}
        metadata = {**chunk.metadata, "source": chunk.document.source, **place}
        told["chunk", chunk.pk] = (chunk.text, metadata, tuple(dict.fromkeys(named.get(chunk.pk, ()))))
    relations = registry(user.pk)
    for fact in Fact.objects.for_user(user).filter(pk__in=ids["fact"]).select_related("subject", "object"):
        reads = relation(relations, fact.predicate).reads
        said = fact_text(fact.subject.name, reads, fact.object.name if fact.object else fact.value)
        metadata = {**fact.metadata, "predicate": fact.predicate, "status": fact.status, "confidence": fact.confidence}
        ends = (fact.subject_id, fact.object_id) if fact.object_id else (fact.subject_id,)
        told["fact", fact.pk] = (said, metadata, ends)
    for entity in Entity.objects.for_user(user).filter(pk__in=ids["entity"]):
        said = f"{entity.name}: {entity.description}" if entity.description else entity.name
        told["entity", entity.pk] = (said, {"type": entity.type, **entity.properties}, (entity.pk,))
    return [
        replace(
            hit, text=told[hit.kind, hit.pk][0], metadata=told[hit.kind, hit.pk][1], entities=told[hit.kind, hit.pk][2]
        )
        for hit in hits
        if (hit.kind, hit.pk) in told
    ]
