"""How the owner wants to be answered: written down by hand, or taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from assistant.memory import answer_wishes
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import facts
from graph.curation.recorder import Actor


@require_POST
def add(request: PersonsRequest) -> HttpResponse:
    try:
        answer_wishes.add(request.user, request.POST.get("wish", ""), clock.now())
    except answer_wishes.BadWish as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "Kept. Every answer of a language model goes by it from now on.")
    return redirect(f"{redirect('settings').url}#answers")


@require_POST
def take_back(request: PersonsRequest, pk: int) -> HttpResponse:
    user, now = request.user, clock.now()
    wish = get_object_or_404(answer_wishes.in_force(user, now), pk=pk)
    facts.decide(user=user, ids=[wish.pk], decision="retract", by=Actor.person(user), now=now)
    messages.success(request, f"“{wish.value}” no longer counts. The ledger can bring it back.")
    return redirect(f"{redirect('settings').url}#answers")
