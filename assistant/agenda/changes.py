"""The passages of the last year in which plans were called off or moved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from assistant import params
from assistant.agenda import texts
from assistant.agenda.called_off import Off, called_off
from assistant.agenda.entry import of_passage
from graph.models import User
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.types import Item


def changes(user: User, now: dt.datetime, filters: Mapping[str, Any] | None = None) -> list[tuple[Off, Item]]:
    """The newest of them, at most `CHANGES_READ`, each with its passage; `filters` are those of a retrieval."""
    today = user.local(now).date()
    offs = called_off(texts.read(user, today, today, now))
    if offs and filters is not None:
        allowed = within.allowed(user, Filters(**filters))
        offs = [off for off in offs if allowed.lets("chunk", off.chunk)]
    newest = offs[: params.CHANGES_READ]
    chunks = rows.chunks(user.pk, {off.chunk for off in newest})
    return [(off, of_passage(chunks[off.chunk])) for off in newest if off.chunk in chunks]
