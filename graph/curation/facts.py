"""Facts: stated by a person, staged by what learns, edited, decided on, deleted."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graph.counted import counted
from graph.curation import conflicts, ending, kinds, renewing, writing
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.merging_relations import as_meant, stands_for
from graph.curation.names import Resolver
from graph.curation.objections import Decision, objection
from graph.curation.quotes import support
from graph.curation.recorder import Actor, Recording, recording
from graph.curation.writing import BadFact, SameFactStands, Written
from graph.models import Change, Conflict, Fact, User
from graph.models.fact import value_key
from graph.predicates import canonical, registry

RULE = "by rule: said plainly by you, and nothing contradicts it"


class FactNotFound(LookupError):
    """No fact of this user has the id."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What each draft became, in order, which facts ended, and the change (None when nothing was written)."""

    facts: tuple[Written, ...]
    change: Change | None
    ended: tuple[Fact, ...] = ()

    @property
    def created(self) -> list[Fact]:
        return [one.fact for one in self.facts if one.created and one.fact is not None]


@dataclass(frozen=True, slots=True)
class Decided:
    change: Change | None
    decided: int
    refused: tuple[tuple[int, str], ...]


def state(*, user: User, draft: Draft, by: Actor, now: dt.datetime) -> tuple[Fact, bool]:
    """Write one fact; returns it and whether it is new. Raises BadFact, BadName, AmbiguousName or EntityNotFound."""
    written = state_many(user=user, drafts=[draft], by=by, now=now).facts[0]
    if written.refusal is not None:
        raise written.refusal
    assert written.fact is not None
    return written.fact, written.created


def state_many(*, user: User, drafts: Sequence[Draft], by: Actor, now: dt.datetime, run: str = "") -> Stated:
    """Write many facts in one change; a bad one is refused with its reason and never loses the others."""
    return _write(user=user, drafts=drafts, by=by, now=now, verb="state", run=run, guess=False)


def stage(
    *,
    user: User,
    candidates: Sequence[Candidate],
    by: Actor,
    now: dt.datetime,
    run: str,
    document: int | None = None,
    endings: Sequence[ending.Ending] = (),
    withdrawn: Sequence[int] = (),
) -> Stated:
    """Stage what was learned in one run. What stands, or was rejected from the same words, is not proposed again.

    Of what is said to be over, proposals end, and the end of what is confirmed is proposed. Of `withdrawn`, the ids of
    facts that were put right by the words, those are rejected that nobody confirmed.
    """
    drafts = [candidate.draft(document) for candidate in candidates] + ending.proposals(user, endings)
    return _write(
        user=user,
        drafts=drafts,
        by=by,
        now=now,
        verb="stage",
        run=run,
        guess=True,
        endings=endings,
        withdrawn=withdrawn,
    )


def _write(
    *,
    user: User,
    drafts: Sequence[Draft],
    by: Actor,
    now: dt.datetime,
    verb: str,
    run: str,
    guess: bool,
    endings: Sequence[ending.Ending] = (),
    withdrawn: Sequence[int] = (),
) -> Stated:
    with recording(user=user, by=by, verb=verb, run=run, now=now) as record:
        relations, resolver = registry(user.pk), Resolver(record, user, guess=guess)
        drafts = as_meant(relations, drafts)
        written = writing.write(record, resolver, drafts, by)
        kinds.give_ends(record, resolver, written, relations)
        written = renewing.renew(record, drafts, written)
        ended = ending.end(record, user, endings) if endings else []
        ending.withdraw(record, user, withdrawn)
        if ended:
            passages = writing.passages_of(user.pk, [quote for _, quote in ended])
            support(record, [(fact, (quote,)) for fact, quote in ended], passages)
        stated = Stated(tuple(written), record.change, tuple(fact for fact, _ in ended))
        dated = [one.fact for one in written if one.fact is not None and one.dated]
        if dated or ended:
            conflicts.close_apart(record, user, [*dated, *stated.ended])
        conflicts.open_for(record, user, stated.created)
        told = counted(len(stated.created), "fact")
        record.summarise(f"{told}, {counted(len(ended), 'fact')} ended" if ended else told)
    return Stated(stated.facts, record.change if record.change.pk else None, stated.ended)


def _of(user: User, pk: int) -> Fact:
    fact = Fact.objects.for_user(user).select_related("subject", "object").filter(pk=pk).first()
    if fact is None:
        raise FactNotFound(f"There is no fact {pk}.")
    return fact


def decide(
    *, user: User, ids: Iterable[int], decision: Decision, by: Actor, now: dt.datetime, reason: str = "", run: str = ""
) -> Decided:
    """Confirm, reject, retract or restore facts in one change, or put them back among the proposals (`reopen`).

    Those that cannot be are refused with the reason.
    """
    wanted = list(dict.fromkeys(ids))
    decided: list[Fact] = []
    refused: list[tuple[int, str]] = []
    with recording(user=user, by=by, verb=decision, reason=reason, run=run, now=now) as record:
        rows = Fact.objects.for_user(user).select_for_update().in_bulk(wanted)
        for pk in wanted:
            fact = rows.get(pk)
            why = f"There is no fact {pk}." if fact is None else objection(fact, decision)
            if why or fact is None:
                refused.append((pk, why))
                continue
            match decision:
                case "confirm":
                    if (gone := _taken_back(record, fact)) is not None:
                        if gone.status in Fact.ACTIVE:  # it has ended
                            conflicts.close_apart(record, user, [gone])
                        else:
                            conflicts.close_for(record, [gone], "retract")
                    else:
                        conflicts.confirm(record, fact, by)
                case "reject":
                    record.update(fact, status=Fact.Status.REJECTED)
                case "retract":
                    record.update(fact, status=Fact.Status.RETRACTED)
                case "restore":
                    back = Fact.Status.CONFIRMED if fact.confirmed_at else Fact.Status.STAGED
                    record.update(fact, status=back, superseded_by=None, valid_until=conflicts.own_end(fact))
                case "reopen":
                    record.update(fact, status=Fact.Status.STAGED, confirmed_by=None, confirmed_at=None)
            decided.append(fact)
        if decision in ("reject", "retract"):
            conflicts.close_for(record, decided, decision)
        else:
            conflicts.open_for(record, user, decided)
        record.summarise(f"{decision} {counted(len(decided), 'fact')}")
    return Decided(record.change if record.change.pk else None, len(decided), tuple(refused))


def _taken_back(record: Recording, fact: Fact) -> Fact | None:
    from graph.curation import taking_back  # it proposes by stating facts itself

    return taking_back.fulfil(record, fact)


def edit(*, user: User, fact_id: int, by: Actor, now: dt.datetime, reason: str = "", **values: Any) -> Fact:
    """Change columns of a fact; `subject` and `object` take an id or a Name, `value` a text with `value_type`.

    Raises FactNotFound, BadFact, SameFactStands, BadName, AmbiguousName or EntityNotFound.
    """
    with recording(user=user, by=by, verb="edit", reason=reason, now=now) as record:
        fact = _of(user, fact_id)
        resolver = Resolver(record, user)
        for end in ("subject", "object"):
            if values.get(end) is not None:
                values[end] = _end(resolver, values[end])
        if "value" in values and values["value"] is not None:
            values |= {"object": None, "value_key": value_key(values["value"])}
        elif values.get("object") is not None:
            values |= {"value": "", "value_key": "", "value_type": Fact.ValueType.STRING}
        if "predicate" in values:
            values["predicate"] = stands_for(user, canonical(values["predicate"]))
        changed = {name: value for name, value in values.items() if getattr(fact, name) != value}
        _check_edit(fact, changed)
        if changed:
            record.update(fact, **changed)
            conflicts.close_apart(record, user, [fact])
            conflicts.open_for(record, user, [fact])
        record.summarise(", ".join(sorted(set(changed) - {"value_key", "value_type"})))
    return fact


def _end(resolver: Resolver, wanted: int | Name) -> Any:
    resolver.prepare([wanted])
    if isinstance(wanted, Name):
        resolver.create_missing([wanted])
    return resolver.find(wanted)


def _check_edit(fact: Fact, changed: dict[str, Any]) -> None:
    def after(name: str) -> Any:
        return changed.get(name, getattr(fact, name))

    if not after("predicate"):
        raise BadFact("A fact needs a predicate.")
    if (after("object") is None) == (not after("value")):
        raise BadFact("A fact needs either an object or a value, and not both.")
    if after("object") is not None and after("object").pk == after("subject").pk:
        raise BadFact("A thing cannot stand in a relation to itself; give a value instead.")
    for name in ("confidence", "weight"):
        if not math.isfinite(after(name)) or not 0 <= after(name) <= 1:
            raise BadFact(f"{name} must be between 0 and 1.")
    if after("valid_from") and after("valid_until") and after("valid_until") < after("valid_from"):
        raise BadFact("A fact cannot end before it begins.")
    if after("status") in Fact.ACTIVE:
        same = Fact.objects.active().filter(
            user_id=fact.user_id,
            subject=after("subject"),
            predicate=after("predicate"),
            object=after("object"),
            value_key=after("value_key"),
        )
        if same.exclude(pk=fact.pk).exists():
            raise SameFactStands("The same fact stands already.")


def delete(*, user: User, fact_ids: Iterable[int], by: Actor, now: dt.datetime, reason: str = "") -> Change:
    """Delete facts with their evidence and questions; undo brings them back. Raises FactNotFound."""
    with recording(user=user, by=by, verb="delete", reason=reason, now=now) as record:
        facts = [_of(user, pk) for pk in dict.fromkeys(fact_ids)]
        delete_rows(record, facts)
        record.summarise(counted(len(facts), "fact"))
    return record.change


def delete_rows(record: Any, facts: Sequence[Fact]) -> None:
    """Delete facts within a change, first what hangs on them."""
    ids = [fact.pk for fact in facts]
    for conflict in Conflict.objects.filter(older__in=ids) | Conflict.objects.filter(newer__in=ids):
        record.delete(conflict)
    for later in Fact.objects.filter(superseded_by__in=ids).exclude(pk__in=ids):
        record.update(later, superseded_by=None)
    for fact in facts:
        record.delete(*fact.evidence.all())
        if fact.superseded_by_id in ids:
            record.update(fact, superseded_by=None)
    record.delete(*facts)
