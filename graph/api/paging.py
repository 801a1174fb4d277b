"""Lists in pages: newest or oldest first by id, the cursor is the last id seen."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from ninja import Query, Schema
from pydantic import Field

from graph.api.shapes import pk


class Page(Schema):
    """`limit` rows from `cursor` on."""

    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: str | None = None


PageQuery = Query[Page]


def page(rows: QuerySet, asked: Page, *, newest_first: bool = False) -> tuple[list[Any], str | None]:
    """The rows of one page and the cursor of the next, or None at the end. Raises NoSuchRow for a foreign cursor."""
    if asked.cursor:
        last = pk(asked.cursor, "cursor")
        rows = rows.filter(pk__lt=last) if newest_first else rows.filter(pk__gt=last)
    found = list(rows.order_by("-pk" if newest_first else "pk")[: asked.limit + 1])
    more = len(found) > asked.limit
    found = found[: asked.limit]
    return found, str(found[-1].pk) if more else None
