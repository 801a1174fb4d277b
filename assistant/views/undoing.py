"""Undoing everything that one run, document, chat or import wrote: first what that would be, then as one."""

from __future__ import annotations

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
from graph.exchange import bringing
from graph.models import Change, Document, Job
from graph.queries import ledger as reading

SHOWN = 30  # changes listed; an import has hundreds


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
    title = f"the entries and facts brought in from “{row.payload['name'] or 'a file'}”"
    return _page(request, Origin(title, frozenset({f"import:{pk}"}), reverse("moving")))


def _page(request: PersonsRequest, origin: Origin) -> HttpResponse:
    """The preview; a POST undoes it, with what stands on it when `with_later` is sent."""
    status = 200
    if request.method == "POST":
        try:
            seen, done = origins.undo_all(
                user=request.user,
                changes=origins.of_runs(request.user, origin.runs),
                with_later=request.POST.get("with_later") == "yes",
                by=Actor.person(request.user),
                now=clock.now(),
            )
        except origins.NothingStands as refusal:
            messages.error(request, str(refusal))
            return redirect(origin.back)
        except undo.LaterChanges:
            status = 409
        else:
            counted = f"{len(done)} change{pluralize(len(done))} undone: {seen.facts} fact{pluralize(seen.facts)}"
            messages.success(request, f"{counted} and {seen.entries} entr{pluralize(seen.entries, 'y,ies')} left.")
            return redirect(origin.back)
    seen = origins.preview(origins.of_runs(request.user, origin.runs))
    context = {
        "origin": origin,
        "seen": seen,
        "changes": reading.entries(request.user.pk, seen.changes[:SHOWN]),
        "later": reading.entries(request.user.pk, seen.later[:SHOWN]),
        "more": max(0, len(seen.changes) - SHOWN),
        "more_later": max(0, len(seen.later) - SHOWN),
    }
    return render(request, "undo.html", context, status=status)
