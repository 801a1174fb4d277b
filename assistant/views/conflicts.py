"""Contradictions: two sides, and the person's answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import conflicts as curation
from graph.curation.recorder import Actor
from graph.models import Conflict
from graph.queries.conflicts import questions

SAID: dict[curation.Decision, str] = {
    "newer": "The newer one stands; the older is kept as history.",
    "older": "The older one stands.",
    "both": "Both stand at once.",
    "by_time": "The first one stands until the other begins.",
}


@require_GET
def conflicts(request: PersonsRequest) -> HttpResponse:
    settled = request.GET.get("show") == "settled"
    page = questions(request.user.pk, settled=settled)
    return render(request, "conflicts.html", {"questions": page, "settled": settled, "said": SAID})


@require_POST
def resolve(request: PersonsRequest, pk: int) -> HttpResponse:
    conflict = get_object_or_404(Conflict.objects.for_user(request.user), pk=pk)
    decision = one_of(SAID, request.POST.get("decision"))
    if decision is None:
        return redirect("conflicts")
    try:
        change = curation.resolve(
            user=request.user,
            conflict=conflict,
            decision=decision,
            by=Actor.person(request.user),
            now=clock.now(),
        )
    except curation.ConflictAlreadyResolved:
        messages.error(request, "This question was answered in another window.")
    else:
        messages.success(request, SAID[decision], extra_tags=str(change.pk))
    return redirect("conflicts")
