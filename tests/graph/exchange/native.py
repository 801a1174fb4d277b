"""A book written to a native file, wiped, and read back."""

from __future__ import annotations

import io

from graph.exchange import native_read, native_write
from graph.exchange.parts import PARTS
from graph.models import Entity, UserSettings
from tests.conftest import NOW


def exported(user) -> bytes:
    stream = io.BytesIO()
    native_write.write(user, stream, NOW)
    return stream.getvalue()


def restored(user, data: bytes, **options) -> native_read.Restored:
    options = {"dry_run": False, "beat": lambda: None} | options
    return native_read.restore(user=user, stream=io.BytesIO(data), now=NOW, **options)


def wipe(user) -> None:
    """As if the person had begun a new book."""
    for part in reversed(PARTS):
        rows = part.model._default_manager.filter(**{part.owner: user})
        if part.model is Entity:
            rows = rows.filter(is_self=False)
        if part.kind == "alias":
            rows = rows.filter(entity__is_self=False)
        rows.delete()
    UserSettings.objects.filter(user=user).update(retrieval={}, learning={})


def lines(data: bytes) -> list[str]:
    return sorted(data.decode().splitlines()[1:])
