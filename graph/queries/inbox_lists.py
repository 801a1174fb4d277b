"""Which proposals a person asked to see: by where they come from, relation, contradiction and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from django.db.models import Count, Q

from graph.models import Conflict, Fact
from graph.models.fact import FactQuerySet
from graph.statements import select

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
    def more(self) -> str:
        """The same behind an address that has a question already: "&q=rye", or nothing."""
        return f"&{self.query}" if self.fields else ""

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


# In one pass, without sorting what waits into groups; what is in conflict is found from the open questions.
_SAID = "source = 'conversation' AND provenance = 'explicit' AND confidence >= %s"
_KINDS = f"""
    SELECT count(*), count(CASE WHEN source = 'conversation' THEN 1 END), count(CASE WHEN source = 'file' THEN 1 END),
        count(CASE WHEN {_SAID} THEN 1 END)
    FROM graph_fact WHERE user_id = %s AND status = 'staged'
"""
_IN_CONFLICT = f"""
    SELECT count(*), count(CASE WHEN {_SAID} THEN 1 END) FROM (
        SELECT older_id AS id FROM graph_conflict WHERE user_id = %s AND state = 'open'
        UNION SELECT newer_id FROM graph_conflict WHERE user_id = %s AND state = 'open'
    ) asked CROSS JOIN graph_fact fact WHERE fact.id = asked.id AND fact.status = 'staged'
"""


def filters(user_id: int) -> tuple[Filter, ...]:
    """Every list with how many proposals it has, in two queries: all by their kinds, those in conflict one by one."""
    [(total, chats, documents, said)] = select(_KINDS, PLAINLY, user_id)
    [(clashing, said_otherwise)] = select(_IN_CONFLICT, PLAINLY, user_id, user_id)
    counts: dict[Show, int] = {
        "all": total,
        "plain": said - said_otherwise,
        "chats": chats,
        "documents": documents,
        "other": total - chats - documents,
        "conflict": clashing,
        "free": total - clashing,
    }
    return tuple(Filter(name, SHOWS[name], counts[name]) for name in SHOWS)


def relations(user_id: int) -> list[str]:
    """The relations among all proposals, most frequent first."""
    used = Fact.objects.for_user(user_id).staged().values("predicate").annotate(number=Count("pk"))
    return list(used.order_by("-number", "predicate").values_list("predicate", flat=True)[:RELATIONS])


def _clashing(user_id: int) -> Q:
    asked = Conflict.objects.for_user(user_id).filter(state=Conflict.State.OPEN)
    return Q(pk__in=asked.values("older")) | Q(pk__in=asked.values("newer"))


def uncontradicted(user_id: int) -> Q:
    """What stands in no open question."""
    return ~_clashing(user_id)


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
