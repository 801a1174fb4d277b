"""What falls on which day, a month at a time."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from assistant.queries import month as reading
from assistant.views.request import PersonsRequest
from graph import clock


@require_GET
def days(request: PersonsRequest) -> HttpResponse:
    """`?month=2026-12` is a month; without it, and where it is none, the present one."""
    now = clock.now()
    first = reading.chosen(request.GET.get("month", ""), request.user.local(now).date())
    return render(request, "days.html", {"month": reading.month(request.user, first, now)})
