"""The pages that refuse: what is not there, what is not for this account, and what broke."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from assistant.database import release_connection
from assistant.http import refusals

# Under ASGI they are rendered in a thread of the server's own, whose connection no end of a request gives back: it
# would be held as long as the process lives, and be dead once the database was started again.


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; the rail of a signed-in person asks the database."""
    try:
        return defaults.page_not_found(request, exception)
    finally:
        release_connection()


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, likewise."""
    try:
        return defaults.permission_denied(request, exception)
    finally:
        release_connection()


def broken(request: HttpRequest) -> HttpResponse:
    """500; a program is told in the API's own form, since a page is no answer to it."""
    if request.path_info.startswith("/api/"):
        return refusals.refuse(500, ["request"], "Something broke here. The reason stands in the server’s log.")
    return defaults.server_error(request)
