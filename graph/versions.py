"""A user's graph version: bumped once in every writing transaction, with the rows it touched."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from graph.models import Touch, UserSettings
from graph.statements import select

KEPT_TOUCHES = 50_000  # older ones are pruned; a projection further behind rebuilds itself from the rows
_STANDS = """
    SELECT graph_version, retrieval, epoch,
           (SELECT id FROM graph_entity entity WHERE entity.user_id = settings.user_id AND is_self)
    FROM graph_usersettings settings WHERE user_id = %s
"""
_RAISE = "UPDATE graph_usersettings SET graph_version = graph_version + 1 WHERE user_id = %s RETURNING graph_version"
_TOUCHED = "INSERT INTO graph_touch (user_id, version, kind, object_id) VALUES (%s, %s, %s, %s)"
_OLDEST = "SELECT MIN(version) FROM graph_touch WHERE user_id = %s"
_SINCE = "SELECT kind, object_id FROM graph_touch WHERE user_id = %s AND version > %s ORDER BY version, id"


class Standing(NamedTuple):
    """Where a user's graph stands, their retrieval settings, which graph it is (`UserSettings.epoch`), who they are."""

    version: int = 0
    retrieval: dict[str, Any] = {}
    epoch: UUID | None = None
    me: int | None = None  # the entity that is the user


_held: ContextVar[dict[int, Standing] | None] = ContextVar("held", default=None)


def standing(user_id: int, not_below: int = 0) -> Standing:
    """How the user's graph stands; at version 0 for a user without settings.

    A held one gives way to the present where a projection stands at `not_below`, beyond it: another question brought
    it there meanwhile, and back it could come only by being read anew.
    """
    held = _held.get()
    if held is not None and user_id in held and held[user_id].version >= not_below:
        return held[user_id]
    for version, retrieval, epoch, me in select(_STANDS, user_id):
        return Standing(version, json.loads(retrieval), UUID(str(epoch)), me)
    return Standing()


def current(user_id: int, not_below: int = 0) -> int:
    """The version at which the user's graph stands, see `standing`."""
    return standing(user_id, not_below).version


@contextmanager
def held(user_id: int) -> Iterator[int]:
    """Within, the user's graph stands still at one version (T44), which is read once."""
    token = _held.set({user_id: standing(user_id)})
    try:
        yield current(user_id)
    finally:
        _held.reset(token)


def bump(user_id: int, touched: Iterable[tuple[str, int]]) -> int:
    """Raise the version by one and record what was touched as `(Touch.Kind, id)`; returns the new version.

    Must run inside the transaction that wrote the rows: the row lock orders the versions by commit.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("versions.bump must run in the transaction of the write it records")
    raised = select(_RAISE, user_id)
    version = raised[0][0] if raised else UserSettings.objects.create(user_id=user_id, graph_version=1).graph_version
    rows = [(user_id, version, str(kind), pk) for kind, pk in dict.fromkeys(touched)]
    with connection.cursor() as cursor:
        cursor.executemany(_TOUCHED, rows)
    return version


def since(user_id: int, version: int) -> list[tuple[str, int]] | None:
    """What was touched after `version`, oldest first; None when the record no longer reaches back that far."""
    if version < prunable_before(user_id):
        return None
    return [(kind, pk) for kind, pk in select(_SINCE, user_id, version)]


def prunable_before(user_id: int) -> int:
    """The version below which touches may have been pruned; 0 while all are kept."""
    oldest = select(_OLDEST, user_id)[0][0]
    return 0 if oldest is None else oldest - 1


def prune(user_id: int) -> int:
    """Forget all but the newest `KEPT_TOUCHES` touches (whole versions only); returns how many went."""
    edge = (
        Touch.objects.for_user(user_id).order_by("-version", "-id").values_list("version", flat=True)[KEPT_TOUCHES:][:1]
    )
    cut = next(iter(edge), None)
    if cut is None:
        return 0
    return Touch.objects.for_user(user_id).filter(version__lte=cut).delete()[0]
