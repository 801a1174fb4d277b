"""What falls on which day, over HTTP."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import BeforeValidator, Field

from assistant.agenda import outside
from graph import clock
from graph.api.caller import caller, needs
from graph.api.fields import dated

router = Router(tags=["days"])


class Span(Schema):
    """The days from `from` (today) to `until` (30 days later), both meant: at most a year."""

    first: Annotated[dt.date | None, BeforeValidator(dated)] = Field(default=None, alias="from")
    last: Annotated[dt.date | None, BeforeValidator(dated)] = Field(default=None, alias="until")


@router.get("/days", response=dict)
@needs("read")
def list_days(request: HttpRequest, span: Query[Span]) -> Any:
    """What falls on which day, by the person's own clock: facts that tell a day, and sentences that name one."""
    return outside.agenda(caller(request).user, span.first, span.last, clock.now())
