"""Who knocks: a token's text becomes a caller, at the pace that tokens have."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection

from assistant import params
from assistant.http import pace, tokens
from graph.api.caller import Caller
from graph.models import Change

Taken = ParamSpec("Taken")
Given = TypeVar("Given")

PACE = pace.Pace("api", params.API_REQUESTS, params.API_SECONDS)


def bearer(header: str) -> str:
    """The token of an `Authorization` header, or empty."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def admitted(token: str, now: dt.datetime, kind: str = Change.Actor.API) -> Caller | None:
    """The caller behind a token, whose changes are signed as `kind`; None for an unknown one. Raises TooFast."""
    row = tokens.find(token, now) if token else None
    if row is None:
        return None
    pace.take(PACE, str(row.pk), at=now.timestamp())
    return Caller.token(row.user, frozenset(row.scopes), kind)


def apart(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """`function` outside of any request of Django's, which would give its thread's database connection back."""

    @wraps(function)
    def closing(*args: Taken.args, **options: Taken.kwargs) -> Given:
        try:
            return function(*args, **options)
        finally:
            connection.close()

    return closing
