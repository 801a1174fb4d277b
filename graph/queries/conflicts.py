"""Contradictions as questions with two sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Prefetch

from graph.models import Conflict, Entity, Evidence, Fact
from graph.predicates import Relation, registry, relation
from graph.queries.sentences import Sentence, sentence
from graph.read_as import between

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Question:
    """`older` was said or written down before `newer`; `decision` is empty while it is open.

    `says` is what each says of the subject, at its other end.
    """

    pk: int
    subject: str
    subject_pk: int
    link: str
    older: Sentence
    newer: Sentence
    says: tuple[str, str]
    decision: str


@dataclass(frozen=True, slots=True)
class Questions:
    rows: tuple[Question, ...]
    open: int
    settled: int


def sides(row: Conflict, relations: Mapping[str, Relation]) -> tuple[Entity, tuple[str, str]]:
    """Of what two facts say things that cannot both stand, and what the older and the newer say of it.

    It is the object of one of them where a relation reads the same from both ends: "Ann is married to Bob" and "Cara is
    married to Bob" are about Bob.
    """
    older, newer = row.older, row.newer
    of = older.subject
    if older.object is not None and of.pk not in (newer.subject_id, newer.object_id):
        of = older.object

    def says(fact: Fact) -> str:
        line = sentence(fact, relations, quoted=False)
        return line.says if fact.subject_id == of.pk else line.subject

    return of, (says(older), says(newer))


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
                subject=of.name,
                subject_pk=of.pk,
                link=between(relation(relations, row.older.predicate).reads),
                older=sentence(row.older, relations),
                newer=sentence(row.newer, relations),
                says=says,
                decision=row.decision,
            )
            for row in rows
            for of, says in [sides(row, relations)]
        ),
        open=mine.filter(state=Conflict.State.OPEN).count(),
        settled=mine.filter(state=Conflict.State.RESOLVED).count(),
    )
