"""Search over HTTP: passages, facts and entities near a text, each with the entities it speaks of (N27-N30)."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from graph import clock
from graph.api import shapes
from graph.api.caller import caller, needs
from graph.api.fields import Body
from graph.api.traversal import Depth, steps_out
from graph.models import Entity
from graph.predicates import canonical
from graph.queries import search as searching
from graph.retrieval.types import node_pk

router = Router(tags=["retrieval"])


class SearchIn(Body):
    query: Annotated[str, Field(max_length=100_000)]
    k: Annotated[int, Field(ge=1, le=200)] = 10
    include_related: bool = False
    relations: Annotated[list[str], Field(max_length=200)] | None = None
    max_depth: Depth = 1


@router.post("/search", response=dict)
@needs("read")
def search(request: HttpRequest, body: SearchIn) -> Any:
    """The nearest `k` by meaning, nearest first; a result that speaks of no entity keeps its empty lists (N28)."""
    user = caller(request).user
    found = searching.nearest(user, body.query, body.k, clock.now())
    include = frozenset(canonical(one) for one in body.relations) if body.relations else None
    related = searching.related(user, found.hits, include, body.max_depth, clock.now()) if body.include_related else {}
    wanted = sorted({pk for hit in found.hits for pk in hit.entities})
    entities = Entity.objects.for_user(user).standing().filter(pk__in=wanted)
    shown = {int(one["id"]): one for one in shapes.entities(list(entities))}
    return {
        "results": [
            {
                "kind": hit.kind,
                "id": str(hit.pk),
                "text": hit.text,
                "distance": None if hit.distance is None else round(hit.distance, 6),
                "metadata": hit.metadata,
                "entities": [shown[pk] for pk in hit.entities if pk in shown],
                "related": [
                    {
                        "id": str(node_pk(visit.node)),
                        "name": found_names.get(visit.node, ""),
                        "depth": visit.depth,
                        "path": steps_out(visit.path, found_names),
                    }
                    for visit, found_names in related.get((hit.kind, hit.pk), ())
                ],
            }
            for hit in found.hits
        ],
        "degraded": list(found.degraded),
    }
