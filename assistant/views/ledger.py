"""The ledger, and the way back from every change in it."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import number
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import undo as curation
from graph.curation.recorder import Actor
from graph.models import Change
from graph.queries import folding
from graph.queries import ledger as reading


@require_GET
def ledger(request: PersonsRequest) -> HttpResponse:
    """`?by=` picks who made the changes, `?q=` whom they are about."""
    return _page(request)


def _page(request: PersonsRequest, *, stuck: Change | None = None, later: Sequence[Change] = ()) -> HttpResponse:
    """The ledger; `stuck` could not be undone alone because `later` stand on it."""
    by = request.GET.get("by", "")
    page = reading.ledger(
        request.user.pk,
        actor=by if by in Change.Actor.values else "",
        question=request.GET.get("q", "").strip()[:200],
        page=number(request.GET.get("page")) or 1,
    )
    context = {
        "ledger": page,
        "days": folding.days(page.entries),
        "stuck": stuck,
        "later": reading.entries(request.user.pk, later),
    }
    return render(request, "ledger.html", context, status=409 if stuck else 200)


@require_POST
def undo(request: PersonsRequest, pk: int) -> HttpResponse:
    """Undo one change, together with those named in `with` (the later ones that stand on it)."""
    change = get_object_or_404(Change.objects.for_user(request.user), pk=pk)
    ids = [int(part) for part in request.POST.get("with", "").split(",") if part.isdecimal()]
    return _undo(request, change, list(Change.objects.for_user(request.user).filter(pk__in=ids)))


@require_POST
def undo_last(request: PersonsRequest) -> HttpResponse:
    """Undo the newest thing the person did that still stands; again and again, as far back as they like."""
    made = Change.objects.for_user(request.user).filter(actor=Change.Actor.USER, undone_by=None)
    change = made.exclude(verb__in=["undo", "begin", "erase"]).exclude(pk__in=curation.erased()).order_by("-id").first()
    if change is None:
        messages.error(request, "There is nothing left to undo.")
        return redirect(_back(request))
    return _undo(request, change, [])


def _undo(request: PersonsRequest, change: Change, together: Sequence[Change]) -> HttpResponse:
    try:
        made = curation.undo_together(
            user=request.user, changes=[change, *together], by=Actor.person(request.user), now=clock.now()
        )
    except curation.LaterChanges as refusal:
        return _page(request, stuck=change, later=[*together, *refusal.changes])
    except curation.AlreadyUndone:
        messages.error(request, "This was undone before.")
    except curation.Erased as refusal:
        messages.error(request, str(refusal))
    else:
        # The level tells the toast to offer "Redo" instead of "Undo".
        messages.info(request, "Undone.", extra_tags=str(made.pk or ""))
        return redirect(_at_the_decided(change, _back(request)))
    return redirect(_back(request))


def _at_the_decided(change: Change, back: str) -> str:
    """In the inbox the proposal opens whose decision was undone; the list stays as it was asked for."""
    path, _, query = back.partition("?")
    fact = change.rows.filter(model="fact").order_by("id").first()
    if path != reverse("inbox") or fact is None:
        return back
    asked = QueryDict(query, mutable=True)
    asked["at"] = str(fact.object_id)
    return f"{path}?{asked.urlencode()}"


def _back(request: PersonsRequest) -> str:
    """Where the person came from, if it is a page of ours."""
    wanted = request.POST.get("next") or request.META.get("HTTP_REFERER", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return reverse("ledger")
