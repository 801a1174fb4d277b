"""The ledger over HTTP: what changed, and undo."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router
from pydantic import ConfigDict, Field, model_validator

from graph import clock
from graph.api import shapes
from graph.api.caller import caller, needs
from graph.api.fields import Body, Id
from graph.api.paging import PageQuery, page
from graph.curation import origins, undo
from graph.exchange import bringing, taking_out
from graph.exchange.talks import Brought
from graph.models import Change, Document, User
from graph.queries import ledger as reading
from graph.queries import walks

router = Router(tags=["changes"])
LISTED = 100  # rows of one change in a list of changes


class UndoIn(Body):
    """Where what is to be undone came from: exactly one of four."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    run: str | None = Field(default=None, min_length=1, max_length=64)
    document: Id | None = None
    conversation: Id | None = None
    import_: Id | None = Field(default=None, alias="import")
    with_later: bool = False
    documents: bool = False
    dry_run: bool = False

    @model_validator(mode="after")
    def _one(self) -> UndoIn:
        if sum(one is not None for one in (self.run, self.document, self.conversation, self.import_)) != 1:
            raise ValueError("give exactly one of run, document, conversation and import")
        return self


def _change(request: HttpRequest, change_id: str) -> Change:
    found = Change.objects.for_user(caller(request).user).filter(pk=shapes.pk(change_id, "change")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no change “{change_id}”.")
    return found


@router.get("/changes", response=dict)
@needs("read")
def list_changes(request: HttpRequest, paging: PageQuery, run: str = "") -> Any:
    """Newest first. Of each the first hundred rows that it wrote are listed, and `more` says how many there are beside
    them: an import writes thousands. `GET /changes/{id}` has them all.
    """
    rows = Change.objects.for_user(caller(request).user)
    if run:
        rows = rows.filter(run=run)
    found, following = page(request, rows, paging, newest_first=True)
    written = reading.written(found, LISTED)
    return {"items": [shapes.change(one, *written[one.pk]) for one in found], "next": following}


@router.post("/changes/undo", response=dict)
@needs("write")
def undo_origin(request: HttpRequest, body: UndoIn) -> Any:
    """Everything that a run, document, conversation or import wrote, as one; `dry_run` only says how much it is.

    409 with the later changes that stand on it, unless `with_later` undoes them as well. The documents and
    conversations that an import made go along only with `documents`, because nothing brings those back; `stayed` says
    why one stays. Where they are many they go in the background: `removing` says how many, and `GET /imports/{id}` how
    far it is.
    """
    who = caller(request)
    runs = _runs(who.user, body)
    made: Change | None = None
    if body.dry_run:
        seen = taking_out.preview(who.user, runs, documents=body.documents)
    else:
        seen, made = taking_out.undo_all(
            user=who.user,
            runs=runs,
            with_later=body.with_later,
            documents=body.documents,
            by=who.by,
            now=clock.now(),
        )
    facts = seen.facts
    return {
        "undone": [shapes.change(one, ()) for one in facts.changes],
        "later": [shapes.change(one, ()) for one in facts.later],
        "changes": [str(made.pk)] if made else [],
        "counts": {"facts": facts.facts, "restored": facts.restored, "entities": facts.entries},
        "removed": [_brought(one) for one in seen.leave],
        "removing": seen.leaving,
        "stayed": [_brought(one) | {"why": one.stays} for one in seen.stay],
    }


def _brought(one: Brought) -> dict[str, str]:
    return {"kind": one.kind, "id": str(one.pk), "title": one.title}


@router.get("/changes/{change_id}", response=dict)
@needs("read")
def get_change(request: HttpRequest, change_id: str) -> Any:
    return shapes.change(_change(request, change_id))


def _runs(user: User, body: UndoIn) -> frozenset[str]:
    """Raises NoSuchRow for what is not the user's."""
    if body.run is not None:
        return frozenset({body.run})
    if body.import_ is not None:
        try:
            job = bringing.find(user, shapes.pk(body.import_, "import"))
        except bringing.NoSuchImport as missing:
            raise shapes.NoSuchRow(str(missing)) from None
        return frozenset({bringing.run_of(job)})
    kind = "document" if body.document is not None else "conversation"
    given = body.document if body.document is not None else body.conversation
    pk = walks.place(user, kind, shapes.pk(given or "", kind))
    if pk is None:
        raise shapes.NoSuchRow(f"There is no {kind} “{given}”.")
    return origins.runs_of_document(Document.objects.for_user(user).get(pk=pk))


@router.post("/changes/{change_id}/undo", response=dict)
@needs("write")
def undo_change(request: HttpRequest, change_id: str) -> Any:
    who = caller(request)
    made = undo.undo(user=who.user, change=_change(request, change_id), by=who.by, now=clock.now())
    return {"change": shapes.change(made)}
