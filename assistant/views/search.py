"""Searching everything: what is found, how it was reached, and why, at an address that can be passed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from assistant.views.forms import number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.preferences.words import PRESETS
from graph.queries import evidence
from graph.retrieval import pipeline
from graph.retrieval.config import BadConfig

SHOWN = 50
LONGEST = 2000  # characters of a question
DEEPEST = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form holds; `expand` is on until a question is asked without it."""

    question: str
    expand: bool
    verbose: bool
    preset: str
    depth: int

    @property
    def options(self) -> dict[str, Any]:
        return {"max_hops": self.depth if self.expand else 0}


def asked(request: HttpRequest) -> Asked:
    given = request.GET
    question = given.get("q", "").strip()[:LONGEST]
    depth = number(given.get("depth"))
    return Asked(
        question=question,
        expand=bool(given.get("expand")) or not question,
        verbose=bool(given.get("verbose")),
        preset=one_of(PRESETS, given.get("preset")) or "default",
        depth=2 if depth is None else min(depth, DEEPEST),
    )


@require_GET
def search(request: PersonsRequest) -> HttpResponse:
    """T34 and T36 in the browser; reading it again leaves nothing behind."""
    form, found, refused = asked(request), None, ""
    if form.question:
        try:
            result = pipeline.retrieve(
                user=request.user,
                query=form.question,
                preset=form.preset,
                config=form.options,
                now=clock.now(),
                store=False,
            )
        except BadConfig as refusal:  # a setting that no longer fits
            refused = str(refusal)
        else:
            found = evidence.listing(request.user.pk, result, SHOWN)
    context = {
        "asked": form,
        "found": found,
        "refused": refused,
        "depths": range(1, DEEPEST + 1),
        "presets": [(name, title, says) for name, (title, says) in PRESETS.items()],
    }
    return render(request, "search.html", context)
