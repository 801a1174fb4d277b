"""Facts that say the same of other ends or by another relation: a double gives its evidence and becomes history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graph.curation import conflicts
from graph.curation.recorder import Recording
from graph.curation.writing import Key, existing
from graph.models import Evidence, Fact

BATCH = 250  # facts whose evidence is read at once


@dataclass(frozen=True, slots=True)
class Restated:
    """How many facts only say it otherwise now, and how many were said already; both stay in the book."""

    moved: int
    folded: int


def restate(record: Recording, anew: Sequence[tuple[Fact, Key]], reason: str) -> Restated:
    """Let each fact say what its key says (subject, predicate, object, value key).

    What speaks of itself then is taken back; of two that stand and say the same, the older one stays.
    """
    if not anew:
        return Restated(0, 0)
    standing, _ = existing(record.change.user_id, [key for _, key in anew])
    gone: list[Fact] = []
    folded: list[tuple[Fact, Fact]] = []
    changes: list[tuple[Fact, dict]] = []
    for fact, key in anew:
        subject, predicate, other, _ = key
        ends = {"subject_id": subject, "predicate": predicate, "object_id": other}
        if subject == other:
            if fact.status in Fact.ACTIVE:
                changes.append((fact, {"status": Fact.Status.RETRACTED}))
                gone.append(fact)
            continue
        twin = standing.get(key) if fact.status in Fact.ACTIVE else None
        if twin is not None and twin.pk != fact.pk:
            if fact.status == Fact.Status.CONFIRMED and twin.status == Fact.Status.STAGED:
                record.update(twin, status=fact.status, confirmed_by=fact.confirmed_by, confirmed_at=fact.confirmed_at)
            folded.append((fact, twin))
            ends |= {"status": Fact.Status.SUPERSEDED, "superseded_by": twin}
        elif fact.status in Fact.ACTIVE:
            standing[key] = fact
        changes.append((fact, ends))
    _give_evidence(record, folded)
    record.update_many(changes)
    conflicts.close_for(record, [*gone, *(fact for fact, _ in folded)], reason)  # it contradicts itself no longer
    return Restated(len(changes) - len(folded) - len(gone), len(folded))


def _give_evidence(record: Recording, folded: Sequence[tuple[Fact, Fact]]) -> None:
    for start in range(0, len(folded), BATCH):
        batch = folded[start : start + BATCH]
        of_both = {fact.pk for pair in batch for fact in pair}
        by_fact: dict[int, list[Evidence]] = {}
        for evidence in Evidence.objects.filter(fact__in=of_both).order_by("pk"):
            by_fact.setdefault(evidence.fact_id or 0, []).append(evidence)
        for fact, twin in batch:
            had = {(one.document_id, one.chunk_id, one.quote) for one in by_fact.get(twin.pk, ())}
            for evidence in by_fact.get(fact.pk, ()):
                if (evidence.document_id, evidence.chunk_id, evidence.quote) not in had:
                    record.update(evidence, fact=twin)
