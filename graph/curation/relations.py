"""A user's own predicates, and built-in ones laid over."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from graph.curation import conflicts, kinds
from graph.curation.recorder import Actor, Recording, recording
from graph.models import Change, Conflict, Fact, Predicate, User
from graph.predicates import BUILT_IN, Relation, canonical, registry, relation

COLUMNS = (
    "label", "inverse_label", "category", "symmetric", "functional", "inverse_of", "asked_as", "same_as", "turned",
    "subject_kind", "object_kind",
)  # fmt: skip


class PredicateNotFound(LookupError):
    """The user has no predicate of this name."""


class PredicateExists(ValueError):
    """The user has this predicate already."""


class TooManyWords(ValueError):
    """There is no room for further words by which a relation is asked for."""


class BuiltInPredicate(ValueError):
    """A built-in predicate can be overridden, not deleted."""


def create(*, user: User, name: str, by: Actor, now: dt.datetime, **values: Any) -> Relation:
    """Add a predicate, or lay one over a built-in. Raises PredicateExists or ValueError for an empty name."""
    name = canonical(name)
    if not name:
        raise ValueError("A predicate needs a name.")
    with recording(user=user, by=by, verb="create", now=now) as record:
        before = registry(user.pk)
        if Predicate.objects.filter(user=user, name=name).exists():
            raise PredicateExists(f"The predicate “{name}” exists already.")
        record.create(Predicate(user=user, name=name, **_tidied(values)))
        settle(record, user, [name], before)
        kinds.give(record, user, registry(user.pk)[name], relation(before, name))
        record.summarise(f"predicate {name}")
    return registry(user.pk)[name]


def edit(*, user: User, name: str, by: Actor, now: dt.datetime, **values: Any) -> Relation:
    """`describe`, and how it stands then."""
    describe(user=user, name=name, by=by, now=now, **values)
    return registry(user.pk)[name]


def describe(*, user: User, name: str, by: Actor, now: dt.datetime, **values: Any) -> Change:
    """Say how a relation reads, behaves or is asked for, whether it is registered or only used by facts.

    Raises PredicateNotFound for one that is neither.
    """
    with recording(user=user, by=by, verb="edit", now=now) as record:
        before = registry(user.pk)
        if not is_known(user, name, before):
            raise PredicateNotFound(f"There is no predicate “{name}”.")
        put(record, user, relation(before, name), _tidied(values))
        settle(record, user, [name], before)
        kinds.give(record, user, registry(user.pk)[name], relation(before, name))
        record.summarise(f"predicate {name}")
    return record.change


def also_asked_as(*, user: User, name: str, words: str, by: Actor, now: dt.datetime) -> Change:
    """Add words to those by which a relation is asked for. Raises PredicateNotFound or TooManyWords."""
    standing = relation(registry(user.pk), name).asked_as
    asked_as = ", ".join(filter(None, [standing, words]))
    if len(asked_as) > Predicate.ASKED_AS_LIMIT:
        raise TooManyWords(f"“{name}” is asked for by very many words already. Take some away before you add more.")
    return describe(user=user, name=name, by=by, now=now, asked_as=asked_as)


def put(record: Recording, user: User, one: Relation, values: dict[str, Any]) -> None:
    """Write values on the person's own row of a relation; without one it gets one, with all that it is so far."""
    row = Predicate.objects.filter(user=user, name=one.name).first()
    if row is not None:
        record.update(row, **values)
    else:
        standing = {column: getattr(one, column) for column in COLUMNS}
        record.create(Predicate(user=user, name=one.name, **standing | values))


def is_known(user: User, name: str, relations: Mapping[str, Relation]) -> bool:
    """Whether a relation is registered, or some fact has it."""
    return name in relations or Fact.objects.for_user(user).filter(predicate=name).exists()


def joined(asked_as: str, phrases: Iterable[str]) -> str:
    """Further phrases behind those by which a relation is asked for: each once, as many as there is room for."""
    told: dict[str, None] = {}
    for phrase in (" ".join(one.split()) for one in (*asked_as.split(","), *phrases)):
        if phrase and len(", ".join([*told, phrase])) <= Predicate.ASKED_AS_LIMIT:
            told.setdefault(phrase)
    return ", ".join(told)


def _tidied(values: Mapping[str, Any]) -> dict[str, Any]:
    """With each phrase by which it is asked for once, and its kinds as kinds are written."""
    tidied = dict(values)
    if "asked_as" in values:
        tidied["asked_as"] = joined(values["asked_as"], ())
    return tidied | {kind: " ".join(values[kind].split()) for kind in ("subject_kind", "object_kind") if kind in values}


def delete(*, user: User, name: str, by: Actor, now: dt.datetime) -> Change:
    """Take a user's own predicate away. Raises PredicateNotFound or BuiltInPredicate."""
    with recording(user=user, by=by, verb="delete", now=now) as record:
        before = registry(user.pk)
        row = Predicate.objects.filter(user=user, name=name).first()
        if row is None:
            if name in BUILT_IN:
                raise BuiltInPredicate(f"“{name}” is built in; it can be overridden, not deleted.")
            raise PredicateNotFound(f"There is no predicate “{name}”.")
        record.delete(row)
        settle(record, user, [name], before)
        record.summarise(f"predicate {name}")
    return record.change


def settle(record: Recording, user: User, names: Iterable[str], before: Mapping[str, Relation]) -> None:
    """Close the questions that are none since these predicates changed, and ask those that became some.

    Several values of one that is functional no longer are no question; of one that is now, or that now reads the same
    from both ends, every two that stand at the same time are.
    """
    relations = registry(user.pk)
    for name in names:
        asked = Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN, older__predicate=name)
        conflicts.close_apart(record, user, [one.older for one in asked.select_related("older")])
        now, then = relation(relations, name), relation(before, name)
        if now.functional and (now.functional, now.symmetric) != (then.functional, then.symmetric):
            conflicts.open_for(record, user, Fact.objects.for_user(user).active().filter(predicate=name).order_by("pk"))
