"""Whom a command line means."""

from __future__ import annotations

from graph.models import User
from graph.naming import normalise


class UnknownUser(LookupError):
    """Nobody has this name or id."""


def sign_in_name(name: str) -> str:
    """The name by which someone signs in: "Ines Halloran" is "ines.halloran"."""
    return ".".join(normalise(name).split())[:150]


def named(text: str) -> User:
    """The person who signs in as `text`, also as they write it, or has it as their id. Raises UnknownUser."""
    user = User.objects.filter(username=text).first() or User.objects.filter(username=sign_in_name(text)).first()
    if user is None and text.isdigit():
        user = User.objects.filter(pk=int(text)).first()
    if user is None:
        raise UnknownUser(f"There is no user “{text}”. `create_user {text}` makes one.")
    return user
