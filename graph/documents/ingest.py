"""From a text to a ready document, stage by stage, each one kept so that an interrupted run goes on."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from graph import jobs
from graph.curation.recorder import Actor, recording
from graph.documents import chunk, mentions, params, parse, references, store
from graph.models import Change, Document, Evidence, Fact, Job, User
from graph.naming import clean
from graph.projections import embed, pending

logger = logging.getLogger(__name__)

JOB = "ingest"
OPTIONS: dict[str, Any] = {
    "sequence_edges": False,
    "graph_extraction": False,
    "batch_size": 5,
    "batch_overlap": 0,
    "workers": 3,
    "min_edge_weight": 0,
    "max_edges_per_chunk": 0,
    "cross_document": False,
    "learn": True,
}

Beat = Callable[[], None]  # keeps the job's lease
Learner = Callable[[Document, dt.datetime], None]
_learner: Learner | None = None


class TooManyWaiting(parse.CannotRead):
    """So many documents of this person wait to be read that no more are taken."""


def learn_with(learner: Learner) -> None:
    """Name the function that proposes facts from a document; the graph itself knows no language model."""
    global _learner
    _learner = learner


def receive(
    *,
    user: User,
    text: str,
    title: str = "",
    source: str = "",
    metadata: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    now: dt.datetime,
    is_import: bool = False,
) -> tuple[Document, bool]:
    """Keep a text and queue its reading; the same content again is the standing document.

    What an import brings is one decision of the person's, so it may wait in any number.

    Raises CannotRead, or TooManyWaiting.
    """
    text = parse.checked(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    with transaction.atomic():
        standing = (
            Document.objects.for_user(user).exclude(kind=Document.Kind.CONVERSATION).filter(sha256=digest).first()
        )
        if standing is not None:
            if standing.status in (Document.Status.FAILED, Document.Status.CANCELLED):
                retry(standing, now)
            return standing, False
        waiting = Job.objects.for_user(user).filter(kind=JOB, state=Job.State.QUEUED).count()
        if waiting >= params.DOCUMENTS_WAITING and not is_import:
            raise TooManyWaiting(f"{waiting:,} documents still wait to be read. Add more when they are done.")
        try:
            with transaction.atomic():
                document = Document.objects.create(
                    user=user,
                    title=clean(title)[:500] or parse.title_of(text, source),
                    source=source[:1000],
                    kind=Document.Kind.IMPORT if is_import else Document.Kind.FILE,
                    text=text,
                    sha256=digest,
                    options={**OPTIONS, **(options or {})},
                    metadata={**(metadata or {}), "links": references.links_in(text)[:2000]},
                    created_at=now,
                )
        except IntegrityError:  # the same content arrived in another request at the same moment
            return Document.objects.for_user(user).get(sha256=digest), False
        jobs.enqueue(kind=JOB, key=str(document.pk), user_id=user.pk, payload={"document": document.pk}, now=now)
    return document, True


def retry(document: Document, now: dt.datetime) -> None:
    """Queue a failed or cancelled document again, from its last finished stage."""
    document.status, document.error = Document.Status.QUEUED, ""
    document.save(update_fields=["status", "error"])
    jobs.enqueue(kind=JOB, key=str(document.pk), user_id=document.user_id, payload={"document": document.pk}, now=now)


@jobs.handler(JOB)
def read(job: Job, now: dt.datetime) -> None:
    """Take a document from its last finished stage to the end; running it again changes nothing."""
    document = Document.objects.filter(pk=job.payload["document"]).select_related("user").first()
    if document is None or document.status in (Document.Status.READY, Document.Status.CANCELLED):
        return
    Document.objects.filter(pk=document.pk).update(status=Document.Status.PROCESSING, error="")
    beat = jobs.beating(job, now)
    stages = {
        Document.Stage.RECEIVED: (_split, Document.Stage.CHUNKED),
        Document.Stage.CHUNKED: (_link, Document.Stage.LINKED),
        Document.Stage.LINKED: (_embed, Document.Stage.EMBEDDED),
        Document.Stage.EMBEDDED: (_learn, Document.Stage.LEARNED),
    }
    try:
        while (step := stages.get(Document.Stage(document.stage))) is not None:
            work, reached = step
            work(document, now, beat)
            document.stage = reached
            Document.objects.filter(pk=document.pk).update(stage=reached)
            beat()
    except Exception as error:
        last = job.attempts >= jobs.ATTEMPTS
        status = Document.Status.FAILED if last else Document.Status.QUEUED
        Document.objects.filter(pk=document.pk).update(status=status, error=str(error)[:500])
        raise
    failed = document.metadata.get("without_graph")
    Document.objects.filter(pk=document.pk).update(
        status=Document.Status.READY_WITHOUT_GRAPH if failed else Document.Status.READY
    )


def _split(document: Document, now: dt.datetime, beat: Beat) -> None:
    with transaction.atomic():
        store.remove(document)  # of an attempt that was interrupted
        pieces = chunk.split(document.text, title=document.title, count_tokens=embed.count_tokens)
        store.add(
            document,
            [
                store.Passage(
                    piece.text,
                    chunk.prefix(document.title, piece.headings),
                    piece.start,
                    piece.end,
                    {"headings": list(piece.headings)} if piece.headings else {},
                )
                for piece in pieces
            ],
            now,
        )


def _link(document: Document, now: dt.datetime, beat: Beat) -> None:
    """Mentions, references and sequence edges; their failure leaves a document that is found without them (O70)."""
    try:
        with transaction.atomic():
            mentions.link_chunks(document.user, list(document.chunks.all()), now)
            if document.options.get("sequence_edges"):
                store.connect(document, now)
            references.enqueue(document.user, now)
    except Exception:  # the graph part never makes reading fail: logged, named in the status, tried again by hand
        logger.exception("document %s: links could not be made", document.pk)
        document.metadata["without_graph"] = True
        Document.objects.filter(pk=document.pk).update(metadata=document.metadata)


def _embed(document: Document, now: dt.datetime, beat: Beat) -> None:
    """Embed what waits, this document's passages among it; a missing model leaves it to the queue."""
    try:
        while pending.embed_pending(document.user_id):
            beat()
    except embed.ModelUnavailable:
        logger.warning("document %s is found by word only: no embedding model", document.pk)


def _learn(document: Document, now: dt.datetime, beat: Beat) -> None:
    if _learner is not None and document.options.get("learn", True):
        _learner(document, now)


def delete(*, user: User, document: Document, by: Actor, now: dt.datetime) -> Change:
    """Delete a document and its passages. Confirmed facts keep their quotes; unconfirmed ones of it alone go."""
    with recording(user=user, by=by, verb="delete_document", now=now, reason=document.title[:200]) as record:
        quotes = list(Evidence.objects.filter(document=document, fact__isnull=False).select_related("fact"))
        for quote in quotes:
            fact = quote.fact
            assert fact is not None
            alone = not fact.evidence.exclude(document=document).exists()
            if fact.status == Fact.Status.STAGED and alone:
                record.update(fact, status=Fact.Status.RETRACTED)
            record.update(quote, document=None, chunk=None)
        store.remove(document)
        document.delete()
        record.summarise(document.title[:200])
    return record.change
