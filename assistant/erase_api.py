"""Erasure over HTTP: once, without a way back, with a receipt."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field, model_validator

from assistant.chat_api import conversation_of
from assistant.erasure import erasing
from graph import clock
from graph.api import shapes
from graph.api.caller import Caller, caller, needs
from graph.api.fields import Body, Id
from graph.models import Document

router = Router(tags=["erasure"])


class EraseIn(Body):
    """Exactly one of `entity`, `document`, `conversation` and `all`."""

    entity: Id | None = None
    document: Id | None = None
    conversation: Id | None = None
    all: bool = Field(default=False)
    including_passages: bool = False

    @model_validator(mode="after")
    def _one_thing(self) -> EraseIn:
        if sum(one is not None for one in (self.entity, self.document, self.conversation)) + self.all != 1:
            raise ValueError("say what to erase: one of entity, document, conversation, or all: true")
        return self


@router.post("/erase", response=dict)
@needs("write")
def erase(request: HttpRequest, body: EraseIn) -> Any:
    """The rows with their vectors, words, receipts and ledger entries; a second pass looks for what is left."""
    receipt = _erased(caller(request), body)
    return {
        "removed": receipt.removed,
        "verified": receipt.verified,
        "remaining": [
            {"store": one.store, "id": one.id, "text": one.text, "leak": one.is_leak} for one in receipt.remaining
        ],
        **({"trouble": receipt.trouble} if receipt.trouble else {}),
    }


def _erased(who: Caller, body: EraseIn) -> erasing.Receipt:
    now = clock.now()
    if body.all:
        return erasing.everything(user=who.user, by=who.by, now=now)
    if body.entity is not None:
        pk = shapes.pk(body.entity, "entity")
        return erasing.entity(user=who.user, pk=pk, by=who.by, including_passages=body.including_passages, now=now)
    if body.conversation is not None:
        row = conversation_of(who, str(body.conversation))
        return erasing.conversation(conversation=row, by=who.by, including_passages=body.including_passages, now=now)
    found = Document.objects.for_user(who.user).filter(pk=shapes.pk(body.document or "", "document")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no document “{body.document}”.")
    return erasing.document(document=found, by=who.by, including_passages=body.including_passages, now=now)
