"""The work of each stage of reading a document; each may run again and then changes nothing."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from graph.documents import (
    across,
    budget,
    contextual,
    dated,
    mentions,
    model,
    params,
    references,
    relate,
    store,
    titles,
    watching,
)
from graph.documents.formats import reading
from graph.documents.formats.parsed import Tick
from graph.documents.parse import title_of
from graph.models import Document, Original
from graph.projections import embed, pending
from graph.statements import select

logger = logging.getLogger(__name__)


class Cancelled(Exception):
    """The reading was cancelled in the middle of a stage, which is gone on with when it is tried again."""


Beat = Callable[[], None]  # keeps the job's lease
Learner = Callable[[Document, dt.datetime, Beat], None]
_learner: Learner | None = None


def learn_with(learner: Learner) -> None:
    """Name the function that proposes facts from a document; the graph itself knows no language model."""
    global _learner
    _learner = learner


def parse(document: Document, now: dt.datetime, beat: Beat) -> None:
    """The text of a file in place of its bytes; nothing to do for what came as text. Raises CannotRead."""
    if not select("SELECT 1 FROM graph_original WHERE document_id = %s", document.pk):
        return
    original = Original.objects.filter(document=document).first()
    if original is None:
        return
    parsed = reading.read(bytes(original.data), original.name, Tick(beat))
    document.text = parsed.text
    metadata = {key: value for key, value in document.metadata.items() if key != "untitled"}
    if document.metadata.get("untitled"):
        document.title = " ".join(parsed.title.split())[:500] or title_of(parsed.text, original.name)
    places = [[place.start, place.kind, place.name] for place in parsed.places]
    on = dated.said_at(original.name, {}, document.title, now.date())
    document.metadata = {**on, **metadata, **parsed.metadata, "links": references.links_in(parsed.text)[:2000]}
    if places:
        document.metadata["places"] = places
    with transaction.atomic():
        document.save(update_fields=["text", "title", "metadata"])
        original.delete()


def enrich(document: Document, now: dt.datetime, beat: Beat) -> None:
    """A sentence or two of context before each passage, if asked for; without a model the headings must do (A-O3)."""
    if not document.options.get("contextual") or len(document.text) > params.CONTEXT_DOCUMENT or not model.configured():
        return
    meter = budget.Meter(document)

    def stop() -> bool:
        return meter.is_empty() or is_cancelled(document)

    progress = _Progress(document, meter)
    contextual.enrich(document, ask=meter.asking(model.asker()), stop=stop, beat=beat, progress=progress)
    note(document, progress=None, spent=meter.spent or None)
    if is_cancelled(document):
        raise Cancelled


def is_cancelled(document: Document) -> bool:
    return Document.objects.filter(pk=document.pk, status=Document.Status.CANCELLED).exists()


def link(document: Document, now: dt.datetime, beat: Beat) -> None:
    """Mentions, references and sequence edges; without them the document is still found (O70)."""
    with _without_graph_if_it_fails(document):
        make_links(document, now, beat)


def make_links(document: Document, now: dt.datetime, beat: Beat) -> None:
    """A group of passages after the other, each looked through before the transaction that writes what it names.

    In a book that takes longer than others wait to write. What is named later finds these passages by itself.
    """
    chunks = list(document.chunks.filter(children=None))
    titles.link(document, chunks, now)
    for start in range(0, len(chunks), params.LINKED_AT_ONCE):
        group = chunks[start : start + params.LINKED_AT_ONCE]
        named = {one.pk: mentions.runs(one.text) for one in group}
        mentions.link_chunks(document.user, group, now, named)
        titles.link_chunks(document, group, named, now)
        beat()
    if document.options.get("sequence_edges"):
        store.connect(document, now)
    references.enqueue(document.user, now)


def embed_passages(document: Document, now: dt.datetime, beat: Beat) -> None:
    """Embed the passages that wait, this document's among them; a missing model leaves it to the queue.

    Facts and entries have a job of their own: of an import there are thousands, and documents would wait for them all.
    """
    try:
        while pending.embed_pending(document.user_id, limit=params.EMBEDDED_TOGETHER, parts=("chunk",)):
            beat()
    except embed.ModelUnavailable:
        logger.warning("document %s is found by word only: no embedding model", document.pk)


def is_compared(document: Document) -> bool:
    """Whether a language model is to look for links."""
    return bool(document.options.get("graph_extraction") or document.options.get("cross_document"))


def compare(document: Document, now: dt.datetime, beat: Beat) -> None:
    """The links that a language model finds, if it was asked for; their failure is no failure of reading (O70)."""
    with _without_graph_if_it_fails(document):
        make_comparisons(document, now, beat)


def make_comparisons(document: Document, now: dt.datetime, beat: Beat) -> None:
    """Raises NoModel, NothingJudged, Spent, Cancelled, or what the database raises."""
    if not is_compared(document):
        return
    options = document.options
    meter = budget.Meter(document)
    ask = meter.asking(model.asker())

    def stop() -> bool:
        return meter.is_empty() or is_cancelled(document)

    if options.get("graph_extraction"):
        progress = _Progress(document, meter)
        made = relate.relate(document, ask=ask, stop=stop, beat=beat, progress=progress, now=now)
        note(document, progress=None, spent=meter.spent or None, batches_skipped=made.skipped or None)
        _refuse_half(document, meter, made.judged + made.skipped, made.total)
    if options.get("cross_document"):
        across.link(
            document.user,
            documents=[document.pk],
            batch_size=int(options.get("batch_size", 5)),
            workers=int(options.get("workers", 3)),
            ask=ask,
            stop=stop,
            beat=beat,
            now=now,
        )
        note(document, spent=meter.spent or None)
        _refuse_half(document, meter, 0, 0)


def _refuse_half(document: Document, meter: budget.Meter, done: int, total: int) -> None:
    """Raises Cancelled or Spent where that ended the asking."""
    if is_cancelled(document):
        raise Cancelled
    if meter.is_empty() and (done < total or not total):
        note(document, **{budget.STOPPED: True})
        raise budget.spent(meter, done, total)


def is_learned_from(document: Document) -> bool:
    return _learner is not None and bool(document.options.get("learn", True))


def learn(document: Document, now: dt.datetime, beat: Beat) -> None:
    if _learner is not None and is_learned_from(document):
        _learner(document, now, beat)


def note(document: Document, **what: object) -> None:
    """Keep something about the run with the document; None takes it away again."""
    kept = {**document.metadata, **what}
    document.metadata = {key: value for key, value in kept.items() if value is not None}
    Document.objects.filter(pk=document.pk).update(metadata=document.metadata)


class _Progress:
    """Writes how far a long stage is and what it has cost, so that the page and the terminal can show it."""

    def __init__(self, document: Document, meter: budget.Meter):
        self.document, self.meter = document, meter

    def __call__(self, done: int, total: int) -> None:
        note(
            self.document,
            progress=None if done == total else {"done": done, "total": total},
            spent=self.meter.spent or None,
        )
        watching.tell(self.document)


@contextmanager
def _without_graph_if_it_fails(document: Document) -> Iterator[None]:
    """Logs what went wrong and names it in the document's status; it is tried again by itself and by hand (W-O6)."""
    try:
        yield
    except Exception as error:
        if isinstance(error, Cancelled):
            raise
        expected = isinstance(error, model.NoModel | relate.NothingJudged | budget.Spent)
        level = logging.WARNING if expected else logging.ERROR
        logger.log(level, "document %s: links could not be made: %s", document.pk, error, exc_info=not expected)
        note(document, without_graph=reason(error), progress=None)


def reason(error: Exception) -> str:
    """Why there are no links, in a sentence for people."""
    if isinstance(error, model.NoModel):
        return "No language model is configured, so it was not asked how the passages are related."
    if isinstance(error, budget.Spent):
        return str(error)
    if isinstance(error, relate.NothingJudged):
        return f"The language model could not say how the passages are related. {error}"
    return "The links between its passages could not be stored."
