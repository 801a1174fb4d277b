"""The index: every entry by name, found by any of its names."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce, Lower

from graph.models import Entity, EntityAlias, Fact
from graph.naming import normalise
from graph.queries import health

PAGE = 60  # entries on one page: three screens of one line each
Show = Literal["", "shared", "alone"]
SHOWS: dict[Show, str] = {
    "": "Everything",
    "shared": "Names that several share",
    "alone": "Without any fact",
}
TYPES = 12  # kinds offered as filters


@dataclass(frozen=True, slots=True)
class Entry:
    pk: int
    name: str
    type: str
    description: str
    facts: int
    is_self: bool


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Index:
    entries: tuple[Entry, ...]
    kinds: tuple[Kind, ...]
    total: int
    page: int
    pages: int
    question: str
    kind: str
    show: Show


def index(
    user_id: int,
    *,
    question: str = "",
    kind: str = "",
    page: int = 1,
    as_of: dt.datetime | None = None,
    show: Show = "",
) -> Index:
    """One page of entries; the person themself first, then by name. `question` is found in any name.

    `show` is one of `SHOWS`. With `as_of` those that were there at that moment, or that a fact held true then names.
    """
    listed = {"shared": health.duplicates, "alone": health.orphans}.get(show)
    mine = listed(user_id) if listed else Entity.objects.for_user(user_id).standing()
    if as_of is not None:
        about = Fact.objects.held_true_at(as_of).filter(Q(subject=OuterRef("pk")) | Q(object=OuterRef("pk")))
        mine = mine.filter(Q(created_at__lte=as_of) | Exists(about))
    rows = mine.filter(type=kind) if kind else mine
    key = normalise(question)
    if key:
        named = EntityAlias.objects.filter(entity=OuterRef("pk"), normalised__contains=key)
        rows = rows.filter(Exists(named))
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    shown = rows.annotate(facts=_degree(as_of)).order_by("-is_self", Lower("name"), "id")[
        (page - 1) * PAGE : page * PAGE
    ]
    kinds = mine.values("type").annotate(number=Count("pk")).order_by("-number", "type")[:TYPES]
    return Index(
        entries=tuple(Entry(row.pk, row.name, row.type, row.description, row.facts, row.is_self) for row in shown),
        kinds=tuple(Kind(row["type"], row["number"]) for row in kinds),
        total=total,
        page=page,
        pages=pages,
        question=question,
        kind=kind,
        show=show,
    )


def _degree(as_of: dt.datetime | None) -> CombinedExpression:
    """How many facts name the entry, on either side: active ones, or those held true at a moment."""
    standing = Fact.objects.active() if as_of is None else Fact.objects.held_true_at(as_of)

    def side(end: str) -> Coalesce:
        facts: QuerySet = standing.filter(**{end: OuterRef("pk")}).order_by()
        counted = facts.values(end).annotate(number=Count("pk")).values("number")
        return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

    return side("subject") + side("object")
