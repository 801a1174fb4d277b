"""Erasing from a page: what goes along is shown first, then the receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from assistant.erasure import erasing
from assistant.models import Conversation
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation.entities import SelfIsKept
from graph.curation.names import EntityNotFound
from graph.curation.recorder import Actor
from graph.erasure import scope
from graph.erasure.scope import Scope
from graph.models import Document

WORDS = {
    "chunk": "Passage",
    "words_chunk": "The word index of a passage",
    "document": "Document",
    "message": "Message",
    "conversation": "Title of a chat",
    "evidence": "Quote beside a fact",
    "chunkedge": "Link between passages",
    "fact": "Fact about something else",
    "words_fact": "The word index of a fact",
    "entity": "Another entry",
    "entityalias": "The name of another entry",
    "words_entity": "The word index of another entry",
    "changerow": "Ledger",
}

# The stores of a receipt whose names are not words of the page.
STORES = {
    "keywords": "index of words",
    "vectors": "searching by meaning",
    "embeddings": "searching by meaning",
    "entities": "entries",
    "entity aliases": "names",
    "chunks": "passages",
    "chunk edges": "links between passages",
    "judged pairs": "pairs of passages looked at",
    "retrievals": "receipts",
    "retrieval items": "receipt lines",
    "changes": "ledger",
    "evidence": "quotes",
    "touches": "marks of what changed",
    "jobs": "queued work",
    "predicates": "relations of your own",
    "idempotent replys": "kept answers",
    "conflicts": "questions",
}


@dataclass(frozen=True)
class What:
    """What a page offers to erase: its name, where it stands, and the deed."""

    title: str
    back: str
    scope: Scope | None  # None for the whole book
    erase: Callable[[bool], erasing.Receipt]

    @cached_property
    def preview(self) -> erasing.Preview | None:
        """What would go along: asked for only by the page that offers it."""
        return erasing.preview(self.scope) if self.scope else None


@require_http_methods(["GET", "POST"])
def entity(request: PersonsRequest, pk: int) -> HttpResponse:
    try:
        found = scope.of_entity(request.user, pk)
    except EntityNotFound:
        raise Http404 from None
    except SelfIsKept as refusal:
        return render(request, "erase.html", {"refused": str(refusal)}, status=409)
    name = found.words[0] if found.words else "an entry"
    standing = erasing.name_of(request.user, pk) or name

    def deed(passages: bool) -> erasing.Receipt:
        return erasing.entity(
            user=request.user, pk=pk, by=Actor.person(request.user), including_passages=passages, now=clock.now()
        )

    return _page(request, What(standing, "index", found, deed))


@require_http_methods(["GET", "POST"])
def document(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Document.objects.for_user(request.user), pk=pk)
    found = scope.of_documents(request.user, [row])

    def deed(passages: bool) -> erasing.Receipt:
        return erasing.document(
            document=row, by=Actor.person(request.user), including_passages=passages, now=clock.now()
        )

    return _page(request, What(row.title, "documents", found, deed))


@require_http_methods(["GET", "POST"])
def conversation(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    found = erasing.of_conversation(row)

    def deed(passages: bool) -> erasing.Receipt:
        return erasing.conversation(
            conversation=row, by=Actor.person(request.user), including_passages=passages, now=clock.now()
        )

    return _page(request, What(row.title or "this chat", "chat", found, deed))


@require_http_methods(["GET", "POST"])
def everything(request: PersonsRequest) -> HttpResponse:
    """The whole book; the word ERASE must be written, because nothing brings it back."""

    def deed(passages: bool) -> erasing.Receipt:
        return erasing.everything(user=request.user, by=Actor.person(request.user), now=clock.now())

    return _page(request, What("everything", "settings", None, deed))


def _page(request: PersonsRequest, what: What) -> HttpResponse:
    context = {"what": what, "whole": what.scope is None}
    if request.method != "POST":
        return render(request, "erase.html", context)
    if what.scope is None and request.POST.get("sure", "").strip() != "ERASE":
        return render(request, "erase.html", context | {"unsure": True}, status=422)
    receipt = what.erase(request.POST.get("including_passages") == "on")
    left = [(WORDS.get(one.store, one.store), one.text, one.is_leak) for one in receipt.remaining]
    return render(request, "erase.html", context | {"receipt": receipt, "removed": told(receipt), "left": left})


def told(receipt: erasing.Receipt) -> list[tuple[str, int]]:
    """What went, in the words of the page, the most first."""
    counted = [(STORES.get(store, store), number) for store, number in receipt.removed.items()]
    return sorted(counted, key=lambda pair: (-pair[1], pair[0]))
