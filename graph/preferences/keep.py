"""A person's own settings: read, changed and taken back, stored as what differs from the defaults."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from graph.curation import promotion
from graph.models import User, UserSettings
from graph.preferences.shape import DEFAULTS, BadSettings, checked, merged

Groups = dict[str, dict[str, Any]]


def standing(user: User | int) -> Groups:
    """Every option of both groups as it holds now, nested."""
    kept: dict[str, Any] = UserSettings.objects.filter(user=user).values("retrieval", "learning").first() or {}  # type: ignore[assignment]
    return {group: merged(DEFAULTS[group], kept.get(group) or {}) for group in DEFAULTS}


def change(*, user: User, changes: Groups, now: dt.datetime) -> Groups:
    """Lay `changes` over what stands; an option set to None takes its default again. Raises BadSettings."""
    with transaction.atomic():
        UserSettings.objects.get_or_create(user=user)
        row = UserSettings.objects.select_for_update().get(user=user)
        before = row.learning.get("policy", "off")
        for group, wanted in changes.items():
            kept = _without(getattr(row, group), wanted)
            whole = checked(group, merged(kept, _given(wanted)))
            setattr(row, group, _differing(whole, DEFAULTS[group]))
        row.save(update_fields=["retrieval", "learning"])
        if row.learning.get("policy", "off") != before:
            promotion.enqueue(user, now)
    return standing(user)


def reset(*, user: User, names: Iterable[str] | None, now: dt.datetime) -> Groups:
    """Take options (`retrieval.mmr.lambda`), whole branches of them, or all (None) back to their defaults."""
    changes: Groups = {group: {} for group in DEFAULTS}
    for name in names if names is not None else [f"{group}.{key}" for group in DEFAULTS for key in DEFAULTS[group]]:
        group, *keys = name.split(".")
        place: Any = DEFAULTS.get(group)
        for key in keys:
            place = place.get(key) if isinstance(place, dict) else None
        if not keys or (place is None and not _is_known(group, keys)):
            raise BadSettings([((name,), "There is no such option.")])
        at = changes[group]
        for key in keys[:-1]:
            at = at.setdefault(key, {})
        at[keys[-1]] = None
    return change(user=user, changes=changes, now=now)


def documents(user: User | int) -> dict[str, Any]:
    """What is done with a new document unless it says otherwise."""
    return standing(user)["learning"]["documents"]


def _is_known(group: str, keys: list[str]) -> bool:
    """Whether there is such an option, though its default is nothing."""
    place: Any = DEFAULTS.get(group, {})
    for key in keys:
        if not isinstance(place, dict) or key not in place:
            return False
        place = place[key]
    return True


def _without(kept: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """What is kept, less the options that are taken back."""
    found = dict(kept)
    for key, value in wanted.items():
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict) and isinstance(found.get(key), dict):
            found[key] = _without(found[key], value)
    return found


def _given(wanted: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _given(value) if isinstance(value, dict) else value for key, value in wanted.items() if value is not None
    }


def _differing(whole: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """Only what is not as by default, as JSON keeps it."""
    found: dict[str, Any] = {}
    for key, value in whole.items():
        usual = defaults.get(key)
        if isinstance(value, dict) and isinstance(usual, dict):
            inside = _differing(value, usual)
            if inside:
                found[key] = inside
        elif value != usual:
            found[key] = value
    return found
