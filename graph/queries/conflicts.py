"""Contradictions as questions with two sides."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from graph.models import Conflict, Evidence
from graph.predicates import registry, relation
from graph.queries.sentences import Sentence, sentence

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Question:
    """`older` was said or written down before `newer`; `decision` is empty while it is open."""

    pk: int
    subject: str
    subject_pk: int
    reads: str
    older: Sentence
    newer: Sentence
    decision: str


@dataclass(frozen=True, slots=True)
class Questions:
    rows: tuple[Question, ...]
    open: int
    settled: int


def questions(user_id: int, *, settled: bool = False) -> Questions:
    """The open questions, oldest first, or those already settled, newest first."""
    relations = registry(user_id)
    mine = Conflict.objects.for_user(user_id)
    wanted = Conflict.State.RESOLVED if settled else Conflict.State.OPEN
    evidence = Evidence.objects.select_related("document", "chunk").order_by("id")
    rows = (
        mine.filter(state=wanted)
        .select_related("older", "newer", "older__subject", "older__object", "newer__subject", "newer__object")
        .prefetch_related(
            Prefetch("older__evidence", queryset=evidence), Prefetch("newer__evidence", queryset=evidence)
        )
        .order_by("-id" if settled else "id")[:SHOWN]
    )
    return Questions(
        rows=tuple(
            Question(
                pk=row.pk,
                subject=row.older.subject.name,
                subject_pk=row.older.subject_id,
                reads=relation(relations, row.older.predicate).reads,
                older=sentence(row.older, relations),
                newer=sentence(row.newer, relations),
                decision=row.decision,
            )
            for row in rows
        ),
        open=mine.filter(state=Conflict.State.OPEN).count(),
        settled=mine.filter(state=Conflict.State.RESOLVED).count(),
    )
