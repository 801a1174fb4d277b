"""Entities over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from graph import clock
from graph.api import bodies, shapes
from graph.api.caller import caller, needs
from graph.api.paging import PageQuery, page
from graph.curation import entities, merging
from graph.models import Change, Entity
from graph.naming import normalise
from graph.retrieval.channels import resolve

router = Router(tags=["entities"])


@router.post("/entities", response={201: dict})
@needs("write")
def create_entity(request: HttpRequest, body: bodies.EntityIn) -> Any:
    who = caller(request)
    made = entities.create(user=who.user, by=who.by, now=clock.now(), **body.model_dump())
    return Status(201, shapes.entity(made))


@router.get("/entities", response=dict)
@needs("read")
def list_entities(request: HttpRequest, paging: PageQuery, q: str = "", type: str = "") -> Any:
    rows = Entity.objects.for_user(caller(request).user).standing()
    if type:
        rows = rows.filter(type__iexact=type)
    if q.strip():
        rows = rows.filter(pk__in=rows.filter(aliases__normalised__contains=normalise(q)).values("pk"))
    found, following = page(request, rows, paging)
    return {"items": shapes.entities(found), "next": following}


@router.post("/entities/resolve", response=dict)
@needs("read")
def resolve_entity(request: HttpRequest, body: bodies.ResolveIn) -> Any:
    candidates, resolved = resolve.candidates(caller(request).user, body.text, body.context)
    return {
        "candidates": [
            {"id": str(one.pk), "name": one.name, "type": one.type, "score": round(one.score, 6), "why": one.why}
            for one in candidates
        ],
        "resolved": str(resolved) if resolved else None,
    }


@router.post("/entities/merge", response=dict)
@needs("write")
def merge_entities(request: HttpRequest, body: bodies.MergeIn) -> Any:
    who = caller(request)
    change = merging.merge(
        user=who.user,
        keep=shapes.pk(body.keep, "entity"),
        absorb=[shapes.pk(one, "entity") for one in body.absorb],
        by=who.by,
        now=clock.now(),
        reason=body.reason,
    )
    return {"change": shapes.change(change)}


@router.post("/entities/{entity_id}/split", response=dict)
@needs("write")
def split_entity(request: HttpRequest, entity_id: str, body: bodies.SplitIn) -> Any:
    who = caller(request)
    made, change = merging.split(
        user=who.user,
        entity_id=shapes.pk(entity_id, "entity"),
        name=body.name,
        facts=[shapes.pk(one, "fact") for one in body.facts],
        aliases=body.aliases,
        by=who.by,
        now=clock.now(),
        reason=body.reason,
    )
    return {"entity": shapes.entity(made), "change": shapes.change(change)}


@router.get("/entities/{entity_id}", response=dict)
@needs("read")
def get_entity(request: HttpRequest, entity_id: str) -> Any:
    return shapes.entity(entities.find(caller(request).user, shapes.pk(entity_id, "entity")))


@router.patch("/entities/{entity_id}", response=dict)
@needs("write")
def edit_entity(request: HttpRequest, entity_id: str, body: bodies.EntityPatch) -> Any:
    who = caller(request)
    edited = entities.edit(
        user=who.user, entity_id=shapes.pk(entity_id, "entity"), by=who.by, now=clock.now(), **body.model_dump()
    )
    return shapes.entity(edited)


@router.delete("/entities/{entity_id}", response=dict)
@needs("write")
def delete_entity(request: HttpRequest, entity_id: str) -> Any:
    who = caller(request)
    change: Change = entities.delete(
        user=who.user, entity_id=shapes.pk(entity_id, "entity"), by=who.by, now=clock.now()
    )
    return {"change": shapes.change(change)}
