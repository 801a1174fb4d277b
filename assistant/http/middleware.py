"""Who may see a page, and in which time zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect, resolve_url
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from graph.models import User

# These answer for themselves: with a 401, openly, or with the admin's own sign-in page.
OWN_DOORS = ("/api/", "/v1/", "/mcp", "/healthz", "/readyz", "/metrics", "/static/", "/admin/")


class SignInRequired(LoginRequiredMiddleware):
    """Pages are for whoever is signed in; on a fresh install nobody can be, so the first visit begins the book."""

    def process_view(
        self, request: HttpRequest, view_func: Callable, view_args: tuple, view_kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if request.path_info.startswith(OWN_DOORS):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable) -> HttpResponseBase:  # type: ignore[override]
        if not User.objects.exists():
            return redirect("begin")
        if request.headers.get("HX-Request"):  # a redirect would put the sign-in page inside a fragment
            return _signed_out(request)
        if request.method not in ("GET", "HEAD"):
            return _not_taken(request)
        return super().handle_no_permission(request, view_func)


def _signed_out(request: HttpRequest) -> HttpResponseBase:
    """To the sign-in page and back to where the person was; a refusal, so that the page keeps what they typed."""
    was = HtmxDetails(request).current_url_abs_path
    asked = urlencode({"again": 1} | ({"next": was} if was else {}))
    answer = HttpResponseClientRedirect(f"{resolve_url('login')}?{asked}")
    answer.status_code = 401
    return answer


def _not_taken(request: HttpRequest) -> HttpResponseBase:
    """To the sign-in page, which says that what was sent was not taken, and back to the page it was sent from."""
    came = urlsplit(request.headers.get("Referer", ""))
    asked = {"lost": "1"} | ({"next": came.path} if came.path and came.netloc == request.get_host() else {})
    return redirect(f"{resolve_url('login')}?{urlencode(asked)}")


class PersonsTimeZone(MiddlewareMixin):
    """Dates on a page stand in the signed-in person's time zone."""

    def process_view(
        self, request: HttpRequest, view_func: Callable, view_args: tuple, view_kwargs: dict[str, Any]
    ) -> None:
        if request.path_info.startswith(OWN_DOORS) or not request.user.is_authenticated:
            return timezone.deactivate()
        try:
            timezone.activate(zoneinfo.ZoneInfo(request.user.time_zone))
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            timezone.deactivate()


class RefusedMethod(MiddlewareMixin):
    """A program that uses a method which an address of the API does not take is told so as in any other refusal."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponseNotAllowed) or not request.path_info.startswith("/api/"):
            return response
        taken = response.headers["Allow"]
        told = f"This address takes {' and '.join(sorted(taken.split(', ')))}."
        answer: HttpResponse = JsonResponse({"detail": [{"loc": ["request"], "msg": told}]}, status=405)
        answer.headers["Allow"] = taken
        return answer
