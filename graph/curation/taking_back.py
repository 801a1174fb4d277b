"""What may not retract a fact can propose it: a staged fact that, once confirmed, takes another one back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from graph.curation import facts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor, Recording
from graph.models import ChangeRow, Fact, User

PREDICATE = "should_be_forgotten"


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
    return f"{fact.predicate.replace('_', ' ')}: {fact.object.name if fact.object else fact.value}"


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


def target(proposal: Fact) -> Fact | None:
    """The fact that a proposal takes back: only the one whose words it shows, whatever its metadata say."""
    wanted = proposal.metadata.get("takes_back")
    if proposal.predicate != PREDICATE or not isinstance(wanted, int):
        return None
    fact = (
        Fact.objects.for_user(proposal.user_id)
        .active()
        .filter(pk=wanted, subject=proposal.subject_id)
        .select_related("object")
        .first()
    )
    return fact if fact is not None and sentence(fact) == proposal.value else None


def fulfil(record: Recording, proposal: Fact) -> Fact | None:
    """Do what a proposal says as it is confirmed; returns the fact taken back, or None if it is no such proposal."""
    fact = target(proposal)
    if fact is not None:
        record.update(fact, status=Fact.Status.RETRACTED)
        record.update(proposal, status=Fact.Status.RETRACTED)
    return fact
