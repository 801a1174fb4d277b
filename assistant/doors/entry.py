"""Who knocks: a token's text becomes a caller, at the pace that tokens have."""

from __future__ import annotations

import datetime as dt

from assistant import pace, params, tokens
from graph.api.caller import Caller
from graph.models import Change

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
