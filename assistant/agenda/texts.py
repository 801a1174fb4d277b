"""The texts in which days may be named: what one said, notes of a day, and documents in which the year is written."""

from __future__ import annotations

import datetime as dt
import operator
from functools import reduce

from django.db.models import Q, QuerySet

from assistant import params
from assistant.agenda.day_above import day_above
from assistant.agenda.moments import bounds
from assistant.agenda.passages import Text
from graph.curation.said import SAID_AT
from graph.days import day_of
from graph.models import Chunk, Document, User

_DATED = Q(document__kind=Document.Kind.CONVERSATION) | Q(document__metadata__has_key=SAID_AT)


def read(user: User, first: dt.date, last: dt.date, now: dt.datetime) -> list[Text]:
    """The texts in which one of these days is likely to be named, of either sort at most `DATED_PASSAGES`."""
    zone = user.local(now).tzinfo
    said = (Text(pk, text, at, day_of(at, zone), kind) for pk, text, at, kind in _dated(user, first, last))
    return [*said, *(_written(*row) for row in _undated(user, first, last))]


def _written(chunk: int, text: str, prefix: str, at: dt.datetime) -> Text:
    """A passage of what tells no day of its own, with the day below whose heading it stands."""
    above = day_above(prefix)
    return Text(chunk, text, said_on=above.on, is_planned=above.is_planned(at)) if above else Text(chunk, text)


def _dated(user: User, first: dt.date, last: dt.date) -> QuerySet[Chunk, tuple[int, str, dt.datetime, str]]:
    """What was said or noted within a year before these days, or soon after them, newest first."""
    begins, ends = bounds(first, last, user)
    when = (begins - params.TOLD_BEFORE, ends + params.TOLD_AFTER)
    newest = Chunk.objects.for_user(user).filter(_DATED, children=None, created_at__range=when)
    rows = newest.order_by("-created_at", "-pk").values_list("pk", "text", "created_at", "document__kind")
    return rows[: params.DATED_PASSAGES]


def _undated(user: User, first: dt.date, last: dt.date) -> QuerySet[Chunk, tuple[int, str, str, dt.datetime]]:
    """What stands in documents that tell no day of their own, where one of the years is written, or in a heading."""
    years = range(first.year, min(last.year, first.year + 3) + 1)
    written = reduce(operator.or_, (Q(text__contains=str(year)) | Q(prefix__contains=str(year)) for year in years))
    rows = Chunk.objects.for_user(user).filter(written, children=None).exclude(_DATED)
    return rows.order_by("-pk").values_list("pk", "text", "prefix", "created_at")[: params.DATED_PASSAGES]
