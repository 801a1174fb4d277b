"""The relations of the book: how each reads, how it behaves, and by which words it is asked for."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from assistant.views.forms import KINDS, number
from assistant.views.request import PersonsRequest
from graph import clock
from graph.counted import counted
from graph.curation import merging_relations
from graph.curation import relations as curation
from graph.curation.recorder import Actor
from graph.models import Predicate
from graph.naming import spoken
from graph.predicates import Relation
from graph.queries import relations as reading

KEPT = ("asked_as", "subject_kind", "object_kind", "functional", "symmetric")  # as they are shown


class RelationForm(forms.Form):
    """What is said of a relation; how it reads where nothing is typed is told by its name."""

    reads = forms.CharField(required=False, max_length=200, label="How it reads")
    reads_back = forms.CharField(required=False, max_length=200, label="How it reads backwards")
    asked_as = forms.CharField(required=False, max_length=Predicate.ASKED_AS_LIMIT, label="What else you ask for it by")
    subject_kind = forms.CharField(required=False, max_length=64, label="What it is said of is a")
    object_kind = forms.CharField(required=False, max_length=64, label="What it leads to is a")
    functional = forms.BooleanField(required=False)
    symmetric = forms.BooleanField(required=False)

    @classmethod
    def of(cls, one: Relation) -> Self:
        shown = ("reads", "reads_back", *KEPT)
        return cls(initial={name: getattr(one, name) for name in shown})

    def changes(self, one: Relation) -> dict[str, Any]:
        """What was typed and is otherwise than it stands."""
        typed = {
            "label": _own(self.cleaned_data["reads"], one.reads, one.label),
            "inverse_label": _own(self.cleaned_data["reads_back"], one.reads_back, one.inverse_label),
            **{name: self.cleaned_data[name] for name in KEPT},
        }
        return {name: value for name, value in typed.items() if value != getattr(one, name)}


def _own(typed: str, shown: str, kept: str) -> str:
    """What is kept of a field that shows more than is: the words of a name are not kept as a label."""
    return kept if typed == shown else typed


@require_http_methods(["GET", "POST"])
def relations(request: PersonsRequest) -> HttpResponse:
    """The list, `?q=` narrows it; a POST says how the relation `name` reads, behaves and is asked for."""
    question = request.GET.get("q", "").strip()[:200]
    if request.method == "POST":
        return _describe(request, question)
    listed = reading.relations(request.user, question, page=number(request.GET.get("page")) or 1)
    rows = [(used, RelationForm.of(used.relation)) for used in listed.rows]
    template = "relations.html#list" if request.headers.get("HX-Request") else "relations.html"
    return render(request, template, {"listed": listed, "rows": rows, "question": question, "kinds": KINDS})


@require_POST
def merge(request: PersonsRequest) -> HttpResponse:
    """All that one relation says is said by another from now on; the toast carries the way back."""
    name, words = request.POST.get("name", "")[:120], request.POST.get("into", "").strip()[:200]
    into = reading.named(request.user, words)
    by, now, turned = Actor.person(request.user), clock.now(), bool(request.POST.get("turned"))
    try:
        done = merging_relations.merge(user=request.user, name=name, into=into, turned=turned, by=by, now=now)
    except (
        curation.PredicateNotFound,
        merging_relations.SameRelation,
        merging_relations.NotFromTheOtherEnd,
    ) as refusal:
        unknown = isinstance(refusal, curation.PredicateNotFound)
        messages.error(request, f"No relation of yours is called “{words}”." if unknown else str(refusal))
        return redirect(f"{reverse('relations')}#r-{name}")
    beside = f", and {done.folded} {'was' if done.folded == 1 else 'were'} said already" if done.folded else ""
    messages.success(
        request, f"{counted(done.moved, 'fact')} moved to “{words}”{beside}.", extra_tags=str(done.change.pk)
    )
    return redirect(f"{reverse('relations')}#r-{into}")


@require_POST
def part(request: PersonsRequest) -> HttpResponse:
    """What is stated by a relation that was merged is no longer stated by the other; what was moved stays."""
    name = request.POST.get("name", "")[:120]
    try:
        change = curation.describe(
            user=request.user, name=name, by=Actor.person(request.user), now=clock.now(), same_as="", turned=False
        )
    except curation.PredicateNotFound as refusal:
        raise Http404 from refusal
    messages.success(request, f"“{spoken(name)}” is a relation of its own again.", extra_tags=str(change.pk or ""))
    return redirect("relations")


def _describe(request: PersonsRequest, question: str) -> HttpResponse:
    name = request.POST.get("name", "")[:120]
    used = reading.used_as(request.user, name)
    if used is None:
        raise Http404
    form = RelationForm(request.POST)
    if not form.is_valid():
        alone = reading.Relations((used,), 1, 1, 1)
        context = {"listed": alone, "rows": [(used, form)], "question": question, "kinds": KINDS, "refused": form}
        return render(request, "relations.html", context, status=422)
    if changes := form.changes(used.relation):
        change = curation.describe(
            user=request.user, name=name, by=Actor.person(request.user), now=clock.now(), **changes
        )
        messages.success(request, f"“{used.relation.reads}” is kept as you say.", extra_tags=str(change.pk or ""))
    asked = f"?{urlencode({'q': question})}" if question else ""
    return redirect(f"{reverse('relations')}{asked}#r-{name}")
