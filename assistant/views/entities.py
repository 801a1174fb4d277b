"""The index and its entries: looking up, writing a fact by hand, mending an entry."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from assistant.views import past
from assistant.views.forms import KINDS, EntryForm, FactForm, midnight, number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import entities, facts, merging
from graph.curation.candidates import Draft
from graph.curation.names import AmbiguousName, matches
from graph.curation.objections import PAST, Decision
from graph.curation.recorder import Actor
from graph.models import Entity
from graph.naming import normalise
from graph.predicates import registry
from graph.queries import entity as reading
from graph.queries.index import SHOWS
from graph.queries.index import index as listing

DECISIONS: tuple[Decision, ...] = ("confirm", "reject", "retract", "restore", "reopen")


@require_http_methods(["GET", "POST"])
def index(request: PersonsRequest) -> HttpResponse:
    """The list, found by name as one types; a POST adds an entry."""
    if request.method == "POST":
        return _add(request)
    looking_back = past.chosen(request)
    then = looking_back["past"]
    page = listing(
        request.user.pk,
        question=request.GET.get("q", "").strip()[:200],
        kind=request.GET.get("kind", "")[:64],
        page=number(request.GET.get("page")) or 1,
        as_of=then.at if then else None,
        show=one_of(SHOWS, request.GET.get("show")) or "",
    )
    template = "index.html#list" if request.headers.get("HX-Request") else "index.html"
    return render(request, template, {"index": page, "kinds": KINDS, "shows": SHOWS.items(), **looking_back})


def _add(request: PersonsRequest) -> HttpResponse:
    try:
        made = entities.create(
            user=request.user,
            name=request.POST.get("name", ""),
            type=request.POST.get("type", "").strip()[:64] or "concept",
            by=Actor.person(request.user),
            now=clock.now(),
        )
    except ValueError as refusal:
        messages.error(request, str(refusal))
        return redirect("index")
    return redirect("entity", made.pk)


@require_GET
def entity(request: PersonsRequest, pk: int) -> HttpResponse:
    """One entry; `?edit=1` opens it for mending, `?as_of=` shows it on an earlier day."""
    return _page(request, pk)


def _page(
    request: PersonsRequest, pk: int, *, fact: FactForm | None = None, entry: EntryForm | None = None
) -> HttpResponse:
    looking_back = past.chosen(request)
    then = looking_back["past"]
    page = reading.page(request.user.pk, pk, as_of=then.at if then else None)
    if page is None:
        raise Http404
    if entry is None and request.GET.get("edit") and not then:
        entry = EntryForm(
            initial={
                "name": page.name,
                "type": page.type,
                "description": page.description,
                "also": "\n".join(page.also),
            }
        )
    context = {
        "entity": page,
        "fact_form": fact or FactForm(initial={"subject": page.name}),
        "entry_form": entry,
        "kinds": KINDS,
        **looking_back,
    }
    refused = (fact and fact.errors) or (entry and entry.errors)
    return render(request, "entity.html", context, status=422 if refused else 200)


@require_POST
def add_fact(request: PersonsRequest, pk: int) -> HttpResponse:
    """A fact written by hand: in ink at once."""
    entry = _standing(request, pk)
    form = FactForm(request.POST)
    if not form.is_valid():
        return _page(request, pk, fact=form)
    try:
        draft = Draft(
            subject=entry.pk,
            predicate=form.predicate(registry(request.user.pk)),
            valid_from=midnight(form.cleaned_data["since"]),
            valid_until=midnight(form.cleaned_data["until"]),
            **form.end(),
        )
        stated = facts.state_many(user=request.user, drafts=[draft], by=Actor.person(request.user), now=clock.now())
        if (refusal := stated.facts[0].refusal) is not None:
            raise refusal
    except (ValueError, LookupError) as refusal:
        form.add_error(None, said(refusal))
        return _page(request, pk, fact=form)
    undo = str(stated.change.pk) if stated.created and stated.change else ""
    messages.success(request, "Written down." if stated.created else "This was known already.", extra_tags=undo)
    return redirect("entity", pk)


@require_POST
def edit(request: PersonsRequest, pk: int) -> HttpResponse:
    entry = _standing(request, pk)
    form = EntryForm(request.POST)
    if not form.is_valid():
        return _page(request, pk, entry=form)
    try:
        entities.edit(
            user=request.user,
            entity_id=entry.pk,
            name=form.cleaned_data["name"],
            type=form.cleaned_data["type"],
            description=form.cleaned_data["description"],
            aliases=form.aliases(),
            by=Actor.person(request.user),
            now=clock.now(),
        )
    except ValueError as refusal:
        form.add_error(None, said(refusal))
        return _page(request, pk, entry=form)
    return redirect("entity", pk)


@require_POST
def delete(request: PersonsRequest, pk: int) -> HttpResponse:
    entry = _standing(request, pk)
    try:
        change = entities.delete(user=request.user, entity_id=entry.pk, by=Actor.person(request.user), now=clock.now())
    except entities.SelfIsKept as refusal:
        messages.error(request, str(refusal))
        return redirect("entity", pk)
    messages.success(request, "The entry and its facts were deleted.", extra_tags=str(change.pk))
    return redirect("index")


@require_POST
def merge(request: PersonsRequest, pk: int) -> HttpResponse:
    """Fold the entry that goes by the name `other` into this one."""
    entry = _standing(request, pk)
    key = normalise(request.POST.get("other", ""))
    others = [other for other in matches(request.user, [key]).get(key, []) if other != entry.pk]
    if len(others) != 1:
        messages.error(request, f"There is {'more than one' if others else 'no other'} entry called “{key[:80]}”.")
        return redirect("entity", pk)
    try:
        change = merging.merge(
            user=request.user, keep=entry.pk, absorb=others, by=Actor.person(request.user), now=clock.now()
        )
    except ValueError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"Merged “{key[:80]}” into this entry.", extra_tags=str(change.pk))
    return redirect("entity", pk)


def _standing(request: PersonsRequest, pk: int) -> Entity:
    return get_object_or_404(Entity.objects.for_user(request.user).standing(), pk=pk)


@require_POST
def decide(request: PersonsRequest, pk: int) -> HttpResponse:
    """Confirm, reject, take back or bring back one fact, from the page of an entry or under an answer."""
    decision = one_of(DECISIONS, request.POST.get("decision"))
    if decision:
        done = facts.decide(
            user=request.user, ids=[pk], decision=decision, by=Actor.person(request.user), now=clock.now()
        )
        if done.change:
            messages.success(request, f"{PAST[decision].capitalize()}.", extra_tags=str(done.change.pk))
        for _, why in done.refused:
            messages.error(request, why)
    if chat := number(request.POST.get("conversation")):
        return redirect("conversation", chat)
    return redirect("entity", number(request.POST.get("entity")) or 0)


def said(refusal: Exception) -> str:
    """A refusal in the words of the page."""
    if isinstance(refusal, AmbiguousName):
        return f"{len(refusal.candidates)} entries are called “{refusal.text[:80]}”. Open the one you mean."
    return str(refusal)
