"""Which id each row of a native file gets: its own where that is free, else one that nobody has."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import models
from django.db.models import Max

LARGEST_ID = 10**9  # a higher one in a file is exchanged, or it would use up what is left


def given(model: type[models.Model], olds: Sequence[Any]) -> Iterator[Callable[[Any], Any]]:
    """For each row in turn what gives it its id, from the one that it has in the file; `olds` are those of all."""
    manager = model._default_manager
    if isinstance(model._meta.pk, models.UUIDField):
        taken = {str(pk) for pk in manager.values_list("pk", flat=True)}

        def unique(old: Any) -> Any:
            return uuid.UUID(old) if _is_uuid(old) and str(uuid.UUID(old)) not in taken else uuid.uuid4()

        while True:
            yield unique
    wanted = [old for old in olds if _is_id(old)]
    occupied: set[int] = set()
    for start in range(0, len(wanted), 500):
        occupied |= set(manager.filter(pk__in=wanted[start : start + 500]).values_list("pk", flat=True))
    following = max([*wanted, manager.aggregate(last=Max("pk"))["last"] or 0], default=0)
    used: set[int] = set()

    def number(old: Any) -> int:
        nonlocal following
        if _is_id(old) and old not in occupied and old not in used:
            used.add(old)
            return old
        following += 1
        return following

    while True:
        yield number


def _is_id(old: Any) -> bool:
    return isinstance(old, int) and not isinstance(old, bool) and 0 < old <= LARGEST_ID


def _is_uuid(old: Any) -> bool:
    try:
        uuid.UUID(str(old))
    except ValueError:
        return False
    return isinstance(old, str)
