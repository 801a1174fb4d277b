"""What was derived from the erased and kept beside it: receipts of answers, queued work, the admin's log."""

from __future__ import annotations

from collections import Counter

from django.contrib.admin.models import LogEntry

from graph.erasure.scope import Scope, Wording
from graph.models import Job, Retrieval, RetrievalItem
from graph.projections.subjects import batches
from graph.statements import batched

READ = 2_000  # rows at a time
_LINES = """
    SELECT id, retrieval_id, kind, object_id, CAST(detail AS text) FROM graph_retrievalitem WHERE user_id = %s
"""


def clear(scope: Scope, wording: Wording) -> Counter[str]:
    """Empty every receipt that rests on it or names it, and drop the jobs that are about it; returns how many."""
    removed: Counter[str] = Counter()
    runs, items = _receipts(scope, wording)
    for batch in batches(items):
        removed["receipt lines"] += RetrievalItem.objects.filter(pk__in=batch).delete()[0]
    for batch in batches(runs):
        removed["receipts"] += Retrieval.objects.filter(pk__in=batch).update(query="", narrative="", anchors=[])
    jobs = [
        job.pk
        for job in Job.objects.for_user(scope.user).iterator()
        if _is_about(job, scope) or wording.names(job.payload, job.error)
    ]
    for batch in batches(jobs):
        removed["queued work"] += Job.objects.filter(pk__in=batch).delete()[0]
    log = [row.pk for row in LogEntry.objects.iterator() if wording.names(row.object_repr, row.change_message)]
    for batch in batches(log):
        removed["admin log"] += LogEntry.objects.filter(pk__in=batch).delete()[0]
    return removed


def _receipts(scope: Scope, wording: Wording) -> tuple[set[int], set[int]]:
    """The runs to be emptied, and the items in them that go."""
    items: set[int] = set()
    runs: set[int] = set()
    for some in batched(_LINES, READ, scope.user.pk):  # twenty of every answer: as text, not as objects
        for pk, run, kind, object_id, detail in some:
            if object_id in scope.of(kind) or wording.names(detail):
                items.add(pk)
                runs.add(run)
    texts = Retrieval.objects.for_user(scope.user).values_list("pk", "query", "narrative", "anchors")
    runs |= {pk for pk, *said in texts.iterator() if pk not in runs and wording.names(*said)}
    return runs, items


def _is_about(job: Job, scope: Scope) -> bool:
    if set(job.payload.get("entities") or ()) & scope.of("entity"):
        return True
    return any(
        job.payload.get(kind) in scope.of(kind)
        for kind in ("document", "message", "conversation")
        if job.payload.get(kind)
    )
