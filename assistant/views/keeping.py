"""Health of the book: one score with its parts, each a link to where it is mended; passes, counted before they run."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation.recorder import Actor
from graph.maintenance import passes
from graph.projections import check
from graph.queries import health as reading

MENDED = {
    "unconfirmed": ("inbox", ""),
    "contradictions": ("conflicts", ""),
    "duplicates": ("index", "?show=shared"),
    "orphans": ("index", "?show=alone"),
    "stale": ("facts", "?show=stale"),
    "documents": ("documents", "?show=failed"),
    "agreement": ("health", "#passes"),
}
PASSES = {
    "prune": ("Tidy up", "lets go of proposals and links that came to nothing"),
    "expire": ("Let things end", "takes back what was said to hold only until a date that is past"),
    "infer": ("Suggest facts", "proposes what follows from what is known; it waits in your inbox"),
    "communities": ("Find groups", "finds who and what is joined among themselves, for the map"),
    "importance": ("Weigh entries", "counts anew how much stands on each entry"),
}

TOLD = {
    "vectors": "traces of what is gone",
    "communities": "groups",
    "entities": "entries",
    "staged": "put in the inbox",
}


@require_GET
def health(request: PersonsRequest) -> HttpResponse:
    return _page(request)


@require_POST
def maintain(request: PersonsRequest) -> HttpResponse:
    """Count what a pass would do; with `sure` do it."""
    name = one_of(passes.NAMES, request.POST.get("pass"))
    if name is None:
        messages.error(request, "Please pick one of the passes.")
        return redirect("health")
    sure = request.POST.get("sure") == "yes"
    by = Actor.person(request.user)
    counts = passes.run(name, user=request.user, by=by, now=clock.now(), dry_run=not sure)
    if sure:
        done = ", ".join(_counted(number, what) for what, number in counts.items() if number)
        messages.success(request, f"{PASSES[name][0]}: {done or 'nothing was to be done'}.")
        return redirect("health")
    return _page(request, tried=name, counts=counts)


@require_POST
def repair(request: PersonsRequest) -> HttpResponse:
    """Write the indexes anew from the database."""
    check.repair(request.user.pk)
    messages.success(request, "The indexes were written anew from what you know.")
    return redirect("health")


def _mended(part: str) -> str:
    """The address where what is not well is listed and mended."""
    page, asked = MENDED[part]
    return reverse(page) + asked


def _counted(number: int, what: str) -> str:
    """ "1 fact", "20 links"."""
    words = TOLD.get(what, what.replace("_", " "))
    one = "entry" if words == "entries" else words.removesuffix("s")
    return f"{number:,} {one if number == 1 else words}"


def _page(request: PersonsRequest, tried: str = "", counts: dict[str, int] | None = None) -> HttpResponse:
    found = reading.health(request.user, clock.now(), comparing=request.GET.get("compare") == "yes")
    context = {
        "health": found,
        "parts": [(part, _mended(part.name)) for part in found.parts],
        "passes": [(name, *words) for name, words in PASSES.items()],
        "tried": tried,
        "counts": [_counted(number, what) for what, number in (counts or {}).items() if number],
    }
    return render(request, "health.html", context)
