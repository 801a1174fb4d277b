"""Lists in pages: newest or oldest first by id; a cursor is the place that was reached, and of which list."""

from __future__ import annotations

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query, Schema
from ninja.errors import ValidationError
from pydantic import Field

from graph.api.caller import caller


class Page(Schema):
    """`limit` rows from `cursor` on."""

    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: str | None = None


class LongPage(Page):
    """Of what is short, and mostly wanted whole."""

    limit: Annotated[int, Field(ge=1, le=200)] = 200


Row = TypeVar("Row")

PageQuery = Query[Page]
LongPageQuery = Query[LongPage]

_CURSOR = re.compile(r"([0-9a-f]{12})\.(.+)", re.DOTALL)
_OF_ANOTHER = (
    "This cursor is of another list, or of this one with other filters. Ask with the filters of the answer that gave"
    " it, or begin without a cursor."
)


def page(
    request: HttpRequest, rows: QuerySet, asked: Page, *, newest_first: bool = False
) -> tuple[list[Any], str | None]:
    """The rows of one page and the cursor of the next, or None at the end. Raises ValidationError (422)."""
    if asked.cursor:
        place = _reached(request, asked.cursor)
        if not place.isdecimal():
            raise _no_cursor(asked.cursor)
        rows = rows.filter(pk__lt=int(place)) if newest_first else rows.filter(pk__gt=int(place))
    found = list(rows.order_by("-pk" if newest_first else "pk")[: asked.limit + 1])
    more = len(found) > asked.limit
    found = found[: asked.limit]
    return found, _cursor(request, str(found[-1].pk)) if more else None


def part(request: HttpRequest, named: Sequence[tuple[str, Row]], asked: Page) -> tuple[list[Row], str | None]:
    """The same of rows that are at hand, each with the name that is its place. Raises ValidationError (422)."""
    names = [name for name, _ in named]
    first = 0
    if asked.cursor:
        place = _reached(request, asked.cursor)
        if place not in names:
            raise _no_cursor(asked.cursor)
        first = names.index(place) + 1
    last = first + asked.limit
    following = _cursor(request, names[last - 1]) if last < len(names) else None
    return [row for _, row in named[first:last]], following


def _cursor(request: HttpRequest, place: str) -> str:
    return urlsafe_b64encode(f"{_list(request)}.{place}".encode()).decode().rstrip("=")


def _reached(request: HttpRequest, cursor: str) -> str:
    """The place that the cursor was given for. Raises ValidationError for one that no answer to this list gave."""
    try:
        told = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError):
        raise _no_cursor(cursor) from None
    read = _CURSOR.fullmatch(told)
    if read is None:
        raise _no_cursor(cursor)
    if read[1] != _list(request):
        raise _refused(_OF_ANOTHER)
    return read[2]


def _list(request: HttpRequest) -> str:
    """What tells one list from others: whose it is, its address, and the filters, however many rows a page has."""
    filters = sorted(
        (name, value)
        for name, values in request.GET.lists()
        for value in values
        if value.strip() and name not in Page.model_fields
    )
    told = repr((caller(request).user.pk, request.path, filters))
    return hashlib.blake2b(told.encode(errors="replace"), digest_size=6).hexdigest()


def _no_cursor(given: str) -> ValidationError:
    return _refused(
        f"There is no cursor “{given[:100]}”. Begin without a cursor, and go on with the “next” of each answer."
    )


def _refused(told: str) -> ValidationError:
    return ValidationError([{"loc": ["query", "cursor"], "msg": told}])
