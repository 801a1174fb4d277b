"""From a text to a ready document, stage by stage, each one kept so that an interrupted run goes on."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from functools import partial

from graph import claims, jobs, telemetry
from graph.documents import budget, mending, model, params, parse, splitting, stages, watching
from graph.documents.ingest import AT_WORK, FINISHED, JOB, at_work
from graph.models import Document, Job
from graph.projections import embed
from graph.statements import select

STAGES: dict[Document.Stage, tuple[Callable[[Document, dt.datetime, stages.Beat], None], Document.Stage]] = {
    Document.Stage.RECEIVED: (stages.parse, Document.Stage.PARSED),
    Document.Stage.PARSED: (splitting.split, Document.Stage.CHUNKED),
    Document.Stage.CHUNKED: (stages.enrich, Document.Stage.ENRICHED),
    Document.Stage.ENRICHED: (stages.link, Document.Stage.LINKED),
    Document.Stage.LINKED: (stages.embed_passages, Document.Stage.EMBEDDED),
    Document.Stage.EMBEDDED: (stages.compare, Document.Stage.RELATED),
    Document.Stage.RELATED: (stages.learn, Document.Stage.LEARNED),
}
# What has nothing to do for most documents: it is passed over, and no checkpoint of its own is written.
ASKED_FOR: dict[Document.Stage, Callable[[Document], bool]] = {
    Document.Stage.RECEIVED: lambda document: not document.text,
    Document.Stage.CHUNKED: lambda document: bool(document.options.get("contextual")),
    Document.Stage.EMBEDDED: stages.is_compared,
    Document.Stage.RELATED: stages.is_learned_from,
}


@jobs.handler(JOB)
@telemetry.ingesting
def read(job: Job, now: dt.datetime) -> None:
    """Take a document from its last finished stage to the end; running it again changes nothing."""
    _read(job, now, claims.beating(job, now), to_the_end=True)


def _begin(beat: stages.Beat, job: Job, now: dt.datetime) -> None:
    """Take a document as far as it goes without vectors. Raises NotYet there."""
    own = claims.beating(job, now)

    def both() -> None:
        beat()
        own()

    _read(job, now, both, to_the_end=False)


def _read(job: Job, now: dt.datetime, beat: stages.Beat, *, to_the_end: bool) -> None:
    document = next(iter(Document.objects.raw(_DOCUMENT, [job.payload["document"]])), None)
    if document is None or document.status in FINISHED:
        return
    if Job.user.is_cached(job):
        document.user = job.user
    _let_shorter_ones_go_first(job, document, now)
    if document.status != Document.Status.PROCESSING or document.error:
        select(_BEGUN, document.pk)
    try:
        while (step := STAGES.get(Document.Stage(document.stage))) is not None:
            work, reached = step
            if work is stages.embed_passages:
                if not to_the_end:
                    raise jobs.NotYet
                _bring_others(job, document, now, beat)
            watching.tell(document)
            asked_for = ASKED_FOR.get(Document.Stage(document.stage))
            if asked_for is None or asked_for(document):
                work(document, now, beat)
                document.stage = reached
                if not _checkpoint(document):
                    return
                beat()
            document.stage = reached
    except (jobs.NotYet, stages.Cancelled) as pause:
        if isinstance(pause, jobs.NotYet):
            raise
        return
    except parse.CannotRead as refusal:  # trying again would not make it readable
        at_work(document).update(status=Document.Status.FAILED, error=str(refusal)[:500])
        return
    except Exception as error:
        status = Document.Status.FAILED if jobs.is_last(job, error) else Document.Status.QUEUED
        at_work(document).update(status=status, error=str(error)[:500])
        raise
    missing = str(document.metadata.get("without_graph") or "")
    status = Document.Status.READY_WITHOUT_GRAPH if missing else Document.Status.READY
    select(_ENDED, status, document.stage, missing, document.pk, document.sha256, *AT_WORK)
    if missing and model.configured() and not budget.stopped(document):
        mending.enqueue(document, now, mending.AFTER)


def _let_shorter_ones_go_first(job: Job, document: Document, now: dt.datetime) -> None:
    """Once; so a folder of notes need not wait for the one that is a book. Raises Behind."""
    if len(document.text) < params.LONG_TEXT or "after" in job.payload or not claims.others_wait(job, now):
        return
    job.payload["after"] = "shorter ones"
    Job.objects.filter(pk=job.pk).update(payload=job.payload)
    raise jobs.Behind


_DOCUMENT = "SELECT * FROM graph_document WHERE id = %s"
_BEGUN = "UPDATE graph_document SET status = 'processing', error = '' WHERE id = %s RETURNING id"
_ENDED = """
    UPDATE graph_document SET status = %s, stage = %s, error = %s
    WHERE id = %s AND sha256 = %s AND status IN (%s, %s) RETURNING id
"""
_REACHED = "UPDATE graph_document SET stage = %s WHERE id = %s AND sha256 = %s RETURNING status"
_UNEMBEDDED = """
    SELECT count(*) FROM graph_chunk chunk WHERE document_id = %s AND NOT EXISTS (
        SELECT 1 FROM graph_embedding made WHERE made.kind = 'chunk' AND made.object_id = chunk.id AND made.model = %s)
"""


def _checkpoint(document: Document) -> bool:
    """Keep the stage that was reached; False where a newer version waits to be read, or the reading was cancelled."""
    kept = select(_REACHED, document.stage, document.pk, document.sha256)
    return bool(kept) and kept[0][0] != Document.Status.CANCELLED


def _bring_others(job: Job, document: Document, now: dt.datetime, beat: stages.Beat) -> None:
    """Bring documents that wait up to here too, until there are passages enough to be embedded together, or some time.

    Each is leased while it is worked on and waits in the queue again afterwards, from its own checkpoint.
    """
    name = embed.model_name()
    gathered = int(select(_UNEMBEDDED, document.pk, name)[0][0])
    if not gathered or gathered >= params.EMBEDDED_TOGETHER:
        return
    began = time.monotonic()
    for other in claims.others(job, now, most=params.READ_TOGETHER):
        other.user = job.user
        jobs.perform(other, lambda: now, partial(_begin, beat))
        gathered += int(select(_UNEMBEDDED, other.payload["document"], name)[0][0])
        beat()
        if gathered >= params.EMBEDDED_TOGETHER or time.monotonic() - began > params.GATHER_SECONDS:
            return
