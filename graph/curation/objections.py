"""Why a decision does not fit a fact as it stands."""

from __future__ import annotations

from typing import Literal

from graph.models import Fact

Decision = Literal["confirm", "reject", "retract", "restore", "reopen"]

PAST = {
    "confirm": "confirmed",
    "reject": "rejected",
    "retract": "retracted",
    "restore": "restored",
    "reopen": "put back",
}


def objection(fact: Fact, decision: Decision) -> str:
    """Why `decision` does not fit the fact as it stands; empty when it does."""
    status = Fact.Status
    allowed = {
        "confirm": {status.STAGED},
        "reject": {status.STAGED},
        "retract": {status.CONFIRMED, status.STAGED, status.SUPERSEDED},
        "restore": {status.REJECTED, status.RETRACTED, status.SUPERSEDED},
        "reopen": {status.CONFIRMED},
    }[decision]
    if fact.status not in allowed:
        return f"This fact is {fact.status}; it cannot be {PAST[decision]}."
    if decision == "confirm" and _is_void(fact):
        return "What it would take back was changed since or is gone; reject it."
    if decision == "restore":
        if fact.subject.merged_into_id or (fact.object and fact.object.merged_into_id):
            return "What it is about was merged into one entry; undo the merge first."
        same = Fact.objects.active().filter(
            user_id=fact.user_id,
            subject=fact.subject_id,
            predicate=fact.predicate,
            object=fact.object_id,
            value_key=fact.value_key,
        )
        if same.exists():
            return "The same fact stands already."
    return ""


def _is_void(fact: Fact) -> bool:
    from graph.curation import taking_back

    return taking_back.is_void(fact)
