"""On a small screen: the pages that the five tabs have no room for."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from assistant.queries import recent
from assistant.views.request import PersonsRequest
from graph import clock


@require_GET
def more(request: PersonsRequest) -> HttpResponse:
    now = timezone.localtime(clock.now())
    chats = {"days": recent.listed(request.user.pk, now), "imported": recent.imported(request.user.pk)}
    return render(request, "more.html", chats)
