"""Same or not: entries that may be one, what a merge would do, and the way back from it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from assistant.question import held_roles
from assistant.views.forms import number
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import facts, merging
from graph.curation.candidates import Draft
from graph.curation.names import matches
from graph.curation.recorder import Actor
from graph.models import Entity
from graph.naming import normalise
from graph.queries import twins as reading


@require_GET
def twins(request: PersonsRequest) -> HttpResponse:
    """The suggestions; `?about=` of one entry, whose other `?name=` finds; `?keep=` and `?absorb=` open any pair."""
    mine = Entity.objects.for_user(request.user).standing()
    about = number(request.GET.get("about"))
    subject = get_object_or_404(mine, pk=about) if about is not None else None
    keep, absorb = number(request.GET.get("keep")), number(request.GET.get("absorb"))
    name, others = request.GET.get("name", "").strip()[:200], []
    if subject and name:
        found = matches(request.user, [normalise(name)]).get(normalise(name), [])
        others = list(mine.filter(pk__in=[pk for pk in found if pk != subject.pk]).order_by("id"))
        if len(others) == 1:
            keep, absorb = subject.pk, others[0].pk
    holders = held_roles.meant_by_role(request.user).items()
    held = {pk: (one.pk, f"The one {one.role.replace('_', ' ')} of yours that the book knows") for pk, one in holders}
    suggested = reading.suggestions(request.user.pk, about=about, held=held)
    opened = None
    if keep is not None and absorb is not None and keep != absorb:
        opened = (get_object_or_404(mine, pk=keep), get_object_or_404(mine, pk=absorb))
    elif suggested.pairs and not name:
        rows = mine.in_bulk([suggested.pairs[0].keep.pk, suggested.pairs[0].absorb.pk])
        opened = (rows[suggested.pairs[0].keep.pk], rows[suggested.pairs[0].absorb.pk])
    context = {
        "suggested": suggested,
        "about": subject,
        "name": name,
        "others": others if len(others) > 1 else [],
        "unknown": bool(name and not others),
        "opened": opened,
        "reasons": next((one.reasons for one in suggested.pairs if opened and _is(one, opened)), ()),
        "rest": [one for one in suggested.pairs if not (opened and _is(one, opened))],
        "after": reading.afterwards(request.user.pk, opened[0].pk, opened[1].pk) if opened else None,
    }
    return render(request, "twins.html", context)


def _is(pair: reading.Twins, opened: tuple[Entity, Entity]) -> bool:
    return {pair.keep.pk, pair.absorb.pk} == {one.pk for one in opened}


@require_POST
def merge(request: PersonsRequest) -> HttpResponse:
    """Fold `absorb` into `keep`; the toast carries the way back."""
    keep, absorb = _two(request)
    try:
        change = merging.merge(
            user=request.user, keep=keep.pk, absorb=[absorb.pk], by=Actor.person(request.user), now=clock.now()
        )
    except ValueError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"“{absorb.name[:60]}” is now part of “{keep.name[:60]}”.", extra_tags=str(change.pk))
    return redirect(_back(request, keep))


@require_POST
def apart(request: PersonsRequest) -> HttpResponse:
    """Say that two entries are not the same: a fact like any other, which can be taken back; it is not asked again."""
    keep, absorb = _two(request)
    draft = Draft(subject=keep.pk, predicate=reading.DIFFERENT, object=absorb.pk)
    try:
        stated = facts.state_many(user=request.user, drafts=[draft], by=Actor.person(request.user), now=clock.now())
    except ValueError as refusal:
        messages.error(request, str(refusal))
    else:
        undo = str(stated.change.pk) if stated.change else ""
        messages.success(request, "Kept apart. This is not suggested again.", extra_tags=undo)
    return redirect(_back(request, keep))


def _two(request: PersonsRequest) -> tuple[Entity, Entity]:
    mine = Entity.objects.for_user(request.user).standing()
    keep = get_object_or_404(mine, pk=number(request.POST.get("keep")) or 0)
    return keep, get_object_or_404(mine, pk=number(request.POST.get("absorb")) or 0)


def _back(request: PersonsRequest, keep: Entity) -> str:
    return reverse("entity", args=[keep.pk]) if request.POST.get("then") == "entity" else reverse("twins")
