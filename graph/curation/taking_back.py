"""What may not retract or end a fact can propose it: a staged fact that, once confirmed, does so to another one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from graph.curation import facts
from graph.curation.candidates import Draft, Quote
from graph.curation.recorder import Actor, Recording
from graph.models import ChangeRow, Fact, User

PREDICATE = "should_be_forgotten"
OVER = "no_longer"  # it held, and does not any more: what is confirmed by it ends, and stays as history
SURE = 0.85
PREDICATES = frozenset({PREDICATE, OVER})


@dataclass(frozen=True, slots=True)
class TakenBack:
    """How many facts are gone, how many the owner is asked about, and what could not even be proposed."""

    retracted: int
    proposed: int
    refused: tuple[str, ...] = ()


def forget(
    *, user: User, found: Iterable[Fact], outright: bool, by: Actor, now: dt.datetime, run: str = ""
) -> TakenBack:
    """Retract facts; or, unless `outright`, withdraw what this kind of actor staged and propose the rest."""
    rows = list(found)
    own = set() if outright else staged_by(rows, by)
    gone = [fact for fact in rows if outright or fact.pk in own]
    retracted = 0
    if gone:
        ids = [fact.pk for fact in gone]
        retracted = facts.decide(
            user=user, ids=ids, decision="retract", by=by, now=now, reason="asked to forget", run=run
        ).decided
    drafts = [_proposal(fact) for fact in rows if fact not in gone and fact.predicate != PREDICATE]
    if not drafts:
        return TakenBack(retracted, 0)
    stated = facts.state_many(user=user, drafts=drafts, by=by, now=now, run=run)
    refused = tuple(str(one.refusal) for one in stated.facts if one.refusal is not None)
    return TakenBack(retracted, len(drafts) - len(refused), refused)


def staged_by(rows: Iterable[Fact], by: Actor) -> set[int]:
    """Those of the facts that are staged and were written by this kind of actor."""
    waiting = [fact.pk for fact in rows if fact.status == Fact.Status.STAGED]
    written = ChangeRow.objects.filter(
        model="fact", object_id__in=waiting, before__isnull=True, change__actor=by.kind, change__user=by.user
    )
    return set(written.values_list("object_id", flat=True))


def sentence(fact: Fact) -> str:
    """What a fact says of its subject."""
    return _sentence(fact, fact.object.name if fact.object else fact.value)


def _sentence(fact: Fact, other: str) -> str:
    return f"{fact.predicate.replace('_', ' ')}: {other}"


def ended(fact: Fact, until: dt.datetime, quote: Quote) -> Draft:
    """The proposal that a fact, whose ends are loaded, has held until then and no longer, by somebody's own words."""
    return Draft(
        subject=fact.subject_id,
        predicate=OVER,
        value=sentence(fact),
        status=Fact.Status.STAGED,
        source=Fact.Source.CONVERSATION,
        provenance=Fact.Provenance.SUGGESTED,  # not among what is confirmed at once because nothing contradicts it
        confidence=SURE,
        valid_from=until,
        metadata={"takes_back": fact.pk, "until": until.isoformat()},
        evidence=(quote,),
    )


def _proposal(fact: Fact) -> Draft:
    return Draft(
        subject=fact.subject_id,
        predicate=PREDICATE,
        value=sentence(fact),
        status=Fact.Status.STAGED,
        source=Fact.Source.SYSTEM,
        provenance=Fact.Provenance.SUGGESTED,
        metadata={"takes_back": fact.pk},
    )


def targets(proposals: Iterable[Fact]) -> dict[int, Fact]:
    """By the id of each proposal the fact that it takes back: the one whose words it shows, whatever it refers to."""
    wanted = {
        fact.pk: (fact, fact.metadata["takes_back"])
        for fact in proposals
        if fact.predicate in PREDICATES and isinstance(fact.metadata.get("takes_back"), int)
    }
    if not wanted:
        return {}
    found = Fact.objects.active().select_related("subject", "object").in_bulk({pk for _, pk in wanted.values()})
    return {pk: found[other] for pk, (proposal, other) in wanted.items() if _shows(proposal, found.get(other))}


def said_to_be_over(user: User, subjects: Iterable[int]) -> frozenset[int]:
    """The facts of these entities whose end waits for the owner's yes."""
    rows = Fact.objects.for_user(user).staged().filter(subject__in=set(subjects), predicate=OVER)
    return frozenset(fact.pk for fact in targets(rows).values())


def _shows(proposal: Fact, fact: Fact | None) -> bool:
    if fact is None or (fact.user_id, fact.subject_id) != (proposal.user_id, proposal.subject_id):
        return False
    until = _until(proposal)
    if proposal.predicate == OVER and (until is None or (fact.valid_until is not None and fact.valid_until <= until)):
        return False  # it has ended already
    if sentence(fact) == proposal.value:
        return True
    names = fact.object.aliases.values_list("text", flat=True) if fact.object else ()  # such as the one it had then
    return any(_sentence(fact, name) == proposal.value for name in names)


def is_void(proposal: Fact) -> bool:
    """Whether it would take back what has changed since, or is gone: there is nothing left to confirm."""
    return "takes_back" in proposal.metadata and proposal.predicate in PREDICATES and not targets([proposal])


def _until(proposal: Fact) -> dt.datetime | None:
    """When a proposal says that it ended; None of one that asks to forget it, and where that is no moment."""
    said = proposal.metadata.get("until") if proposal.predicate == OVER else None
    try:
        moment = dt.datetime.fromisoformat(said) if isinstance(said, str) else None
    except ValueError:  # whoever states a fact may put anything there
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def fulfil(record: Recording, proposal: Fact) -> Fact | None:
    """Do what a proposal says as it is confirmed; returns the fact taken back or ended, else None."""
    fact = targets([proposal]).get(proposal.pk)
    if fact is not None:
        until = _until(proposal)
        if until is None:
            record.update(fact, status=Fact.Status.RETRACTED)
        else:
            record.update(fact, valid_until=max(until, fact.valid_from or until))
        record.update(proposal, status=Fact.Status.RETRACTED)
    return fact
