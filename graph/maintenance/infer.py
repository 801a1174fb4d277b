"""Relations that meaning suggests: like entities as staged facts, for their owner to accept or reject (M73)."""

from __future__ import annotations

import datetime as dt

import numpy as np
from django.db.models import Q

from graph.curation import facts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor
from graph.models import Entity, Fact, User
from graph.projections import vector_rows
from graph.projections.subjects import batches

PREDICATE = "similar_to"
ALIKE = 0.75  # cosine of two descriptions; below it names of one kind merely sound like one kind
SUGGESTIONS = 50  # a run: more at once nobody reads
ENTITIES = 20_000  # compared with each other; 20k take some ten seconds
BLOCK = 1000  # rows compared at once: 80 MB at the most

Pair = tuple[int, int, float]


def suggestions(user: User) -> list[Pair]:
    """Pairs of standing entities that mean nearly the same and that no fact of any status joins, most alike first."""
    standing = Entity.objects.for_user(user).standing().filter(is_self=False).order_by("-mention_count", "pk")
    ids = set(standing.values_list("pk", flat=True)[:ENTITIES])
    parts = list(vector_rows.stream(user.pk, "entity", vector_rows.serving(user.pk)))
    if not parts:
        return []
    numbers = np.concatenate([part[0] for part in parts])
    kept = np.isin(numbers, np.array(sorted(ids), np.int64))
    found = _alike(numbers[kept], np.concatenate([part[1] for part in parts])[kept])
    joined = _joined(user, {pk for one, other, _ in found for pk in (one, other)})
    return [pair for pair in found if pair[:2] not in joined][:SUGGESTIONS]


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """How many relations are `suggested`, and how many of them were `staged`; what was rejected is not said again."""
    pairs = suggestions(user)
    if dry_run or not pairs:
        return {"suggested": len(pairs), "staged": 0}
    drafts = [
        Draft(
            subject=one,
            predicate=PREDICATE,
            object=other,
            status=Fact.Status.STAGED,
            source=Fact.Source.SYSTEM,
            provenance=Fact.Provenance.SUGGESTED,
            confidence=round(min(likeness, 1.0), 4),
            weight=round(min(likeness, 1.0), 4),
            bidirectional=True,
            description="Their descriptions mean nearly the same.",
        )
        for one, other, likeness in pairs
    ]
    stated = facts.state_many(user=user, drafts=drafts, by=by, now=now, run="infer")
    return {"suggested": len(pairs), "staged": len(stated.created)}


def _alike(ids: np.ndarray, vectors: np.ndarray) -> list[Pair]:
    """Pairs at least `ALIKE`, the smaller id first, most alike first."""
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    pairs: list[Pair] = []
    for begin in range(0, len(ids), BLOCK):
        near = unit[begin : begin + BLOCK] @ unit.T
        rows, others = np.nonzero(near >= ALIKE)
        for row, other in zip(rows.tolist(), others.tolist(), strict=True):
            one, two = int(ids[begin + row]), int(ids[other])
            if one < two:
                pairs.append((one, two, float(near[row, other])))
    return sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))


def _joined(user: User, ids: set[int]) -> set[tuple[int, int]]:
    """The pairs among `ids` that a fact joins or joined, the smaller id first."""
    found: set[tuple[int, int]] = set()
    for batch in batches(ids):
        about = Fact.objects.for_user(user).filter(Q(subject__in=batch) | Q(object__in=batch), object__isnull=False)
        for subject, other in about.values_list("subject_id", "object_id"):
            found.add((min(subject, other), max(subject, other)))
    return found
