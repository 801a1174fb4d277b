"""Who calls the API, and what they may do."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest

from graph.curation.recorder import Actor
from graph.models import Change, User

SCOPES = ("read", "propose", "write")


class MissingScope(PermissionError):
    """The token does not carry the scope that the operation needs."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The person, what the token allows, and how their changes are signed."""

    user: User
    scopes: frozenset[str]
    by: Actor

    @classmethod
    def person(cls, user: User) -> Caller:
        """A signed-in person may do everything that is theirs."""
        return cls(user, frozenset(SCOPES), Actor(Change.Actor.USER, user))

    @classmethod
    def token(cls, user: User, scopes: frozenset[str], kind: str = Change.Actor.API) -> Caller:
        """A program; who may write may also propose, who may propose may also read."""
        for scope, implied in (("write", "propose"), ("propose", "read")):
            if scope in scopes:
                scopes |= {implied}
        return cls(user, scopes, Actor(kind, user))

    def may(self, scope: str) -> bool:
        return scope in self.scopes


def caller(request: HttpRequest) -> Caller:
    """The caller that authentication put on the request."""
    return request.auth  # type: ignore[attr-defined]


def needs(scope: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Refuse callers without `scope` with MissingScope (403)."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not caller(request).may(scope):
                raise MissingScope(f"This token does not have the scope “{scope}”.")
            return view(request, *args, **kwargs)

        # Annotations are strings of the view's module, and would be looked up in this one.
        checked.__signature__ = inspect.signature(view, eval_str=True)  # type: ignore[attr-defined]
        return checked

    return guard
