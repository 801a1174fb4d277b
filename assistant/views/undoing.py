"""Undoing everything that one run, document, chat or import wrote: first what that would be, then as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assistant.models import Conversation
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import origins, undo
from graph.curation.recorder import Actor
from graph.exchange import bringing, taking_out
from graph.exchange.talks import Brought
from graph.models import Change, Document, Job
from graph.queries import ledger as reading

SHOWN = 30  # changes listed; an import has hundreds
CALLED = {"document": "document", "conversation": "chat"}


@dataclass(frozen=True, slots=True)
class Origin:
    """What is to be undone, in words, and where one comes from."""

    title: str
    runs: frozenset[str]
    back: str


@require_http_methods(["GET", "POST"])
def run(request: PersonsRequest, pk: int) -> HttpResponse:
    """Everything that was written together with one change."""
    change = get_object_or_404(Change.objects.for_user(request.user), pk=pk)
    runs = frozenset({change.run}) - {""}
    return _page(request, Origin(f"everything written together with change {pk}", runs, reverse("ledger")))


@require_http_methods(["GET", "POST"])
def document(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Document.objects.for_user(request.user), pk=pk)
    title = f"everything learned from “{row.title[:80]}”"
    return _page(request, Origin(title, origins.runs_of_document(row), reverse("document", args=[pk])))


@require_http_methods(["GET", "POST"])
def conversation(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    runs = frozenset(f"message:{message}" for message in row.messages.values_list("pk", flat=True))
    title = f"everything learned in “{row.title[:80] or 'this chat'}”"
    return _page(request, Origin(title, runs, reverse("conversation", args=[pk])))


@require_http_methods(["GET", "POST"])
def brought(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Job.objects.for_user(request.user).filter(kind=bringing.JOB), pk=pk)
    title = f"what was brought in from “{row.payload['name'] or 'a file'}”"
    try:
        return _page(request, Origin(title, frozenset({bringing.run_of(row)}), reverse("moving")))
    except bringing.CannotBeUndone as refusal:
        messages.error(request, str(refusal))
        return redirect("moving")


def _page(request: PersonsRequest, origin: Origin) -> HttpResponse:
    """The preview; a POST undoes it, with what stands on it when `with_later` is sent.

    The documents and chats that an import made go along when `documents` is sent.
    """
    status, documents = 200, request.POST.get("documents") == "yes"
    if request.method == "POST":
        try:
            done, _ = taking_out.undo_all(
                user=request.user,
                runs=origin.runs,
                with_later=request.POST.get("with_later") == "yes",
                documents=documents,
                by=Actor.person(request.user),
                now=clock.now(),
            )
        except origins.NothingStands as refusal:
            messages.error(request, str(refusal))
            return redirect(origin.back)
        except undo.LaterChanges:
            status = 409
        else:
            messages.success(request, _told(done))
            return redirect(origin.back)
    seen = taking_out.preview(request.user, origin.runs, documents=True)
    changes, later = seen.facts.changes, seen.facts.later
    context = {
        "origin": origin,
        "seen": seen.facts,
        "changes": reading.entries(request.user.pk, changes[:SHOWN]),
        "later": reading.entries(request.user.pk, later[:SHOWN]),
        "more": max(0, len(changes) - SHOWN),
        "more_later": max(0, len(later) - SHOWN),
        "leave": seen.leave[:SHOWN],
        "leaving": _counted(seen.leave),
        "more_leave": max(0, len(seen.leave) - SHOWN),
        "stay": seen.stay[:SHOWN],
        "documents": documents,
    }
    return render(request, "undo.html", context, status=status)


def _told(done: taking_out.Preview) -> str:
    """What was done, and what stayed though it came from there."""
    said = []
    if changes := len(done.facts.every):
        facts, entries = done.facts.facts, done.facts.entries
        taken = f": {facts} fact{pluralize(facts)} and {entries} entr{pluralize(entries, 'y,ies')} taken out"
        said.append(f"{changes} change{pluralize(changes)} undone{taken if facts or entries else ''}.")
    if done.leave:
        said.append(f"{_counted(done.leave)} removed.")
    if done.leaving:
        said.append(f"{done.leaving:,} documents and chats are being removed. You can close this page, it goes on.")
    if done.stay:
        said.append(f"{_counted(done.stay)} stayed.")
    return " ".join(said)


def _counted(found: Sequence[Brought]) -> str:
    """ "3 documents and 1 chat"."""
    sizes = {kind: sum(one.kind == kind for one in found) for kind in CALLED}
    return " and ".join(f"{size} {CALLED[kind]}{pluralize(size)}" for kind, size in sizes.items() if size)
