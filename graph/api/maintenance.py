"""Maintenance passes over HTTP, and the communities that one of them finds."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from graph import clock
from graph.api.caller import caller, needs
from graph.api.fields import Body
from graph.api.paging import LongPageQuery, part
from graph.maintenance import passes
from graph.queries import communities

router = Router(tags=["maintenance"])


class MaintenanceIn(Body):
    dry_run: bool = False


@router.post("/maintenance/{name}", response=dict)
@needs("write")
def maintain(request: HttpRequest, name: passes.Name, body: MaintenanceIn | None = None) -> Any:
    """With `dry_run` nothing is written, and the counts say what would be."""
    who = caller(request)
    dry_run = body.dry_run if body else False
    counts = passes.run(name, user=who.user, by=who.by, now=clock.now(), dry_run=dry_run)
    return {"counts": counts, "dry_run": dry_run}


@router.get("/communities", response=dict)
@needs("read")
def list_communities(request: HttpRequest, paging: LongPageQuery) -> Any:
    """The groups of the last `communities` pass, largest first, each with a line that sums it up."""
    summed = [(str(one.number), one) for one in communities.summaries(caller(request).user)]
    found, following = part(request, summed, paging)
    return {
        "items": [
            {
                "id": str(one.number),
                "size": one.size,
                "summary": one.summary,
                "entities": [{"id": str(pk), "name": name} for pk, name in one.foremost],
            }
            for one in found
        ],
        "next": following,
    }
