"""Which proposals a person asked to see: by where they come from, relation, contradiction and words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from django.db.models import BooleanField, Case, Count, Q, When

from graph.models import Conflict, Fact
from graph.models.fact import FactQuerySet

PLAINLY = 0.8  # confidence from which a thing counts as said plainly: hedged and guessed words lie below
RELATIONS = 40  # kinds of relation offered as a filter

Show = Literal["all", "plain", "chats", "documents", "other", "conflict", "free"]
By = Literal["source", "about", "kind"]
SHOWS: dict[Show, str] = {
    "all": "Everything",
    "plain": "Said plainly by you",
    "chats": "From chats",
    "documents": "From documents",
    "other": "From other programs",
    "conflict": "In conflict",
    "free": "Not in conflict",
}
GROUPS: dict[By, str] = {"source": "Source", "about": "About", "kind": "Kind"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the list is narrowed to, and what its groups have in common."""

    show: Show = "all"
    relation: str = ""
    question: str = ""
    group: By = "source"

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """What an address or a form has to say to ask for the same again."""
        every = (("show", self.show), ("relation", self.relation), ("q", self.question), ("group", self.group))
        return tuple((name, value) for name, value in every if value not in ("", "all", "source"))

    @property
    def query(self) -> str:
        return urlencode(self.fields)

    @property
    def is_narrowed(self) -> bool:
        return self.show != "all" or bool(self.relation or self.question)


@dataclass(frozen=True, slots=True)
class Filter:
    name: Show
    label: str
    count: int


def listed(user_id: int, asked: Asked) -> FactQuerySet:
    """The proposals that were asked for."""
    rows = Fact.objects.for_user(user_id).staged().filter(_condition(user_id, asked.show))
    if asked.relation:
        rows = rows.filter(predicate=asked.relation)
    if asked.question:
        named = Q(subject__name__icontains=asked.question) | Q(object__name__icontains=asked.question)
        said = Q(value__icontains=asked.question) | Q(predicate__icontains=asked.question.replace(" ", "_"))
        rows = rows.filter(named | said)
    return rows


def filters(user_id: int) -> tuple[Filter, ...]:
    """Every list with how many proposals it has, in two queries: all by their kinds, those in conflict one by one."""
    staged = Fact.objects.for_user(user_id).staged().order_by()
    plainly = Case(When(confidence__gte=PLAINLY, then=True), default=False, output_field=BooleanField())
    kinds = list(staged.annotate(plainly=plainly).values_list("source", "provenance", "plainly").annotate(Count("pk")))
    clashing = list(staged.filter(_clashing(user_id)).values_list("source", "provenance", "confidence"))
    by_source = Counter[str]()
    for source, _, _, number in kinds:
        by_source[source] += number
    total, said = by_source.total(), (Fact.Source.CONVERSATION, Fact.Provenance.EXPLICIT)
    plain = sum(number for source, provenance, sure, number in kinds if (source, provenance) == said and sure)
    plain -= sum((source, provenance) == said and sure >= PLAINLY for source, provenance, sure in clashing)
    from_here = by_source[Fact.Source.CONVERSATION] + by_source[Fact.Source.FILE]
    counts: dict[Show, int] = {
        "all": total,
        "plain": plain,
        "chats": by_source[Fact.Source.CONVERSATION],
        "documents": by_source[Fact.Source.FILE],
        "other": total - from_here,
        "conflict": len(clashing),
        "free": total - len(clashing),
    }
    return tuple(Filter(name, SHOWS[name], counts[name]) for name in SHOWS)


def relations(user_id: int) -> list[str]:
    """The relations among all proposals, most frequent first."""
    used = Fact.objects.for_user(user_id).staged().values("predicate").annotate(number=Count("pk"))
    return list(used.order_by("-number", "predicate").values_list("predicate", flat=True)[:RELATIONS])


def _clashing(user_id: int) -> Q:
    asked = Conflict.objects.for_user(user_id).filter(state=Conflict.State.OPEN)
    return Q(pk__in=asked.values("older")) | Q(pk__in=asked.values("newer"))


def _condition(user_id: int, show: Show) -> Q:
    match show:
        case "plain":
            said = Q(source=Fact.Source.CONVERSATION, provenance=Fact.Provenance.EXPLICIT, confidence__gte=PLAINLY)
            return said & ~_clashing(user_id)
        case "chats":
            return Q(source=Fact.Source.CONVERSATION)
        case "documents":
            return Q(source=Fact.Source.FILE)
        case "other":
            return ~Q(source__in=[Fact.Source.CONVERSATION, Fact.Source.FILE])
        case "conflict":
            return _clashing(user_id)
        case "free":
            return ~_clashing(user_id)
    return Q()
