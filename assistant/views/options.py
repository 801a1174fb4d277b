"""How things are found and learned: every option in plain words, and the recipes that set them by need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from assistant.views.request import PersonsRequest
from graph import clock
from graph.preferences import keep, recipes
from graph.preferences import options as listing
from graph.preferences.options import Option
from graph.preferences.shape import BadSettings
from graph.retrieval.channels import globs

# What the options are checked by says, and how the page says it.
SAID = (
    (r"Input should be greater than or equal to (.+)", r"It must be \1 or more"),
    (r"Input should be less than or equal to (.+)", r"It must be \1 or less"),
    (r"Input should be a valid integer.*", "It must be a whole number"),
    (r"(?:Value error, )?Input should be a (?:valid )?number.*", "It must be a number"),
    (r"Value error, (.+)", r"\1"),
)


@dataclass(frozen=True, slots=True)
class Field:
    """An option as the form shows it: what was typed, what is ticked, and what was wrong with it."""

    option: Option
    typed: str
    ticked: tuple[str, ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    fields: tuple[Field, ...]


@require_http_methods(["GET", "POST"])
def options(request: PersonsRequest) -> HttpResponse:
    """One form for all; its other buttons reset one option or all of them, or apply a recipe."""
    user, now = request.user, clock.now()
    groups = keep.standing(user)
    if request.method == "GET":
        return _page(request, groups)
    sent = request.POST
    try:
        if recipe := recipes.named(sent.get("recipe", "")):
            keep.change(user=user, changes=recipe.changes, now=now)
            messages.success(request, f"“{recipe.title}” is set.")
        elif name := sent.get("reset"):
            keep.reset(user=user, names=None if name == "all" else [name], now=now)
            messages.success(request, "Everything is as it was at first." if name == "all" else "It is as at first.")
        elif sent.get("save"):
            keep.change(user=user, changes=_changes(listing.every(groups), sent), now=now)
            messages.success(request, "Saved.")
        else:
            messages.error(request, "Nothing was sent, so nothing was changed.")
    except BadSettings as refusal:
        return _page(request, groups, sent, refusal)
    return redirect("settings-retrieval")


def _page(
    request: PersonsRequest, groups: keep.Groups, sent: QueryDict | None = None, refusal: BadSettings | None = None
) -> HttpResponse:
    every = listing.every(groups)
    wrong = [(".".join(map(str, where)), _said(what)) for where, what in (refusal.errors if refusal else ())]
    fields = {one.name: _field(one, sent, wrong) for one in every}
    told = {says for field in fields.values() if (says := field.wrong)}
    context = {
        "groups": [
            Group(one.title, tuple(fields[option.name] for option in one.options)) for one in listing.sections(every)
        ],
        "recipes": recipes.RECIPES,
        "followed": recipes.followed(groups),
        "changed": sum(one.is_changed for one in every),
        "wrong": [what for _, what in wrong if what not in told],
        "is_wrong": bool(wrong),
    }
    return render(request, "options.html", context, status=422 if refusal else 200)


def _said(what: str) -> str:
    """A refusal in the words of the page."""
    return next((re.sub(was, words, what) for was, words in SAID if re.fullmatch(was, what)), what)


def _field(option: Option, sent: QueryDict | None, wrong: list[tuple[str, str]]) -> Field:
    """An option as it stands, or as it was just typed."""
    says = next((what for where, what in wrong if where == option.name or where.startswith(f"{option.name}.")), "")
    if sent is None or not sent.get("save"):
        ticked = tuple(option.value) if option.kind == "several" else (("on",) if option.value is True else ())
        return Field(option, option.shown, ticked, says)
    return Field(option, sent.get(option.field, ""), tuple(sent.getlist(option.field)), says)


def _changes(every: list[Option], sent: QueryDict) -> keep.Groups:
    """Everything as it was sent, nested by name; what cannot be read is passed on, to be refused with its reason."""
    changes: keep.Groups = {"retrieval": {}, "learning": {}}
    for option in every:
        *way, last = option.name.split(".")
        place: dict[str, Any] = changes
        for key in way:
            place = place.setdefault(key, {})
        place[last] = _read(option, sent)
    return changes


def _read(option: Option, sent: QueryDict) -> Any:
    """The value that was sent; None, which is the default, for an empty field."""
    text = sent.get(option.field, "").strip()
    match option.kind:
        case "switch":
            return text == "on"
        case "several":
            return [value for value, _ in option.choices if value in sent.getlist(option.field)]
        case "words":
            return list(globs.parts(text))
        case "steps":
            return [list(globs.parts(step)) for step in text.split(";") if step.strip()] if text else []
        case "decay":
            numbers = [_number(part) for part in globs.parts(text)]
            return None if not numbers else numbers[0] if len(numbers) == 1 else numbers
        case "whole" | "number":
            return _number(text) if text else None
    return text or None


def _number(text: str) -> Any:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() and "." not in text and "e" not in text.lower() else value
