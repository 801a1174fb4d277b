"""The pages that refuse: what is not there, and what is not for this account."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from assistant.database import release_connection

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
