"""The ledger over HTTP: what changed, and undo."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from graph import clock
from graph.api import shapes
from graph.api.caller import caller, needs
from graph.api.paging import PageQuery, page
from graph.curation import undo
from graph.models import Change

router = Router(tags=["changes"])


def _change(request: HttpRequest, change_id: str) -> Change:
    found = Change.objects.for_user(caller(request).user).filter(pk=shapes.pk(change_id, "change")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no change “{change_id}”.")
    return found


@router.get("/changes", response=dict)
@needs("read")
def list_changes(request: HttpRequest, paging: PageQuery, run: str = "") -> Any:
    rows = Change.objects.for_user(caller(request).user)
    if run:
        rows = rows.filter(run=run)
    found, following = page(rows.prefetch_related("rows"), paging, newest_first=True)
    return {"items": [shapes.change(one) for one in found], "next": following}


@router.get("/changes/{change_id}", response=dict)
@needs("read")
def get_change(request: HttpRequest, change_id: str) -> Any:
    return shapes.change(_change(request, change_id))


@router.post("/changes/{change_id}/undo", response=dict)
@needs("write")
def undo_change(request: HttpRequest, change_id: str) -> Any:
    who = caller(request)
    made = undo.undo(user=who.user, change=_change(request, change_id), by=who.by, now=clock.now())
    return {"change": shapes.change(made)}
