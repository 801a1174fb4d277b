"""The predicate registry over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from graph import clock
from graph.api import bodies, shapes
from graph.api.caller import caller, needs
from graph.api.paging import LongPageQuery, part
from graph.curation import merging_relations, relations
from graph.predicates import Relation, canonical, registry

router = Router(tags=["predicates"])


def shape(one: Relation) -> dict[str, Any]:
    return {
        "name": one.name,
        "label": one.reads,
        "inverse_label": one.reads_back,
        "category": one.category,
        "symmetric": one.symmetric,
        "functional": one.functional,
        "inverse_of": one.inverse_of or None,
        "asked_as": one.asked_as,
        "same_as": one.same_as or None,
        "turned": one.turned,
        "subject_kind": one.subject_kind,
        "object_kind": one.object_kind,
        "builtin": one.builtin,
    }


@router.get("/predicates", response=dict)
@needs("read")
def list_predicates(request: HttpRequest, paging: LongPageQuery) -> Any:
    """By name; all of them, unless there are more than 200 or fewer are asked for."""
    found, following = part(request, sorted(registry(caller(request).user.pk).items()), paging)
    return {"items": [shape(one) for one in found], "next": following}


@router.post("/predicates", response={201: dict})
@needs("write")
def create_predicate(request: HttpRequest, body: bodies.PredicateIn) -> Any:
    who = caller(request)
    return Status(201, shape(relations.create(user=who.user, by=who.by, now=clock.now(), **body.model_dump())))


@router.get("/predicates/{name}", response=dict)
@needs("read")
def get_predicate(request: HttpRequest, name: str) -> Any:
    found = registry(caller(request).user.pk).get(canonical(name))
    if found is None:
        raise shapes.NoSuchRow(f"There is no predicate “{name}”.")
    return shape(found)


@router.patch("/predicates/{name}", response=dict)
@needs("write")
def edit_predicate(request: HttpRequest, name: str, body: bodies.PredicatePatch) -> Any:
    """A built-in predicate is overridden for this user."""
    who = caller(request)
    values = {key: value for key, value in body.model_dump().items() if value is not None}
    return shape(relations.edit(user=who.user, name=canonical(name), by=who.by, now=clock.now(), **values))


@router.post("/predicates/{name}/merge", response=dict)
@needs("write")
def merge_predicate(request: HttpRequest, name: str, body: bodies.PredicateMerge) -> Any:
    """All that it says is said by `into`, also later; `turned` from the other end ("employs" by "works_for")."""
    who = caller(request)
    done = merging_relations.merge(
        user=who.user, name=canonical(name), into=canonical(body.into), turned=body.turned, by=who.by, now=clock.now()
    )
    return {"change": shapes.change(done.change), "moved": done.moved, "folded": done.folded}


@router.delete("/predicates/{name}", response=dict)
@needs("write")
def delete_predicate(request: HttpRequest, name: str) -> Any:
    """An overridden built-in predicate goes back to what it was; a plain built-in one cannot be deleted (409)."""
    who = caller(request)
    return {"change": shapes.change(relations.delete(user=who.user, name=canonical(name), by=who.by, now=clock.now()))}
