"""Two relations that say the same become one, also for what is said from then on; undone like any other change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graph.counted import counted
from graph.curation import conflicts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor, Recording, recording
from graph.curation.relations import PredicateNotFound, is_known, joined, put
from graph.curation.restating import restate
from graph.curation.writing import Key
from graph.models import Change, Fact, Predicate, User
from graph.naming import spoken
from graph.predicates import Relation, canonical, meant, registry, relation


class SameRelation(ValueError):
    """A relation cannot be merged into itself."""


class NotFromTheOtherEnd(ValueError):
    """A value stands at no beginning of a fact: a relation that has values cannot be turned."""


@dataclass(frozen=True, slots=True)
class Merged:
    change: Change
    moved: int
    folded: int


def merge(*, user: User, name: str, into: str, turned: bool, by: Actor, now: dt.datetime) -> Merged:
    """Let all that one relation says be said by another, `turned` from the other end ("employs" by "works for").

    Its words ask for the other from then on, and what is stated by it later is stated by the other. Raises
    PredicateNotFound, SameRelation or NotFromTheOtherEnd.
    """
    with recording(user=user, by=by, verb="join", now=now) as record:
        before = registry(user.pk)
        into, other_way = meant(before, into)
        turned ^= other_way
        if name == into:
            raise SameRelation("That is the same relation already.")
        for one in (name, into):
            if not is_known(user, one, before):
                raise PredicateNotFound(f"There is no predicate “{one}”.")
        facts = list(Fact.objects.for_user(user).filter(predicate=name).order_by("pk"))
        if turned and any(fact.object_id is None for fact in facts):
            raise NotFromTheOtherEnd(
                f"“{relation(before, name).reads}” has values such as “{_value_of(facts)}”, of which nothing is told: "
                "it can be merged in the same direction only."
            )
        done = restate(record, [_said_by(fact, into, turned) for fact in facts], "merge")
        _stands_for(record, user, before, name, into, turned=turned)
        for earlier in Predicate.objects.filter(user=user, same_as=name):
            record.update(earlier, same_as=into, turned=earlier.turned ^ turned)
        conflicts.close_apart(record, user, facts)
        conflicts.open_for(record, user, [fact for fact in facts if fact.status in Fact.ACTIVE])
        record.summarise(f"{into[:120]} ← {name[:120]}, {counted(len(facts), 'fact')}")
    return Merged(record.change, done.moved, done.folded)


def as_meant(relations: Mapping[str, Relation], drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts by the relations that theirs were merged into; one with a value cannot be turned, and stays."""
    if not any(one.same_as for one in relations.values()):
        return list(drafts)
    return [_drafted(draft, *meant(relations, canonical(draft.predicate))) for draft in drafts]


def stands_for(user: User, predicate: str) -> str:
    """The relation that stands for one from the same end, itself or the one that it was merged into."""
    into, turned = meant(registry(user.pk), predicate)
    return predicate if turned else into


def _drafted(draft: Draft, predicate: str, turned: bool) -> Draft:
    if not turned:
        return replace(draft, predicate=predicate)
    if draft.object is None:
        return draft
    return replace(draft, subject=draft.object, predicate=predicate, object=draft.subject)


def _said_by(fact: Fact, into: str, turned: bool) -> tuple[Fact, Key]:
    if turned and fact.object_id is not None:
        return fact, (fact.object_id, into, fact.subject_id, fact.value_key)
    return fact, (fact.subject_id, into, fact.object_id, fact.value_key)


def _value_of(facts: Sequence[Fact]) -> str:
    return next(fact.value[:60] for fact in facts if fact.object_id is None)


def _stands_for(
    record: Recording, user: User, before: Mapping[str, Relation], name: str, into: str, *, turned: bool
) -> None:
    """Keep that one relation is another, and by which words it was called: the other is asked for by them."""
    old, new = relation(before, name), relation(before, into)
    words = [spoken(name), old.label, *old.asked_as.split(",")]
    kept = {"asked_as": joined(new.asked_as, [one for one in words if one.strip() not in {"", new.reads}])}
    put(record, user, new, kept | {"same_as": "", "turned": False})
    put(record, user, old, {"same_as": into, "turned": turned})
