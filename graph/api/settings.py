"""Settings over HTTP: every option of finding and learning with its default and bounds."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from graph import clock
from graph.api import strict
from graph.api.caller import caller, needs
from graph.preferences import keep, options, recipes
from graph.preferences.shape import DEFAULTS, BadSettings

router = Router(tags=["settings"])


def shape(groups: keep.Groups) -> dict[str, Any]:
    return {
        **groups,
        "recipe": recipes.followed(groups) or None,
        "options": [
            {
                "name": one.name,
                "section": one.section,
                "title": one.title,
                "description": one.says,
                "type": one.kind,
                "value": one.value,
                "default": one.default,
                "is_default": not one.is_changed,
                "bounds": {
                    "min": one.least,
                    "max": one.most,
                    "exclusive_min": one.above,
                    "choices": [value or None for value, _ in one.choices] or None,
                    "nullable": one.is_optional,
                },
            }
            for one in options.every(groups)
        ],
    }


@router.get("/settings", response=dict)
@needs("read")
def get_settings(request: HttpRequest) -> Any:
    return shape(keep.standing(caller(request).user))


@router.patch("/settings", response=dict)
@needs("write")
def edit_settings(request: HttpRequest) -> Any:
    """`{retrieval: {…}, learning: {…}}`, nested as GET shows them; null takes an option back to its default.

    An option may also stand by itself (`{"max_hops": 3}`); `recipe` sets what a recipe sets, `reset` is a list of names
    or true for everything. All of it is done, or none.
    """
    user, now = caller(request).user, clock.now()
    body = strict.loads(request.body or b"{}")
    if not isinstance(body, dict):
        raise BadSettings([((), "Send an object of options.")])
    changes, again = _parted(body)
    with transaction.atomic():
        if again is not None:
            keep.reset(user=user, names=None if again is True else again, now=now)
        return shape(keep.change(user=user, changes=changes, now=now))


def _parted(body: dict[str, Any]) -> tuple[keep.Groups, Any]:
    """What is asked for, by group, and what is to be reset. Raises BadSettings."""
    changes: keep.Groups = {}
    again = body.get("reset")
    listed = isinstance(again, list) and all(isinstance(name, str) for name in again)
    if again is not None and again is not True and not listed:
        raise BadSettings([(("reset",), "Give a list of names, or true for everything.")])
    if body.get("recipe") is not None:
        recipe = recipes.named(str(body["recipe"]))
        if recipe is None:
            known = ", ".join(one.name for one in recipes.RECIPES)
            raise BadSettings([(("recipe",), f"There is no such recipe; there are {known}.")])
        changes = {group: dict(wanted) for group, wanted in recipe.changes.items()}
    for key, value in body.items():
        group = next((name for name, known in DEFAULTS.items() if key in known), None)
        if key in DEFAULTS:
            if not isinstance(value, dict):
                raise BadSettings([((key,), "Send an object of options.")])
            changes[key] = changes.get(key, {}) | value
        elif group is not None:
            changes.setdefault(group, {})[key] = value
        elif key not in ("reset", "recipe"):
            raise BadSettings([((key,), "There is no such option.")])
    return changes, again
