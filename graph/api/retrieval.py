"""Retrieval and feedback over HTTP."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import ValidationError

from graph import clock
from graph.api import bodies, shapes
from graph.api.caller import caller, needs
from graph.models import Document, Entity, Retrieval, User
from graph.retrieval import feedback, pipeline
from graph.retrieval.result import Context

router = Router(tags=["retrieval"])


def context(user: User, given: bodies.ContextIn) -> Context:
    """What is open beside the question. Raises NoSuchRow for an id that is not of a row of the user."""
    entities = tuple(shapes.pk(one, "entity") for one in given.entities)
    documents = tuple(shapes.pk(one, "document") for one in given.documents)
    for ids, rows, what in (
        (entities, Entity.objects.for_user(user).standing(), "entity"),
        (documents, Document.objects.for_user(user), "document"),
    ):
        missing = set(ids) - set(rows.filter(pk__in=ids).values_list("pk", flat=True)) if ids else ()
        if missing:
            raise shapes.NoSuchRow(f"There is no {what} “{min(missing)}”.")
    return Context(entities, documents)


@router.post("/retrieve", response=dict)
@needs("read")
def retrieve(request: HttpRequest, body: bodies.RetrieveIn) -> Any:
    """`id` is for `POST /feedback`, within thirty days; what was judged by then is kept for good."""
    result = pipeline.retrieve(
        user=caller(request).user,
        query=body.query,
        preset="default" if body.preset is None else body.preset,
        config=body.config,
        context=context(caller(request).user, body.context),
        limit=body.limit,
        min_score=body.min_score,
        now=clock.now(),
        as_of=body.as_of,
    )
    return shapes.retrieval(result, explain=body.explain)


@router.post("/feedback", response=dict)
@needs("propose")
def give_feedback(request: HttpRequest, body: bodies.FeedbackIn) -> Any:
    """Said twice counts once; said otherwise replaces.

    `recorded` counts what is new or different, `refused` names the items that the retrieval did not return; 422 when it
    returned none of them.
    """
    who = caller(request)
    run = Retrieval.objects.for_user(who.user).filter(pk=shapes.pk(body.retrieval, "retrieval")).first()
    if run is None:
        raise shapes.NoSuchRow(f"There is no retrieval “{body.retrieval}”.")
    judged: dict[int, tuple[str, int, bool]] = {}
    for place, one in enumerate(body.items):
        with suppress(shapes.NoSuchRow):
            judged[place] = one.kind, shapes.pk(one.id, one.kind), one.helpful
    recorded = feedback.record(user=who.user, retrieval=run, judged=judged.values())
    refused = {
        place: f"This retrieval did not return the {one.kind} “{one.id}”; name the items of its answer."
        for place, one in enumerate(body.items)
        if place not in judged or judged[place][:2] in recorded.missing
    }
    if len(refused) == len(body.items):
        raise ValidationError([{"loc": ["body", "items", place], "msg": msg} for place, msg in refused.items()])
    items = body.items
    return {
        "recorded": recorded.count,
        "refused": [
            {"kind": items[place].kind, "id": str(items[place].id), "msg": msg} for place, msg in refused.items()
        ],
    }
