"""What a person can set: name, time zone, keys, and the tokens that let programs in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from assistant.http import tokens
from assistant.language_model import llm
from assistant.memory import answer_wishes
from assistant.models import ApiToken
from assistant.views.forms import one_of
from assistant.views.request import PersonsRequest
from graph import clock, sample
from graph.curation import entities, promotion
from graph.curation.names import self_entity
from graph.curation.recorder import Actor
from graph.curation.undo import LaterChanges
from graph.models import UserSettings
from graph.naming import clean

SCOPES = {
    "read": "read what you know",
    "propose": "propose new facts, which wait in your inbox",
    "write": "write and change facts directly",
}


@require_GET
def settings(request: PersonsRequest) -> HttpResponse:
    """`request.session` carries a fresh token over one redirect, because it is shown once and never stored."""
    context = {
        "zones": clock.time_zones(),
        "tokens": ApiToken.objects.for_user(request.user).filter(revoked_at=None).order_by("-id"),
        "fresh": request.session.pop("fresh_token", ""),
        "scopes": SCOPES,
        "model": llm.describe(),
        "wishes": answer_wishes.in_force(request.user, clock.now()),
        "policies": promotion.POLICIES,
        "policy": promotion.chosen(request.user),
        "has_sample": sample.is_loaded(request.user),
    }
    return render(request, "settings.html", context)


@require_POST
def person(request: PersonsRequest) -> HttpResponse:
    """Name and time zone; the entry that stands for the person takes the same name."""
    name = clean(request.POST.get("name", ""))[:150]
    zone = request.POST.get("time_zone", "")
    if not name or zone not in clock.time_zones():
        messages.error(request, "Please write a name and pick a time zone from the list.")
        return redirect("settings")
    user, now = request.user, clock.now()
    if name != user.first_name:
        entities.edit(user=user, entity_id=self_entity(user, now).pk, name=name, by=Actor.person(user), now=now)
    user.first_name, user.time_zone = name, zone
    user.save(update_fields=["first_name", "time_zone"])
    messages.success(request, "Saved.")
    return redirect("settings")


@require_POST
def keys(request: PersonsRequest) -> HttpResponse:
    on = request.POST.get("keyboard") == "on"
    UserSettings.objects.update_or_create(user=request.user, defaults={"keyboard": on})
    messages.success(request, "Single keys are on." if on else "Single keys are off.")
    return redirect("settings")


@require_POST
def learning(request: PersonsRequest) -> HttpResponse:
    """Whether anything but the person may confirm, and by which rule."""
    policy = one_of(promotion.POLICIES, request.POST.get("policy"))
    if policy is None:
        messages.error(request, "Please pick one of the rules.")
    else:
        promotion.choose(user=request.user, policy=policy, now=clock.now())
        messages.success(request, "Saved. What a rule confirms stands in the ledger, where it can be undone.")
    return redirect(f"{redirect('settings').url}#learning")


@require_POST
def create_token(request: PersonsRequest) -> HttpResponse:
    scopes = [scope for scope in SCOPES if scope in request.POST.getlist("scope")] or ["read"]
    name = clean(request.POST.get("name", ""))[:120] or "A program"
    _, secret = tokens.create(user=request.user, name=name, scopes=scopes, now=clock.now())
    request.session["fresh_token"] = secret
    return redirect(f"{redirect('settings').url}#programs")


@require_POST
def revoke_token(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(ApiToken.objects.for_user(request.user), pk=pk)
    tokens.revoke(token=row, now=clock.now())
    messages.success(request, f"“{row.name or 'A program'}” is no longer let in.")
    return redirect(f"{redirect('settings').url}#programs")


@require_POST
def remove_sample(request: PersonsRequest) -> HttpResponse:
    """Take the sample book out again, unless something of the person's own stands on it."""
    try:
        sample.remove(request.user, clock.now())
    except LaterChanges:
        messages.error(request, "Some of what you changed since stands on the sample. Undo that in the ledger first.")
    else:
        messages.success(request, "The sample book is gone. What is yours stays.")
    return redirect("settings")
