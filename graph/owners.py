"""Whom a command line means."""

from __future__ import annotations

from graph.models import User


class UnknownUser(LookupError):
    """Nobody has this name or id."""


def named(text: str) -> User:
    """The person who signs in as `text`, or has it as their id. Raises UnknownUser."""
    user = User.objects.filter(username=text).first()
    if user is None and text.isdigit():
        user = User.objects.filter(pk=int(text)).first()
    if user is None:
        raise UnknownUser(f"There is no user “{text}”. `create_user {text}` makes one.")
    return user
