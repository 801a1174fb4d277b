"""The links of one document that a language model finds: batches of its passages, judged, stored and remembered."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from graph.documents import asking, edges, judging, model, params
from graph.documents.judging import Passage, Verdict
from graph.documents.windows import windows
from graph.models import Document, JudgedPair

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], object]


class NothingJudged(RuntimeError):
    """Not one batch could be judged, so the document has no links of a model; the message says why."""


@dataclass(frozen=True, slots=True)
class Related:
    """What came of it: links stored, batches judged now and before, skipped, in all; and rows that were dropped."""

    edges: int = 0
    judged: int = 0
    skipped: int = 0
    total: int = 0
    dropped: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every batch was tried."""
        return self.judged + self.skipped >= self.total


def relate(
    document: Document,
    *,
    ask: model.Ask,
    stop: Callable[[], bool],
    beat: Callable[[], object],
    progress: Progress,
    now: dt.datetime,
) -> Related:
    """Ask the model about every batch that was not judged before, and store what it found (O5-O19, O23, O24).

    The links of a batch are stored when it is judged, and the batch is remembered with them: whatever ends the run,
    what was paid for is kept and is not asked again (O18). Raises NothingJudged when every batch failed.
    """
    options = document.options
    passages = [Passage(pk, text) for pk, text in leaves(document)]
    tasks = windows(
        passages,
        int(options.get("batch_size", params.BATCH_SIZE)),
        int(options.get("batch_overlap", params.BATCH_OVERLAP)),
    )
    known = _judged(document)
    waiting = [batch for batch in tasks if _ends(batch) not in known]

    def judge(batch: Sequence[Passage]) -> Verdict:
        answer = ask(judging.question(batch, about=document.title))
        return judging.read(answer, [one.pk for one in batch])

    stored = dropped = 0
    judged = len(tasks) - len(waiting)
    failures: list[str] = []
    outcomes = asking.each(
        waiting,
        judge,
        workers=int(options.get("workers", 3)),
        stop=stop,
        beat=beat,
        what=f"document {document.pk}",
    )
    for outcome in outcomes:
        if outcome.answer is None:
            failures.append(outcome.failure)
        else:
            judged += 1
            dropped += outcome.answer.dropped
            stored += _keep(document, outcome.task, outcome.answer, now)
        progress(judged + len(failures), len(tasks))
    if dropped:
        logger.warning("document %s: %s edges of the model were dropped", document.pk, dropped)
    if failures and not judged:
        raise NothingJudged(failures[0])
    return Related(stored, judged, len(failures), len(tasks), dropped)


def _keep(document: Document, batch: Sequence[Passage], verdict: Verdict, now: dt.datetime) -> int:
    """The links of a batch, pruned with those found before, and that it was judged: both or neither."""
    options, user_id = document.options, document.user_id
    most = int(options.get("max_edges_per_chunk", 0))
    first, second = _ends(batch)
    with transaction.atomic():
        kept = judging.pruned(verdict.edges, float(options.get("min_edge_weight", 0)), most)
        stored = edges.store_edges(user_id, kept, origin=edges.MODEL, now=now)
        if most:
            stored -= edges.keep_strongest(user_id, {edge.source for edge in kept}, most, origin=edges.MODEL)
        if edges.are_standing(user_id, (first, second)):
            JudgedPair.objects.bulk_create(
                [JudgedPair(user_id=user_id, first_id=first, second_id=second, created_at=now)], ignore_conflicts=True
            )
    return stored


def _ends(batch: Sequence[Passage]) -> tuple[int, int]:
    """What a batch is remembered by: passages stand in it in a row, so its first and last tell which they are."""
    one, two = batch[0].pk, batch[-1].pk
    return min(one, two), max(one, two)


def _judged(document: Document) -> set[tuple[int, int]]:
    """The ends of the batches of this document that were judged before."""
    pairs = JudgedPair.objects.for_user(document.user_id).filter(first__document=document, second__document=document)
    return set(pairs.values_list("first_id", "second_id"))


def leaves(document: Document) -> list[tuple[int, str]]:
    """The passages that are searched, in order, with their text; parents only hold others."""
    return list(document.chunks.filter(children=None).order_by("position").values_list("pk", "text"))
