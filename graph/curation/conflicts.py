"""Facts that cannot all hold become a question; the owner's answer is a change like any other."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from django.db.models import Min, Q

from graph.curation.recorder import Actor, Recording, recording
from graph.curation.said import MOMENT
from graph.models import Change, ChangeRow, Conflict, Evidence, Fact, User
from graph.predicates import Relation, registry, relation
from graph.projections.subjects import batches

Decision = Literal["newer", "older", "both", "by_time"]
EACH = 12  # values of one entity up to which every two are asked about: 66 questions
FIRST, LAST = (at.replace(tzinfo=dt.UTC) for at in (dt.datetime.min, dt.datetime.max))
ANSWERS: tuple[Decision, ...] = get_args(Decision)
APART = "apart"  # nobody answered: what was asked about was changed


class ConflictAlreadyResolved(ValueError):
    """The question was answered before."""


def open_for(record: Recording, user: User, facts: Iterable[Fact], *, each: int = EACH) -> list[Conflict]:
    """Open a question for each active fact with another active value of a functional predicate at the same time.

    One that was closed is opened again, unless the owner said that both hold. Where an entity has more than `each`
    values, they are asked about in a line.
    """
    relations = registry(user.pk)
    functional = [fact for fact in facts if _kind(relations, fact).functional and _counts(fact, record.now)]
    if not functional:
        return []
    values = _values(user, relations, functional, record.now)
    pairs: dict[frozenset[int], tuple[Fact, Fact]] = {}
    for fact in functional:
        for end in _held_by(relations, fact):
            held = values[end, fact.predicate]
            if len(held) > each:
                pairs |= {frozenset((one.pk, other.pk)): (one, other) for one, other in in_line(held)}
                held.clear()  # once for all of them
            else:
                pairs |= {frozenset((fact.pk, other.pk)): (fact, other) for other in held if other.pk != fact.pk}
    return _ask(record, user, [pair for pair in pairs.values() if not _mirrors(*pair) and overlap(*pair)])


def _values(
    user: User, relations: dict[str, Relation], facts: Sequence[Fact], now: dt.datetime
) -> defaultdict[tuple[int, str], list[Fact]]:
    """What is held of the entities that these facts speak of, under the same predicates."""
    names = {fact.predicate for fact in facts}
    symmetric = [name for name in names if relation(relations, name).symmetric]
    ends = {end for fact in facts for end in _held_by(relations, fact)}
    found: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
    for batch in batches(ends):
        among = set(batch)
        rows = Fact.objects.for_user(user).active().filter(predicate__in=names)
        rows = rows.filter(Q(subject__in=batch) | Q(object__in=batch, predicate__in=symmetric))
        for fact in rows.exclude(expires_at__lte=now).order_by("created_at", "id"):
            for end in _held_by(relations, fact) & among:
                found[end, fact.predicate].append(fact)
    return found


def in_line(values: Iterable[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Of many values each beside the longest of those that began before it, so that none stands beside all others.

    Whatever overlaps one that began before it overlaps the longest of these.
    """
    ordered = sorted(
        values, key=lambda fact: (fact.valid_from or FIRST, fact.valid_until or LAST, fact.created_at, fact.pk)
    )
    longest = ordered[0]
    for fact in ordered[1:]:
        yield longest, fact
        if (fact.valid_until or LAST) >= (longest.valid_until or LAST):
            longest = fact


def _ask(record: Recording, user: User, pairs: Sequence[tuple[Fact, Fact]]) -> list[Conflict]:
    """Ask about each pair, unless that is asked already, or was answered with both."""
    said = first_said([fact for pair in pairs for fact in pair])
    asked_before: dict[frozenset[int], Conflict] = {}
    for batch in batches({fact.pk for pair in pairs for fact in pair}):
        for conflict in Conflict.objects.filter(older__in=batch):
            asked_before[frozenset((conflict.older_id, conflict.newer_id))] = conflict
    new, asked = list[Conflict](), list[Conflict]()
    for pair in pairs:
        older, newer = sorted(pair, key=lambda side: (said[side.pk], side.created_at, side.pk))
        before = asked_before.get(frozenset((older.pk, newer.pk)))
        if before is None:
            new.append(Conflict(user=user, older=older, newer=newer, created_at=record.now))
        elif (
            before.state != Conflict.State.OPEN and before.decision != "both"
        ):  # one had gone, or was over, and is back
            record.update(before, state=Conflict.State.OPEN, decision="")
            asked.append(before)
    record.create_many(new)
    return asked + new


def close_apart(record: Recording, user: User, facts: Iterable[Fact]) -> None:
    """Close the open questions about facts of which both sides can hold by now: one was edited, moved, or has ended.

    To answer such a question would take back what contradicts nothing.
    """
    relations = registry(user.pk)

    def asks(conflict: Conflict) -> bool:
        older, newer = conflict.older, conflict.newer
        one_place = older.predicate == newer.predicate and _held_by(relations, older) & _held_by(relations, newer)
        still = one_place and _kind(relations, older).functional and not _mirrors(older, newer)
        return bool(still and overlap(older, newer))

    _close(record, [conflict for conflict in _about(facts) if not asks(conflict)], APART)


def close_for(record: Recording, facts: Iterable[Fact], decision: str) -> None:
    """Close the open questions about facts that no longer take part."""
    _close(record, _about(facts), decision)


def _about(facts: Iterable[Fact]) -> list[Conflict]:
    """The open questions about any of these facts."""
    found: dict[int, Conflict] = {}
    asked = Conflict.objects.filter(state=Conflict.State.OPEN).select_related("older", "newer")
    for batch in batches({fact.pk for fact in facts}):
        found |= {one.pk: one for one in asked.filter(Q(older__in=batch) | Q(newer__in=batch)).order_by("pk")}
    return list(found.values())


def _close(record: Recording, questions: Sequence[Conflict], decision: str) -> None:
    """In a line of values, those beside one that went are beside each other now."""
    for conflict in questions:
        record.update(conflict, state=Conflict.State.RESOLVED, decision=decision)
    open_for(record, record.change.user, [side for one in questions for side in (one.older, one.newer)], each=0)


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
        open_for(record, user, [older, newer], each=0)
        record.summarise(f"{older.predicate}: {decision}")
    return record.change


def began(fact: Fact) -> dt.datetime:
    """Since when a fact is held: its own date, else when it was first said, or written down."""
    return fact.valid_from or first_said([fact])[fact.pk]


def first_said(facts: Sequence[Fact]) -> dict[int, dt.datetime]:
    """When each was first said, in a talk or a note that may have been imported years later, or else written down."""
    said: dict[int, dt.datetime] = {}
    for batch in batches({fact.pk for fact in facts}):
        quotes = Evidence.objects.filter(fact__in=batch).order_by()
        said |= dict(quotes.values_list("fact").annotate(at=Min(MOMENT)))
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
