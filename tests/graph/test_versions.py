"""The record of what changed: as long as it is useful, and no longer."""

from __future__ import annotations

from django.db import transaction

from graph import versions
from graph.models import Touch


def touch(user, *ids: int) -> int:
    with transaction.atomic():
        return versions.bump(user.pk, [(Touch.Kind.FACT, pk) for pk in ids])


def test_old_touches_are_forgotten_whole_versions_at_a_time_and_it_is_known(user, monkeypatch, work):
    """A projection further behind than the record reaches rebuilds itself: `since` says None."""
    monkeypatch.setattr(versions, "KEPT_TOUCHES", 3)
    first = versions.current(user.pk)
    second = touch(user, 1, 2)
    touch(user, 3, 4)
    last = touch(user, 5)
    work()
    assert versions.since(user.pk, first) is None
    assert ("fact", 5) in (versions.since(user.pk, last - 1) or [])
    assert Touch.objects.for_user(user).filter(version__lte=second).count() == 0
