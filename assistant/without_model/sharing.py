"""Who shares something with somebody: "who works at the same hospital as me" is not answered by where I work."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.question.facts import fact_of
from graph.retrieval.question.shared_with import says_shared
from graph.retrieval.seeding.seeds import words
from graph.retrieval.types import FactRow, Item


def with_one(question: str, about: Collection[int], wanted: Collection[str], facts: Sequence[Item]) -> list[Item]:
    """The facts that say of others what is said of the one who is asked about; none where nothing is to be shared."""
    if len(about) != 1 or not says_shared(words(question)):
        return []
    said = {_said(fact_of(item)) for item in facts if fact_of(item).subject in about}
    return [
        item
        for item in facts
        if (fact := fact_of(item)).predicate in wanted and fact.subject not in about and _said(fact) in said
    ]


def _said(fact: FactRow) -> tuple[str, int | str]:
    return fact.predicate, fact.object if fact.object is not None else (fact.value or "").casefold()
