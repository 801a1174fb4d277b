"""A person's graph as a file, over HTTP."""

from __future__ import annotations

import io
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from graph import clock
from graph.api.caller import caller, needs
from graph.exchange import formats

router = Router(tags=["exchange"])


@router.get("/export")
@needs("read")
def export(request: HttpRequest, format: str) -> Any:
    """The file itself; an unknown format is 422 with those there are."""
    chosen, user = formats.writable(format), caller(request).user
    stream = io.BytesIO()
    assert chosen.write is not None
    chosen.write(user, stream, clock.now())
    headers = {"Content-Disposition": f'attachment; filename="commonplace{chosen.suffix}"'}
    return HttpResponse(stream.getvalue(), content_type=chosen.media_type, headers=headers)
