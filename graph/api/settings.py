"""What a person has set, with defaults and bounds."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from graph import clock
from graph.api.bodies import Body
from graph.api.caller import caller, needs
from graph.curation import promotion
from graph.models import User, UserSettings
from graph.retrieval import kept

router = Router(tags=["settings"])


class LearningPatch(Body):
    policy: promotion.Policy | None = None


class SettingsPatch(Body):
    """`retrieval` is laid over what is set, key by key; null takes a key back to its default."""

    retrieval: dict[str, Any] | None = None
    learning: LearningPatch | None = None


def shape(user: User) -> dict[str, Any]:
    row, _ = UserSettings.objects.get_or_create(user=user)
    policies = {"type": "string", "enum": list(promotion.POLICIES)}
    return {
        "retrieval": kept.effective(row.retrieval),
        "learning": {"policy": promotion.chosen(user)},
        "set": {"retrieval": row.retrieval, "learning": row.learning},
        "defaults": {"retrieval": kept.defaults(), "learning": {"policy": next(iter(promotion.POLICIES))}},
        "bounds": {"retrieval": kept.bounds(), "learning": {"properties": {"policy": policies}}},
    }


@router.get("/settings", response=dict)
@needs("read")
def get_settings(request: HttpRequest) -> Any:
    """Every option with the value that holds, what was set, the defaults, and the bounds as JSON schemas."""
    return shape(caller(request).user)


@router.patch("/settings", response=dict)
@needs("write")
def edit_settings(request: HttpRequest, body: SettingsPatch) -> Any:
    user = caller(request).user
    row, _ = UserSettings.objects.get_or_create(user=user)
    if body.retrieval is not None:
        retrieval = kept.checked(_laid_over(row.retrieval, body.retrieval))
        UserSettings.objects.filter(pk=row.pk).update(retrieval=retrieval)
    if body.learning is not None and body.learning.policy is not None:
        promotion.choose(user=user, policy=body.learning.policy, now=clock.now())
    return shape(user)


def _laid_over(base: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in given.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _laid_over(merged[key], value)
        else:
            merged[key] = value
    return merged
