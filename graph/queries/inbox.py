"""Proposals that wait for a decision: grouped, the likeliest to be needed first, one of them open."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import connection
from django.db.models import Q

from graph.curation import taking_back
from graph.models import Conflict, Fact
from graph.predicates import Relation, registry, relation
from graph.queries import inbox_lists as lists
from graph.queries.demand import demand
from graph.queries.doubts import Doubt, doubts, unsure
from graph.queries.forgetting import requests
from graph.queries.inbox_lists import Asked, Filter
from graph.queries.sentences import Sentence, sentence, with_days, with_quotes
from graph.statements import select

RANKED = 500  # of the newest proposals, among which those most in demand are shown
SHOWN = 30  # proposals on one page: those that are decided make room for the next
NEARBY = 6  # facts already known, beside the open proposal


@dataclass(frozen=True, slots=True)
class Rival:
    """What contradicts a proposal, and the question in which the two meet."""

    conflict: int
    sentence: Sentence
    is_older: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    place: int
    sentence: Sentence
    rivals: tuple[Rival, ...]
    is_unsure: bool = False  # learning guessed which of several entries a name means
    takes_back: bool = False  # somebody else asks for the fact to be forgotten that it shows
    is_over: bool = False  # the fact that it shows held until `sentence.since`, by the owner's own words

    @property
    def rival(self) -> Rival | None:
        return self.rivals[0] if self.rivals else None


@dataclass(frozen=True, slots=True)
class Group:
    """Proposals that have a source, a subject or a relation in common; `kind` says in a word what a source is."""

    title: str
    kind: str
    proposals: tuple[Proposal, ...]

    @property
    def ids(self) -> str:
        return ",".join(str(one.sentence.pk) for one in self.proposals)


@dataclass(frozen=True, slots=True)
class Inbox:
    groups: tuple[Group, ...]
    open: Proposal | None
    doubts: tuple[Doubt, ...]
    nearby: tuple[Sentence, ...]
    before: int | None
    after: int | None
    shown: int
    waiting: int
    decided: int
    filters: tuple[Filter, ...]
    relations: tuple[tuple[str, str], ...]
    listed: int
    free: int  # of the list, those that contradict nothing; counted where it is longer than a page
    asked: Asked

    @property
    def percent(self) -> int:
        total = self.decided + self.waiting
        return round(100 * self.decided / total) if total else 0

    @property
    def more(self) -> int:
        return self.listed - self.shown

    @property
    def plain(self) -> int:
        """How many the person said plainly, uncontradicted."""
        return self._count("plain")

    @property
    def clashing(self) -> int:
        return self._count("conflict")

    @property
    def uncontradicted(self) -> int:
        return self._count("free")

    @property
    def is_long(self) -> bool:
        """Whether more wait than anybody decides on one by one, so that it must be said where to begin."""
        return self.more > 0 and not self.asked.is_narrowed

    def _count(self, name: str) -> int:
        return next(one.count for one in self.filters if one.name == name)

    @property
    def offers_rule(self) -> bool:
        """Whether all of those are in the list, so that "of these" is no lie."""
        return (
            bool(self.plain)
            and self.asked.show in ("all", "plain")
            and not (self.asked.relation or self.asked.question)
        )


def inbox(user_id: int, *, at: int | None, asked: Asked, since: dt.datetime) -> Inbox:
    """The proposals of one list, with `at` open (else the first); `decided` counts those decided since `since`."""
    relations = registry(user_id)
    filters = lists.filters(user_id)
    facts, wanted, used = _most_wanted(user_id, asked)
    clashing = next(one.count for one in filters if one.name == "conflict")
    rivals = _rivals(user_id, [fact.pk for fact in facts], relations) if clashing else defaultdict(list)
    sources = {fact.pk: _group(fact, asked, relations) for fact in facts}
    order = {source: place for place, source in enumerate(dict.fromkeys(sources.values()))}
    facts.sort(key=lambda fact: (order[sources[fact.pk]], -wanted[fact.pk], fact.pk))
    forgotten = requests(facts, relations)
    proposals = [
        Proposal(
            place,
            forgotten.get(fact.pk) or sentence(fact, relations),
            tuple(rivals[fact.pk]),
            is_unsure=bool(unsure(fact)),
            takes_back=fact.pk in forgotten,
            is_over=fact.pk in forgotten and fact.predicate == taking_back.OVER,
        )
        for place, fact in enumerate(facts, start=1)
    ]
    chosen = next((one for one in proposals if one.sentence.pk == at), proposals[0] if proposals else None)
    ids = [one.sentence.pk for one in proposals]
    place = chosen.place - 1 if chosen else 0
    listed = lists.listed(user_id, asked).count() if asked.is_narrowed else filters[0].count
    return Inbox(
        groups=tuple(
            Group(title, kind, tuple(group))
            for (title, kind), group in groupby(proposals, key=lambda one: sources[one.sentence.pk][1:])
        ),
        open=chosen,
        doubts=doubts(facts[place], relations) if chosen else (),
        nearby=_nearby(user_id, chosen, relations),
        before=ids[place - 1] if place > 0 else None,
        after=ids[place + 1] if place + 1 < len(ids) else None,
        shown=len(proposals),
        waiting=filters[0].count,
        decided=_decided(user_id, since),
        filters=filters,
        relations=tuple((name, relation(relations, name).reads) for name in used),
        listed=listed,
        free=_free(user_id, asked) if asked.is_narrowed and listed > len(proposals) else 0,
        asked=asked,
    )


def _free(user_id: int, asked: Asked) -> int:
    return lists.listed(user_id, asked).filter(lists.uncontradicted(user_id)).count()


def _most_wanted(user_id: int, asked: Asked) -> tuple[list[Fact], dict[int, int], list[str]]:
    """The proposals of one page by expected use, the newest first where that is equal.

    Also how much each is wanted, and the relations that the list can be narrowed to.
    """
    newest = lists.listed(user_id, asked).order_by("-created_at", "-id")[:RANKED]
    rows = list(newest.values_list("pk", "subject_id", "object_id", "predicate"))
    wanted = demand(user_id, [row[:3] for row in rows])
    age = {row[0]: place for place, row in enumerate(rows)}
    chosen = sorted(age, key=lambda pk: (-wanted[pk], age[pk]))[:SHOWN]
    loaded = {fact.pk: fact for fact in with_quotes(Fact.objects.for_user(user_id).filter(pk__in=chosen))}
    often = Counter(row[3] for row in rows)
    used = [name for name, _ in often.most_common(lists.RELATIONS)]
    if asked.is_narrowed:
        used = lists.relations(user_id)
    return [loaded[pk] for pk in chosen if pk in loaded], wanted, used


def _group(fact: Fact, asked: Asked, relations: Mapping[str, Relation]) -> tuple[object, str, str]:
    """What a proposal has in common with others, as (key, title, kind)."""
    match asked.group:
        case "about":
            return fact.subject_id, fact.subject.name, "about"
        case "kind":
            return fact.predicate, relation(dict(relations), fact.predicate).reads, "relation"
    return _source(fact)


def _source(fact: Fact) -> tuple[int, str, str]:
    """Where a proposal comes from, as (document or 0, title, kind)."""
    if fact.predicate == taking_back.PREDICATE:
        return 0, "To be forgotten", ""
    for row in fact.evidence.all():
        if row.document:
            return row.document.pk, row.document.title, "chat" if row.document.kind == "conversation" else "document"
    words = {
        Fact.Source.CONVERSATION: "Chats",
        Fact.Source.FILE: "Documents",
        Fact.Source.SYSTEM: "Worked out from what is known",
        Fact.Source.USER_EDIT: "Other programs",
    }
    return 0, words[Fact.Source(fact.source)], ""


def _rivals(user_id: int, ids: Sequence[int], relations: Mapping[str, Relation]) -> dict[int, list[Rival]]:
    """For each proposal, what it contradicts in open questions."""
    asked = Conflict.objects.for_user(user_id).filter(state=Conflict.State.OPEN)
    rows = asked.filter(Q(older__in=ids) | Q(newer__in=ids)).order_by("id")
    rivals: dict[int, list[Rival]] = defaultdict(list)
    ends = ("older__subject", "older__object", "newer__subject", "newer__object")
    for row in rows.select_related("older", "newer", *ends):
        rivals[row.newer_id].append(Rival(row.pk, sentence(row.older, relations, quoted=False), True))
        rivals[row.older_id].append(Rival(row.pk, sentence(row.newer, relations, quoted=False), False))
    return rivals


def _nearby(user_id: int, chosen: Proposal | None, relations: Mapping[str, Relation]) -> tuple[Sentence, ...]:
    """What is already confirmed about the two ends of the open proposal."""
    if chosen is None:
        return ()
    ends = [pk for pk in (chosen.sentence.subject_pk, chosen.sentence.object_pk) if pk]
    known = Fact.objects.for_user(user_id).confirmed().filter(Q(subject__in=ends) | Q(object__in=ends))
    rows = known.select_related("subject", "object").order_by("-confirmed_at", "-id")[:NEARBY]
    return tuple(with_days(user_id, [sentence(row, relations, quoted=False) for row in rows]))


# From the changes of the day to their rows: asked with IN, SQLite goes through every fact that the ledger ever had.
_DECIDED = """
    SELECT count(*) FROM graph_change made JOIN graph_changerow wrote ON wrote.change_id = made.id
    WHERE made.user_id = %s AND made.at >= %s AND made.actor = 'user' AND made.undone_by_id IS NULL
    AND wrote.model = 'fact' AND (
        made.verb IN ('confirm', 'reject')
        OR (made.verb = 'resolve' AND CAST(wrote.before AS text) LIKE '%%"status": "staged"%%')
    )
"""


def _decided(user_id: int, since: dt.datetime) -> int:
    return int(select(_DECIDED, user_id, connection.ops.adapt_datetimefield_value(since))[0][0])
