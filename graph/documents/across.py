"""Links between passages of different documents: the nearest pairs, each judged by the model once and remembered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import numpy as np
from django.db import transaction

from graph.documents import asking, edges, judging, model, params
from graph.documents.judging import Passage, Verdict
from graph.models import Chunk, Document, Embedding, JudgedPair, User
from graph.projections import embed, vectors
from graph.projections.subjects import batches

Pair = tuple[int, int]


def link(
    user: User,
    *,
    documents: Collection[int] | None = None,
    threshold: float = params.LINK_THRESHOLD,
    max_pairs: int = params.LINK_PAIRS,
    batch_size: int = params.BATCH_SIZE,
    workers: int = params.WORKERS,
    ask: model.Ask | None = None,
    stop: Callable[[], bool] = lambda: False,
    beat: Callable[[], object] = lambda: None,
    now: dt.datetime,
) -> int:
    """Ask the model about near passages of different documents (O39); returns how many links are new (O44).

    `documents` limits it to pairs with a passage of these (O43). A pair that was judged is not asked about again, and
    one whose batch failed is (W-O8). Raises NoModel (O45).
    """
    ask = ask or model.asker()
    pairs = sorted(near_pairs(user.pk, documents, threshold, max_pairs) - _judged(user.pk))
    tasks = [pairs[start : start + batch_size] for start in range(0, len(pairs), batch_size)]
    texts = _texts(user.pk, {pk for pair in pairs for pk in pair})

    def judge(batch: Sequence[Pair]) -> Verdict:
        shown = [Passage(pk, texts[pk]) for pk in dict.fromkeys(pk for pair in batch for pk in pair)]
        answer = ask(judging.question(shown, batch))
        return judging.read(answer, [one.pk for one in shown], batch)

    made = 0
    for outcome in asking.each(tasks, judge, workers=workers, stop=stop, beat=beat, what=f"links of {user.pk}"):
        if outcome.answer is not None:
            made += _keep(user, outcome.task, outcome.answer, now)
    return made


def near_pairs(user_id: int, documents: Collection[int] | None, threshold: float, most: int) -> set[Pair]:
    """For each passage its `most` nearest of other documents, from `threshold` up; the lower id of a pair first."""
    readable = Document.objects.for_user(user_id).exclude(kind=Document.Kind.CONVERSATION)
    place = dict(Chunk.objects.for_user(user_id).filter(document__in=readable).values_list("pk", "document_id"))
    wanted = [pk for pk, document in place.items() if documents is None or document in documents]
    found: set[Pair] = set()
    for pk, vector in _vectors(user_id, wanted):
        near = vectors.nearest(user_id, "chunk", vector, most * params.LINK_OVERFETCH)
        others = [
            other
            for other, similarity in near
            if similarity >= threshold and other in place and place[other] != place[pk]
        ]
        found |= {(min(pk, other), max(pk, other)) for other in others[:most]}
    return found


def _vectors(user_id: int, chunks: Collection[int]) -> Iterator[tuple[int, np.ndarray]]:
    of_model = Embedding.objects.checked_for(user_id).filter(kind="chunk", model=embed.model_name())
    for batch in batches(chunks):
        for pk, vector in of_model.filter(object_id__in=batch).values_list("object_id", "vector"):
            yield pk, np.frombuffer(vector, dtype="<f4")


def _judged(user_id: int) -> set[Pair]:
    return set(JudgedPair.objects.for_user(user_id).values_list("first_id", "second_id"))


def _texts(user_id: int, ids: Collection[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for batch in batches(ids):
        found |= dict(Chunk.objects.checked_for(user_id).filter(pk__in=batch).values_list("pk", "text"))
    return found


def _keep(user: User, judged: Iterable[Pair], verdict: Verdict, now: dt.datetime) -> int:
    """Store the links of a batch and remember its pairs, both or neither; passages deleted meanwhile are left out."""
    with transaction.atomic():
        made = edges.store_edges(user.pk, verdict.edges, origin=edges.ACROSS, now=now)
        pairs = list(judged)
        there = set(_texts(user.pk, {pk for pair in pairs for pk in pair}))
        JudgedPair.objects.bulk_create(
            [
                JudgedPair(user=user, first_id=one, second_id=two, created_at=now)
                for one, two in pairs
                if one in there and two in there
            ],
            ignore_conflicts=True,
        )
    return made
