"""How much a person's graph holds and how its projections stand: the figures of GET /stats."""

from __future__ import annotations

from typing import Any

from django.db.models import Count

from graph import params
from graph.exchange import talks
from graph.models import Chunk, ChunkEdge, Document, DocumentReference, Entity, Fact, Job, User
from graph.projections import adjacency, embed, keywords, loose, pending, shelves, vectors
from graph.projections.subjects import KINDS

RELATIONS = 50  # kinds of relation that are counted apart


def figures(user: User) -> dict[str, Any]:
    """Row counts, the size of the graph index (M67), health, and the bytes of each projection (N34)."""
    facts = Fact.objects.for_user(user)
    documents = Document.objects.for_user(user)
    held = adjacency.of(user.pk).stats()
    by_predicate = facts.active().values("predicate").annotate(count=Count("pk")).order_by("-count", "predicate")
    return {
        "entities": Entity.objects.for_user(user).standing().count(),
        "facts": facts.active().count(),
        "staged": facts.staged().count(),
        "confirmed": facts.confirmed().count(),
        "documents": documents.exclude(kind=Document.Kind.CONVERSATION).count(),
        "chunks": Chunk.objects.for_user(user).count(),
        "conversations": talks.count(user),
        "edges": held.edges,
        "nodes": held.nodes,
        "chunk_edges": ChunkEdge.objects.for_user(user).count(),
        "references": DocumentReference.objects.for_user(user).count(),
        "communities": Entity.objects.for_user(user).exclude(community=None).values("community").distinct().count(),
        "relations": {row["predicate"]: row["count"] for row in by_predicate[:RELATIONS]},
        "limits": {"edges": params.GRAPH_EDGES_WARNING},
        "warnings": _warnings(held),
        "health": _health(user),
        "memory": _memory(user, held),
    }


def orphans(user: User) -> int:
    """Nodes of the graph index whose row is gone (M69); more than none is a fault."""
    return sum(len(gone) for gone in loose.nodes(user.pk).values())


def _warnings(held: adjacency.Stats) -> list[str]:
    if not held.too_large:
        return []
    return [f"The graph has {held.edges:,} edges; above {params.GRAPH_EDGES_WARNING:,} a walk may take seconds."]


def _health(user: User) -> dict[str, Any]:
    jobs = Job.objects.for_user(user)
    return {
        "model_ready": embed.ready(),
        "vectors_pending": pending.count_pending(user.pk),
        "jobs_waiting": jobs.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).count(),
        "jobs_failed": jobs.filter(state=Job.State.FAILED).count(),
        "keywords": keywords.available(),
        "orphans": orphans(user),
        "degraded": vectors.degradation(),
        "not_searched_by_vector": [kind for kind in KINDS if not vectors.is_searched(user.pk, kind)],
    }


def _memory(user: User, held: adjacency.Stats) -> dict[str, int]:
    """Bytes in this process."""
    by_kind = {f"{kind}_vectors": 0 for kind in ("entity", "fact", "chunk")}
    for (owner, kind, _), size in shelves.memory().items():
        if owner == user.pk:
            by_kind[f"{kind}_vectors"] += size
    return {"graph": held.bytes, **by_kind, "total": held.bytes + sum(by_kind.values())}
