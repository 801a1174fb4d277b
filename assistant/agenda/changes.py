"""The passages of the last year in which plans were called off or moved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from assistant import params
from assistant.agenda import texts
from assistant.agenda.called_off import called_off
from graph.models import User
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.types import Item, Parts


def changes(user: User, now: dt.datetime, filters: Mapping[str, Any] | None = None) -> list[Item]:
    """The newest of them, at most `CHANGES_READ`; `filters` are those of a retrieval."""
    today = user.local(now).date()
    found = [off.chunk for off in called_off(texts.read(user, today, today, now))]
    if found and filters is not None:
        allowed = within.allowed(user, Filters(**filters))
        found = [pk for pk in found if allowed.lets("chunk", pk)]
    chunks = rows.chunks(user.pk, found[: params.CHANGES_READ])
    return [Item("chunk", pk, chunk.text, 0.0, Parts(), chunk=chunk) for pk, chunk in chunks.items()]
