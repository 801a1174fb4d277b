"""Contradictions between what was said on different days, many answered at once: each held until the next was said."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Min

from graph.curation import conflicts
from graph.curation.recorder import Actor, recording
from graph.curation.said import IS_DATED, MOMENT
from graph.days import day_of
from graph.models import Change, Conflict, Evidence, Fact, User

# What never changes: a later word on it corrects the earlier one, or is wrong.
LASTING = ("born_in", "born_on", "birthday", "died_on", "mother", "father")
MOST = 5000  # questions answered at once


@dataclass(frozen=True, slots=True)
class Turn:
    """An open question of two proposals, of which `first` was said only before `then`, which holds since `at`."""

    conflict: Conflict
    first: Fact
    then: Fact
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class _Said:
    """When a fact was first and last said, and since when it holds."""

    first: dt.datetime
    last: dt.datetime
    begins: dt.datetime


def turns(user: User, ids: Collection[int] | None = None) -> list[Turn]:
    """The open questions, all or those of these ids, that the days answer on which their sides were said.

    Both sides wait to be confirmed and rest on talks, or on notes of a day, alone. What was said again after the other
    side, or on the same day, is no such question, nor is what never changes.
    """
    asked = Conflict.objects.for_user(user).filter(
        state=Conflict.State.OPEN, older__status=Fact.Status.STAGED, newer__status=Fact.Status.STAGED
    )
    asked = asked if ids is None else asked.filter(pk__in=sorted(ids)[:MOST])
    rows = list(asked.exclude(older__predicate__in=LASTING).select_related("older", "newer").order_by("pk")[:MOST])
    facts = {fact.pk: fact for row in rows for fact in (row.older, row.newer)}  # one object a fact, whatever it is in
    said = _said(facts.values())
    zone = zoneinfo.ZoneInfo(user.time_zone)
    found = []
    for row in rows:
        if row.older_id not in said or row.newer_id not in said:
            continue
        first, then = sorted((row.older_id, row.newer_id), key=lambda pk: (said[pk].begins, pk))
        at = said[then].begins
        is_over = day_of(said[first].last, zone) < day_of(min(at, said[then].first), zone)
        if is_over and said[first].begins < at and facts[first].valid_until is None:
            found.append(Turn(row, facts[first], facts[then], at))
    return found


def settle(
    *, user: User, by: Actor, now: dt.datetime, ids: Collection[int] | None = None, reason: str = ""
) -> tuple[Change | None, list[Conflict]]:
    """Let each side of those questions hold until the next one began, as one change; and which these were.

    Nothing is confirmed by it: what was said stays a proposal, which contradicts these no more.
    """
    with recording(user=user, by=by, verb="resolve", reason=reason or "by_time", now=now) as record:
        found = turns(user, ids)
        begun = {turn.then.pk: turn.at for turn in found if turn.then.valid_from is None}
        ended = {turn.first.pk: turn.at for turn in sorted(found, key=lambda turn: turn.at, reverse=True)}
        for fact in {fact.pk: fact for turn in found for fact in (turn.first, turn.then)}.values():
            since = {"valid_from": begun[fact.pk]} if fact.pk in begun else {}
            until = {"valid_until": ended[fact.pk]} if fact.pk in ended else {}
            if since or until:
                record.update(fact, **since, **until)
        for turn in found:
            record.update(turn.conflict, state=Conflict.State.RESOLVED, decision="by_time")
        conflicts.close_apart(record, user, [fact for turn in found for fact in (turn.first, turn.then)])
        record.summarise(f"{len(found)} by the days on which they were said")
    return (record.change if record.change.pk else None), [turn.conflict for turn in found]


def _said(facts: Iterable[Fact]) -> dict[int, _Said]:
    """Of those facts that rest on talks and dated documents alone, when they were said."""
    listed: Sequence[Fact] = list(facts)
    rows = Evidence.objects.filter(fact__in=[fact.pk for fact in listed]).order_by().values_list("fact")
    told = rows.annotate(
        all=Count("pk"),
        said=Count("pk", filter=IS_DATED),
        first=Min(MOMENT),
        last=Max(MOMENT),
    )
    days = {pk: (first, last) for pk, every, said, first, last in told if every == said}
    return {
        fact.pk: _Said(*days[fact.pk], begins=fact.valid_from or days[fact.pk][0]) for fact in listed if fact.pk in days
    }
