"""Facts that cannot all hold become a question; the owner's answer is a change like any other."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from django.db.models import Min, Q

from graph.curation.recorder import Actor, Recording, recording
from graph.models import Change, ChangeRow, Conflict, Document, Evidence, Fact, User
from graph.predicates import Relation, registry, relation

Decision = Literal["newer", "older", "both", "by_time"]
APART = "apart"  # nobody answered: what was asked about was changed


class ConflictAlreadyResolved(ValueError):
    """The question was answered before."""


def open_for(record: Recording, user: User, facts: Sequence[Fact]) -> list[Conflict]:
    """Open a question for each active fact with another active value of a functional predicate at the same time.

    One that was closed is opened again, unless the owner said that both hold.
    """
    relations = registry(user.pk)
    functional = [fact for fact in facts if _kind(relations, fact).functional and _counts(fact, record.now)]
    if not functional:
        return []
    rivals: dict[tuple[int, str], list[Fact]] = defaultdict(list)
    held = {end for fact in functional for end in _held_by(relations, fact)}
    from_the_other_end = Q(object__in=held, predicate__in=[name for name, one in relations.items() if one.symmetric])
    standing = Fact.objects.for_user(user).active().filter(Q(subject__in=held) | from_the_other_end)
    for other in standing.exclude(expires_at__lte=record.now).order_by("created_at", "id"):
        for end in _held_by(relations, other):
            rivals[end, other.predicate].append(other)
    pairs = {
        frozenset((fact.pk, other.pk)): (fact, other)
        for fact in functional
        for end in _held_by(relations, fact)
        for other in rivals[end, fact.predicate]
        if other.pk != fact.pk and not _mirrors(fact, other) and overlap(fact, other)
    }.values()
    said = first_said([fact for pair in pairs for fact in pair])
    asked = []
    for pair in pairs:
        older, newer = sorted(pair, key=lambda side: (said[side.pk], side.created_at, side.pk))
        conflict = Conflict.objects.filter(older__in=pair, newer__in=pair).first()
        if conflict is None:
            conflict = Conflict(user=user, older=older, newer=newer, created_at=record.now)
            record.create(conflict)
        elif conflict.state == Conflict.State.OPEN or conflict.decision == "both":
            continue
        else:  # one of them had gone, or was over, and stands again
            record.update(conflict, state=Conflict.State.OPEN, decision="")
        asked.append(conflict)
    return asked


def close_apart(record: Recording, user: User, facts: Iterable[Fact]) -> None:
    """Close the open questions about facts of which both sides can hold by now: one was edited, moved, or has ended.

    To answer such a question would take back what contradicts nothing.
    """
    ids = {fact.pk for fact in facts}
    asked = Conflict.objects.filter(state=Conflict.State.OPEN).select_related("older", "newer")
    relations = registry(user.pk)
    for conflict in asked.filter(Q(older__in=ids) | Q(newer__in=ids)):
        older, newer = conflict.older, conflict.newer
        one_place = older.predicate == newer.predicate and _held_by(relations, older) & _held_by(relations, newer)
        asks = one_place and _kind(relations, older).functional and not _mirrors(older, newer)
        if not (asks and overlap(older, newer)):
            record.update(conflict, state=Conflict.State.RESOLVED, decision=APART)


def _counts(fact: Fact, now: dt.datetime) -> bool:
    """Whether it is held: what has expired is only waiting to be put away."""
    return fact.status in Fact.ACTIVE and (fact.expires_at is None or fact.expires_at > now)


def _kind(relations: dict[str, Relation], fact: Fact) -> Relation:
    return relation(relations, fact.predicate)


def _held_by(relations: dict[str, Relation], fact: Fact) -> set[int]:
    """The entities of which it says something: its subject, and both ends of what reads the same from both."""
    ends = {fact.subject_id}
    if fact.object_id is not None and _kind(relations, fact).symmetric:
        ends.add(fact.object_id)
    return ends


def _mirrors(one: Fact, other: Fact) -> bool:
    """Whether one is the other, read from the other end."""
    return (one.subject_id, one.object_id) == (other.object_id, other.subject_id)


def overlap(one: Fact, other: Fact) -> bool:
    """Whether the two could be true at the same time."""
    return not (
        (one.valid_until and other.valid_from and one.valid_until <= other.valid_from)
        or (other.valid_until and one.valid_from and other.valid_until <= one.valid_from)
    )


def close_for(record: Recording, facts: Sequence[Fact], decision: str) -> None:
    """Close the open questions about facts that no longer take part."""
    ids = [fact.pk for fact in facts]
    asked = Conflict.objects.filter(state=Conflict.State.OPEN)
    for conflict in asked.filter(Q(older__in=ids) | Q(newer__in=ids)):
        record.update(conflict, state=Conflict.State.RESOLVED, decision=decision)


def resolve(
    *, user: User, conflict: Conflict, decision: Decision, by: Actor, now: dt.datetime, reason: str = ""
) -> Change:
    """Answer a question: keep the newer or the older, both, or one after the other (`by_time`).

    Raises ConflictAlreadyResolved.
    """
    with recording(user=user, by=by, verb="resolve", reason=reason or decision, now=now) as record:
        conflict = Conflict.objects.select_for_update().select_related("older", "newer").get(pk=conflict.pk)
        if conflict.state != Conflict.State.OPEN:
            raise ConflictAlreadyResolved("This question has been answered already.")
        older, newer = conflict.older, conflict.newer
        match decision:
            case "newer":
                confirm(record, newer, by)
                supersede(record, older, newer, began(newer))
            case "older":
                confirm(record, older, by)
                if newer.status == Fact.Status.STAGED:
                    record.update(newer, status=Fact.Status.REJECTED)
                else:
                    record.update(newer, status=Fact.Status.RETRACTED)
            case "both":
                confirm(record, older, by)
                confirm(record, newer, by)
            case "by_time":
                first, then = sorted((older, newer), key=lambda fact: (began(fact), fact.pk))
                confirm(record, first, by)
                confirm(record, then, by)
                record.update(first, valid_until=max(began(then), first.valid_from or began(then)))
                if then.valid_from is None:
                    record.update(then, valid_from=began(then))
        record.update(conflict, state=Conflict.State.RESOLVED, decision=decision)
        close_for(record, [fact for fact in (older, newer) if fact.status not in Fact.ACTIVE], decision)
        close_apart(record, user, [older, newer])
        record.summarise(f"{older.predicate}: {decision}")
    return record.change


def began(fact: Fact) -> dt.datetime:
    """Since when a fact is held: its own date, else when it was first said, or written down."""
    return fact.valid_from or first_said([fact])[fact.pk]


def first_said(facts: Sequence[Fact]) -> dict[int, dt.datetime]:
    """When each was first said in a talk, which may have been imported years later, or else written down."""
    talks = Evidence.objects.filter(fact__in=facts, document__kind=Document.Kind.CONVERSATION, chunk__isnull=False)
    said = dict(talks.order_by().values_list("fact").annotate(Min("chunk__created_at"))) if facts else {}
    return {fact.pk: min(said.get(fact.pk, fact.created_at), fact.created_at) for fact in facts}


def confirm(record: Recording, fact: Fact, by: Actor) -> None:
    """Put a fact in ink, unless it is already."""
    if fact.status != Fact.Status.CONFIRMED:
        record.update(fact, status=Fact.Status.CONFIRMED, confirmed_by=by.user, confirmed_at=record.now)


def supersede(record: Recording, old: Fact, new: Fact, moment: dt.datetime) -> None:
    """Keep `old` as history, ended at `moment` and pointing at `new`."""
    ended = old.valid_until or max(moment, old.valid_from or moment)
    record.update(old, status=Fact.Status.SUPERSEDED, superseded_by=new, valid_until=ended)


def own_end(fact: Fact) -> dt.datetime | None:
    """When a fact ends, without the end that another one gave it by taking its place."""
    rows = ChangeRow.objects.filter(model="fact", object_id=fact.pk, after__status=Fact.Status.SUPERSEDED)
    taken = rows.order_by("-pk").first() if fact.status == Fact.Status.SUPERSEDED else None
    if taken is None or not taken.before or taken.before["status"] not in Fact.ACTIVE:
        return fact.valid_until
    until = taken.before["valid_until"]
    return dt.datetime.fromisoformat(until) if until else None
