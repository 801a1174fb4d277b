"""Facts and conflicts over HTTP."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

from django.db.models import Q
from django.http import HttpRequest
from ninja import Router, Status
from pydantic import ValidationError

from graph import clock
from graph.api import bodies, shapes
from graph.api.caller import caller, needs
from graph.api.fields import Moment, Sources, Statuses, said, words
from graph.api.paging import PageQuery, page
from graph.curation import conflicts, facts, in_turn
from graph.models import Conflict, Fact
from graph.predicates import canonical, meant, registry

router = Router(tags=["facts"])


@router.post("/facts", response={200: dict, 201: dict})
@needs("propose")
def state_fact(request: HttpRequest, body: bodies.FactIn) -> Any:
    """A token that may only propose stages what it states."""
    who = caller(request)
    status = None if who.may("write") else Fact.Status.STAGED
    fact, created = facts.state(user=who.user, draft=body.draft(status), by=who.by, now=clock.now())
    fact = Fact.objects.select_related("subject", "object").get(pk=fact.pk)
    return Status(201 if created else 200, shapes.fact(fact))


@router.post("/facts/bulk", response=dict)
@needs("propose")
def state_facts(request: HttpRequest, body: bodies.BulkIn) -> Any:
    """Up to 5,000 facts; one bad row never loses the others."""
    who = caller(request)
    status = None if who.may("write") else Fact.Status.STAGED
    rejected: list[dict[str, Any]] = []
    drafts, places = [], []
    for index, row in enumerate(body.facts):
        try:
            drafts.append(bodies.FactIn.model_validate(row).draft(status))
            places.append(index)
        except ValidationError as error:
            rejected.append({"index": index, "msg": _told(error)})
        except (ValueError, LookupError) as error:
            rejected.append({"index": index, "msg": str(error)})
    stated = facts.state_many(user=who.user, drafts=drafts, by=who.by, now=clock.now())
    for index, one in zip(places, stated.facts, strict=True):
        if one.refusal is not None:
            rejected.append({"index": index, "msg": str(one.refusal)})
    written = [one for one in stated.facts if one.fact is not None]
    created = sum(one.created for one in written)
    return {
        "created": created,
        "existing": len(written) - created,
        "rejected": sorted(rejected, key=lambda row: row["index"]),
        "ids": [str(one.fact.pk) if one.fact else None for one in stated.facts],
        "change": str(stated.change.pk) if stated.change else None,
    }


def _told(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {said(one['msg'])}".lstrip(": ") for one in error.errors())


@router.get("/facts", response=dict)
@needs("read")
def list_facts(
    request: HttpRequest,
    paging: PageQuery,
    status: Statuses = "",
    subject: str = "",
    predicate: str = "",
    source: Sources = "",
    q: str = "",
    as_of: Moment | None = None,
) -> Any:
    """`status` and `source` take comma lists; `as_of` gives what was held true at that time.

    That is what was valid then and known by then, though it may have been superseded or taken back since.
    """
    rows = Fact.objects.for_user(caller(request).user)
    if as_of is not None:
        rows = rows.held_true_at(as_of)
    if status:
        rows = rows.filter(status__in=words(status))
    if subject:
        rows = rows.filter(subject=shapes.pk(subject, "entity"))
    if predicate:
        into, _ = meant(registry(caller(request).user.pk), canonical(predicate))
        rows = rows.filter(predicate=into)
    if source:
        rows = rows.filter(source__in=words(source))
    if q.strip():
        rows = rows.filter(
            Q(subject__name__icontains=q)
            | Q(object__name__icontains=q)
            | Q(value__icontains=q)
            | Q(predicate__icontains=q)
        )
    found, following = page(request, rows.select_related("subject", "object"), paging)
    return {"items": shapes.facts(found), "next": following}


@router.post("/facts/decide", response=dict)
@needs("write")
def decide_facts(request: HttpRequest, body: bodies.DecideIn) -> Any:
    who = caller(request)
    ids, refused = [], []
    for one in body.ids:
        try:
            ids.append(shapes.pk(one, "fact"))
        except shapes.NoSuchRow as missing:
            refused.append({"id": str(one), "msg": str(missing)})
    decided = facts.decide(
        user=who.user, ids=ids, decision=body.decision, by=who.by, now=clock.now(), reason=body.reason
    )
    refused += [{"id": str(pk), "msg": why} for pk, why in decided.refused]
    change = shapes.change(decided.change) if decided.change else None
    return {"change": change, "decided": decided.decided, "refused": refused}


def _fact(request: HttpRequest, fact_id: str) -> Fact:
    found = (
        Fact.objects.for_user(caller(request).user)
        .select_related("subject", "object")
        .filter(pk=shapes.pk(fact_id, "fact"))
        .first()
    )
    if found is None:
        raise shapes.NoSuchRow(f"There is no fact “{fact_id}”.")
    return found


@router.get("/facts/{fact_id}", response=dict)
@needs("read")
def get_fact(request: HttpRequest, fact_id: str) -> Any:
    return shapes.fact(_fact(request, fact_id))


@router.patch("/facts/{fact_id}", response=dict)
@needs("write")
def edit_fact(request: HttpRequest, fact_id: str, body: bodies.FactPatch) -> Any:
    who, pk = caller(request), _fact(request, fact_id).pk
    facts.edit(user=who.user, fact_id=pk, by=who.by, now=clock.now(), reason=body.reason, **body.values())
    return shapes.fact(_fact(request, fact_id))


@router.delete("/facts/{fact_id}", response=dict)
@needs("write")
def delete_fact(request: HttpRequest, fact_id: str) -> Any:
    who, pk = caller(request), _fact(request, fact_id).pk
    return {"change": shapes.change(facts.delete(user=who.user, fact_ids=[pk], by=who.by, now=clock.now()))}


@router.get("/conflicts", response=dict)
@needs("read")
def list_conflicts(request: HttpRequest, paging: PageQuery, state: Literal["open", "resolved"] = "open") -> Any:
    rows = Conflict.objects.for_user(caller(request).user).filter(state=state)
    related = ("older__subject", "older__object", "newer__subject", "newer__object")
    found, following = page(request, rows.select_related(*related), paging)
    return {"items": [shapes.conflict(one) for one in found], "next": following}


BY_DAYS = (
    "The days do not answer this: both sides must be unconfirmed and rest on talks or dated notes alone, and the "
    "one must have been said only on days before the other was."
)


@router.post("/conflicts/by-days", response=dict)
@needs("write")
def settle_by_days(request: HttpRequest, body: bodies.ByDaysIn | None = None) -> Any:
    """Answer together all open questions, or those of `ids`, between proposals that were said on different days.

    Each side holds until the next one began, and stays unconfirmed. It is one change, null when there was no such
    question; `settled` are the questions answered, `refused` says of each of `ids` why it was not.
    """
    who, asked = caller(request), body or bodies.ByDaysIn()
    wanted: dict[str, int] = {}
    for one in asked.ids or ():
        with suppress(shapes.NoSuchRow):
            wanted[str(one)] = shapes.pk(one, "conflict")
    change, answered = in_turn.settle(
        user=who.user,
        by=who.by,
        now=clock.now(),
        ids=None if asked.ids is None else set(wanted.values()),
        reason=asked.reason,
    )
    settled = {one.pk for one in answered}
    states = dict(Conflict.objects.for_user(who.user).filter(pk__in=set(wanted.values())).values_list("pk", "state"))
    refused = []
    for given in dict.fromkeys(map(str, asked.ids or ())):
        pk = wanted.get(given)
        if pk is None or pk not in states:
            refused.append({"id": given, "msg": f"There is no conflict “{given}”."})
        elif pk not in settled:
            is_open = states[pk] == Conflict.State.OPEN
            refused.append({"id": given, "msg": BY_DAYS if is_open else "This question has been answered already."})
    return {
        "change": shapes.change(change) if change else None,
        "settled": [str(pk) for pk in sorted(settled)],
        "refused": refused,
    }


@router.post("/conflicts/{conflict_id}/resolve", response=dict)
@needs("write")
def resolve_conflict(request: HttpRequest, conflict_id: str, body: bodies.ResolveConflictIn) -> Any:
    who = caller(request)
    found = Conflict.objects.for_user(who.user).filter(pk=shapes.pk(conflict_id, "conflict")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no conflict “{conflict_id}”.")
    change = conflicts.resolve(
        user=who.user, conflict=found, decision=body.decision, by=who.by, now=clock.now(), reason=body.reason
    )
    return {"change": shapes.change(change)}
