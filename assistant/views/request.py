"""The request of a signed-in person, for the type checker: the middleware lets nobody else in."""

from __future__ import annotations

from django.http import HttpRequest

from graph.models import User


class PersonsRequest(HttpRequest):
    user: User
