"""Facts that are history, found for a question about their time: no index has them any more."""

from __future__ import annotations

from collections.abc import Mapping

from graph.models import User
from graph.predicates import registry, relation
from graph.projections import embed, texts, vectors
from graph.retrieval import params
from graph.retrieval.channels.find import Found
from graph.retrieval.question import words
from graph.retrieval.types import FactRow


def join(user: User, found: Found, asked: frozenset[str], over: Mapping[int, FactRow]) -> None:
    """Put the facts that are history into the channels of meaning and of words.

    At most `BYGONE_COMPARED` are compared by meaning: those with most words of the question, then the newest.
    """
    relations = registry(user.pk)
    said = {pk: _said(row, relation(relations, row.predicate).reads) for pk, row in over.items()}
    covered = {pk: words.coverage(asked, text) for pk, text in said.items()}
    best = sorted(said, key=lambda pk: (-covered[pk], -over[pk].created_at.timestamp(), pk))
    # A score of words is comparable within one list only: here all of the words count as the best of the others does.
    unit = max((score for _, score in found.keyword.get("fact", ())), default=1.0)
    hits = [(pk, unit * covered[pk]) for pk in best if covered[pk]]
    found.keyword["fact"] = _ranked([*found.keyword.get("fact", ()), *hits])
    model = vectors.serving(user.pk)
    if best and found.question is not None and embed.ready(model):
        near = best[: params.BYGONE_COMPARED]
        likeness = embed.encode([said[pk] for pk in near], model) @ found.question
        compared = zip(near, map(float, likeness), strict=True)
        found.vector["fact"] = _ranked([*found.nearest("fact"), *compared])


def _said(row: FactRow, reads: str) -> str:
    says = row.object_name or row.value
    if row.subject_is_self:
        return texts.own_fact_text(row.subject_name, reads, says)
    return texts.fact_text(row.subject_name, reads, says)


def _ranked(hits: list[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))
