"""The list of facts."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from assistant.views import past
from assistant.views.forms import number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.queries import facts as reading
from graph.queries.sentences import ORIGINS


@require_GET
def facts(request: PersonsRequest) -> HttpResponse:
    """`?show=` picks a list, `?q=`, `?relation=` and `?source=` narrow it, `?as_of=` shows it on an earlier day."""
    looking_back = past.chosen(request)
    then = looking_back["past"]
    shows = reading.THEN if then else tuple(reading.SHOWS)
    asked = reading.Asked(
        show=one_of(shows, request.GET.get("show")) or "held",
        question=request.GET.get("q", "").strip()[:200],
        relation=request.GET.get("relation", "")[:120],
        source=request.GET.get("source", "")[:16],
        as_of=then.at if then else None,
    )
    context = {
        "asked": asked,
        "is_first": asked == reading.Asked(),
        "facts": reading.facts(request.user, asked, page=number(request.GET.get("page")) or 1, now=clock.now()),
        "shows": [(name, "Held true then" if then and name == "held" else reading.SHOWS[name]) for name in shows],
        "sources": ORIGINS.items(),
        **looking_back,
    }
    return render(request, "facts.html", context)
