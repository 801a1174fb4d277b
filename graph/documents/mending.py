"""Making the links of a document that is ready without them, again and again until it can be done (W-O6)."""

from __future__ import annotations

import datetime as dt

from graph import claims, jobs
from graph.documents import budget, stages
from graph.models import Document, Job

JOB = "mend"
AFTER = dt.timedelta(minutes=1)  # a model that did not answer may be starting; twice as long with each attempt


def enqueue(document: Document, now: dt.datetime, wait: dt.timedelta) -> None:
    """Try after `wait`, or sooner if that is already waited for."""
    due, payload = now + wait, {"document": document.pk}
    key = str(document.pk)
    job = jobs.enqueue(kind=JOB, key=key, user_id=document.user_id, payload=payload, now=now, due_at=due)
    Job.objects.filter(pk=job.pk, due_at__gt=due).update(due_at=due)


@jobs.handler(JOB, passing=True)
def mend(job: Job, now: dt.datetime) -> None:
    """Make the links; a failure is tried again with backoff."""
    document = Document.objects.filter(pk=job.payload["document"]).select_related("user").first()
    if document is None or document.status != Document.Status.READY_WITHOUT_GRAPH:
        return
    beat = claims.beating(job, now)
    try:
        stages.make_links(document, now, beat)
        stages.enrich(document, now, beat)
        stages.embed_passages(document, now, beat)
        stages.make_comparisons(document, now, beat)
    except budget.Spent as spent:  # nobody but its owner lets it spend more
        stages.note(document, without_graph=str(spent), progress=None)
        Document.objects.filter(pk=document.pk).update(error=str(spent))
        return
    except Exception as error:
        Document.objects.filter(pk=document.pk).update(error=stages.reason(error))
        raise
    stages.note(document, without_graph=None)
    mended = Document.objects.filter(pk=document.pk, status=Document.Status.READY_WITHOUT_GRAPH)
    mended.update(status=Document.Status.READY, error="")
