"""Contradictions: two sides, and the person's answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.counted import counted
from graph.curation import conflicts as curation
from graph.curation import in_turn
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
    by_days = 0 if settled else len(in_turn.turns(request.user))
    return render(request, "conflicts.html", {"questions": page, "settled": settled, "by_days": by_days})


@require_POST
def settle(request: PersonsRequest) -> HttpResponse:
    """Answer all at once that the days answer on which something was said; none of it is confirmed by that."""
    change, answered = in_turn.settle(user=request.user, by=Actor.person(request.user), now=clock.now())
    if change is None:
        messages.error(request, "There is no such question any more.")
    else:
        settled = counted(len(answered), "question")
        said = f"{settled} settled: each holds until the day of the next. All of it is still in pencil."
        messages.success(request, said, extra_tags=str(change.pk))
    return redirect("conflicts")


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
