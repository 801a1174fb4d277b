"""What every page shows in its rail: how much waits, is known, contradicts, and was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.functional import SimpleLazyObject

from graph.models import UserSettings
from graph.queries.counts import Counts, counts

OF_SETTINGS = {"close", "moving", "password"}  # pages that the settings lead to


@dataclass(frozen=True, slots=True)
class Rail:
    """`keyboard` is whether single keys act; `page` is the first word of the address's name, marked in the rail."""

    counts: Counts
    keyboard: bool
    page: str


def rail(request: HttpRequest) -> dict[str, Any]:
    """The rail of a signed-in person's page, in two queries; read only if the template shows it."""
    if not getattr(request, "user", None) or not request.user.is_authenticated:
        return {}
    user_id = request.user.pk
    return {"rail": SimpleLazyObject(lambda: _read(user_id, page_of(request)))}


def _read(user_id: int, page: str) -> Rail:
    keyboard = UserSettings.objects.filter(user_id=user_id).values_list("keyboard", flat=True).first()
    return Rail(counts(user_id), keyboard is not False, page)


def page_of(request: HttpRequest) -> str:
    """The page that is open: for a fragment the one that asked for it ("inbox-mend" belongs to "inbox")."""
    match = request.resolver_match
    asked_from = getattr(request, "htmx", None) and request.htmx.current_url_abs_path  # type: ignore[attr-defined]
    if asked_from:
        try:
            match = resolve(urlsplit(asked_from).path)
        except Resolver404:
            return ""
    page = (match.url_name or "").split("-")[0] if match else ""
    return "settings" if page in OF_SETTINGS else page
