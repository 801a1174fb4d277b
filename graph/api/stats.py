"""Figures over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from graph.api.caller import caller, needs
from graph.queries.figures import figures

router = Router(tags=["health"])


@router.get("/stats", response=dict)
@needs("read")
def stats(request: HttpRequest) -> Any:
    return figures(caller(request).user)
