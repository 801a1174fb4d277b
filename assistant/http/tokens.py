"""Tokens for programs: shown once, stored as a hash, scoped, revocable."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable

from assistant.models import ApiToken
from graph.api.caller import SCOPES
from graph.models import User

PREFIX = "cpl_"
SEEN_EVERY = dt.timedelta(minutes=5)  # a write for every request would make reading as slow as writing


class UnknownScope(ValueError):
    """A scope that does not exist."""


def digest(token: str) -> str:
    """Tokens carry 256 random bits, so a plain SHA-256 is safe to store."""
    return hashlib.sha256(token.encode()).hexdigest()


def create(*, user: User, scopes: Iterable[str], name: str = "", now: dt.datetime) -> tuple[ApiToken, str]:
    """A new token and its text, which is never shown again. Raises UnknownScope."""
    wanted = sorted(set(scopes))
    unknown = set(wanted) - set(SCOPES)
    if unknown or not wanted:
        raise UnknownScope(f"Scopes are {', '.join(SCOPES)}.")
    text = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(user=user, name=name[:120], digest=digest(text), scopes=wanted, created_at=now)
    return row, text


def find(text: str, now: dt.datetime) -> ApiToken | None:
    """The living token with this text, of an active user."""
    row = (
        ApiToken.objects.select_related("user")
        .filter(digest=digest(text), revoked_at=None, user__is_active=True)
        .first()
    )
    if row is not None and (row.last_used is None or now - row.last_used > SEEN_EVERY):
        ApiToken.objects.filter(pk=row.pk).update(last_used=now)
    return row


def revoke(token: ApiToken, now: dt.datetime) -> None:
    """The token opens nothing any more."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
