"""Lists in pages: newest or oldest first by id, the cursor is the last id seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from django.db.models import QuerySet
from ninja import Query, Schema
from ninja.errors import ValidationError
from pydantic import Field

from graph.api.shapes import NoSuchRow, pk


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


def _no_cursor(given: str) -> ValidationError:
    told = f"There is no cursor “{given[:100]}”. Begin without a cursor, and go on with the “next” of each answer."
    return ValidationError([{"loc": ["query", "cursor"], "msg": told}])


def page(rows: QuerySet, asked: Page, *, newest_first: bool = False) -> tuple[list[Any], str | None]:
    """The rows of one page and the cursor of the next, or None at the end. Raises ValidationError (422)."""
    if asked.cursor:
        try:
            last = pk(asked.cursor)
        except NoSuchRow:
            raise _no_cursor(asked.cursor) from None
        rows = rows.filter(pk__lt=last) if newest_first else rows.filter(pk__gt=last)
    found = list(rows.order_by("-pk" if newest_first else "pk")[: asked.limit + 1])
    more = len(found) > asked.limit
    found = found[: asked.limit]
    return found, str(found[-1].pk) if more else None


def part(named: Sequence[tuple[str, Row]], asked: Page) -> tuple[list[Row], str | None]:
    """The same of rows that are at hand, each with the name that is its cursor. Raises ValidationError (422)."""
    names = [name for name, _ in named]
    if asked.cursor and asked.cursor not in names:
        raise _no_cursor(asked.cursor)
    first = names.index(asked.cursor) + 1 if asked.cursor else 0
    last = first + asked.limit
    return [row for _, row in named[first:last]], names[last - 1] if last < len(names) else None
