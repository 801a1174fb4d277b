"""The queued work of projections: embed what waits, drop former models' vectors, build the snapshots that are due."""

from __future__ import annotations

import datetime as dt
from itertools import chain

from graph import claims, jobs, params, planner, versions
from graph.models import Embedding, Job
from graph.projections import embed, keywords, pending, pgvector, relations, snapshots, vectors
from graph.projections.duck import ExtensionMissing
from graph.projections.subjects import KINDS

EMBED, SNAPSHOT, WARM = "embed", "snapshot", "warm"


def enqueue(user_id: int, *, now: dt.datetime) -> Job:
    """Queue the embedding of what waits; queued twice it is done once."""
    return jobs.enqueue(kind=EMBED, key=str(user_id), user_id=user_id, payload={}, now=now)


def catch_up(*, now: dt.datetime) -> int:
    """Queue it for everyone who has vectors of another model than the current one, or passages without lines.

    A worker does so as it begins: the model may have been changed, or the version of this program, and nothing written.
    """
    model = embed.model_name()
    of_others = Embedding.objects.exclude(model=model)
    without_lines = Embedding.objects.filter(model=model, kind="chunk", lines=None)
    people = {user for some in (of_others, without_lines) for user in some.values_list("user_id", flat=True).distinct()}
    for user_id in sorted(people):
        enqueue(user_id, now=now)
    return len(people)


@jobs.handler(EMBED, passing=True)
def embed_all(job: Job, now: dt.datetime) -> None:
    """Embed until nothing waits; then former models' vectors go, and snapshots that are due are queued.

    It makes way for what somebody waits for, and goes on after it.
    """
    beat, written, grown = claims.beating(job, now), 0, False
    while made := pending.embed_pending(job.user_id):
        beat()
        if (written := written + made) >= planner.GROWN:
            planner.look()
            written, grown = 0, True
        jobs.give_way()
    for _ in chain(keywords.settle(job.user_id), relations.settle(job.user_id)) if grown else ():
        beat()
    drop_former(job.user_id)
    versions.prune(job.user_id)
    enqueue_snapshots(job.user_id, now=now)
    soon = now + dt.timedelta(seconds=params.WARM_DELAY)
    jobs.enqueue(kind=WARM, key=str(job.user_id), user_id=job.user_id, payload={}, now=now, due_at=soon)


def enqueue_snapshots(user_id: int, *, now: dt.datetime) -> list[Job]:
    """Queue a build for each kind of the user's vectors whose snapshot is missing or too far behind."""
    model = vectors.serving(user_id)
    return [
        jobs.enqueue(kind=SNAPSHOT, key=f"{user_id}:{kind}", user_id=user_id, payload={"kind": kind}, now=now)
        for kind in KINDS
        if vectors.snapshot_is_due(user_id, kind, model)
    ]


@jobs.handler(SNAPSHOT, passing=True)
def build_snapshot(job: Job, now: dt.datetime) -> None:
    """Build one kind's snapshot or index if it is still due; without the extension exact scans go on serving."""
    kind, model = job.payload["kind"], vectors.serving(job.user_id)
    if not vectors.snapshot_is_due(job.user_id, kind, model):
        return
    if pgvector.available():
        pgvector.build(job.user_id, kind, model)
        return
    try:
        snapshots.build(job.user_id, kind, model, beat=claims.beating(job, now))
    except ExtensionMissing:
        return  # a named degradation, not a failure: `vectors.degradation` says it


def drop_former(user_id: int) -> int:
    """Delete the vectors of other models once the current one has them all; returns how many went."""
    model = embed.model_name()
    if pending.count_pending(user_id):
        return 0
    former = Embedding.objects.for_user(user_id).exclude(model=model)
    if not former.exists():
        return 0
    gone = former.delete()[0]
    snapshots.remove(user_id, but=model)
    pgvector.remove(user_id, but=model)
    return gone
