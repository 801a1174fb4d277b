"""Every fact as one list: what is held true, what waits, what is over, and what went stale."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Q

from graph.models import Fact, User
from graph.models.fact import FactQuerySet
from graph.predicates import registry, relation
from graph.queries.health import stale
from graph.queries.sentences import ORIGINS, Sentence, sentence, with_days, with_rules

PAGE = 60  # facts on one page: three screens of one line each
RELATIONS = 60  # kinds of relation offered as a filter

Show = Literal["held", "confirmed", "unconfirmed", "over", "stale"]
SHOWS: dict[Show, str] = {
    "held": "Everything current",
    "confirmed": "Confirmed",
    "unconfirmed": "Unconfirmed",
    "over": "No longer true",
    "stale": "Stale",
}
THEN: tuple[Show, ...] = ("held", "confirmed", "unconfirmed")  # what can be asked of an earlier day


@dataclass(frozen=True, slots=True)
class Asked:
    """What a list of facts is narrowed to; `as_of` is a moment instead of the present."""

    show: Show = "held"
    question: str = ""
    relation: str = ""
    source: str = ""
    as_of: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    sentences: tuple[Sentence, ...]
    relations: tuple[tuple[str, str], ...]
    total: int
    page: int
    pages: int


def facts(user: User, asked: Asked, *, page: int, now: dt.datetime) -> Facts:
    """One page of the list, newest first, in a constant number of queries."""
    relations = registry(user.pk)
    listed = _listed(user, asked, now)
    used = listed.values("predicate").annotate(number=Count("pk")).order_by("-number", "predicate")[:RELATIONS]
    offered = tuple((row["predicate"], relation(relations, row["predicate"]).reads) for row in used)
    rows = _narrowed(listed, asked)
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    # Which ones are shown is found in the index; with their names beside them, all facts would be put in order.
    ids = rows.order_by("-created_at", "-id").values_list("pk", flat=True)[(page - 1) * PAGE : page * PAGE]
    shown = Fact.objects.for_user(user).filter(pk__in=list(ids)).select_related("subject", "object")
    past = asked.as_of is not None
    newest_first = shown.order_by("-created_at", "-id")
    lines = [sentence(row, relations, quoted=False, then=past) for row in newest_first]
    sentences = with_rules(user.pk, with_days(user.pk, lines))
    return Facts(tuple(sentences), offered, total, page, pages)


def _listed(user: User, asked: Asked, now: dt.datetime) -> FactQuerySet:
    mine = Fact.objects.for_user(user)
    if asked.as_of is not None:
        held = mine.held_true_at(asked.as_of)
        unsure = Q(status=Fact.Status.STAGED) | Q(status__in=Fact.PAST, confirmed_at=None)
        return {"confirmed": held.exclude(unsure), "unconfirmed": held.filter(unsure)}.get(asked.show, held)
    match asked.show:
        case "confirmed":
            return mine.confirmed()
        case "unconfirmed":
            return mine.staged()
        case "over":
            return mine.exclude(status__in=Fact.ACTIVE)
        case "stale":
            return stale(user, now)
    return mine.active()


def _narrowed(rows: FactQuerySet, asked: Asked) -> FactQuerySet:
    if asked.relation:
        rows = rows.filter(predicate=asked.relation)
    if asked.source in ORIGINS:
        rows = rows.filter(source=asked.source)
    if asked.question:
        named = Q(subject__name__icontains=asked.question) | Q(object__name__icontains=asked.question)
        rows = rows.filter(named | Q(value__icontains=asked.question))
    return rows
