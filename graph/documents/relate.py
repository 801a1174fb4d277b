"""The links of one document that a language model finds: its passages in batches, judged, pruned, stored."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graph.documents import asking, edges, judging, model
from graph.documents.judging import Passage, Verdict
from graph.documents.windows import windows
from graph.models import Document

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], object]


class NothingJudged(RuntimeError):
    """Not one batch could be judged, so the document has no links of a model; the message says why."""


@dataclass(frozen=True, slots=True)
class Related:
    """What came of it: links stored, batches judged and skipped, rows dropped, and whether it was cancelled."""

    edges: int = 0
    judged: int = 0
    skipped: int = 0
    dropped: int = 0


def relate(
    document: Document,
    *,
    stop: Callable[[], bool],
    beat: Callable[[], object],
    progress: Progress,
    now: dt.datetime,
) -> Related:
    """Ask the model about every batch and store what it found (O5-O19, O23, O24).

    When cancelled it stores what it has (O18). Raises NoModel, or NothingJudged when every batch failed.
    """
    ask = model.asker()
    options = document.options
    passages = [Passage(pk, text) for pk, text in leaves(document)]
    tasks = windows(passages, int(options.get("batch_size", 5)), int(options.get("batch_overlap", 0)))

    def judge(batch: Sequence[Passage]) -> Verdict:
        answer = ask(judging.question(batch, about=document.title))
        return judging.read(answer, [one.pk for one in batch])

    found: list[judging.Edge] = []
    judged = dropped = 0
    failures: list[str] = []
    outcomes = asking.each(
        tasks,
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
            found += outcome.answer.edges
        progress(judged + len(failures), len(tasks))
    if dropped:
        logger.warning("document %s: %s edges of the model were dropped", document.pk, dropped)
    kept = judging.pruned(
        judging.strongest(found),
        float(options.get("min_edge_weight", 0)),
        int(options.get("max_edges_per_chunk", 0)),
    )
    stored = edges.store_edges(document.user_id, kept, origin=edges.MODEL, now=now)
    if failures and not judged:
        raise NothingJudged(failures[0])
    return Related(stored, judged, len(failures), dropped)


def leaves(document: Document) -> list[tuple[int, str]]:
    """The passages that are searched, in order, with their text; parents only hold others."""
    return list(document.chunks.filter(children=None).order_by("position").values_list("pk", "text"))
