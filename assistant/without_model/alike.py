"""What several facts that answer have in common: "who works on it" and "what do I like" ask for a list. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.question.facts import fact_of
from assistant.without_model.asking import Asking
from graph.retrieval.types import Item


@dataclass(frozen=True, slots=True)
class Alike:
    """What facts have in common: the same object ("who works on it"), or the same subject ("what do I like")."""

    predicates: frozenset[str]
    subject: int | None = None
    object: int | None = None


def alike(asking: Asking, found: Sequence[Item]) -> Alike | None:
    """What facts that answer have in common; None where they are few words about somebody and no list."""
    predicates = frozenset(fact_of(item).predicate for item in found)
    is_list = len(predicates) == 1 or asking.focus.relations
    if len(found) < 2 or not is_list or asking.by.polar or (asking.focus.general and not asking.words):
        return None
    subjects, objects = ({getattr(fact_of(item), end) for item in found} for end in ("subject", "object"))
    if len(objects) == 1 and None not in objects:
        return Alike(predicates, object=objects.pop())
    return Alike(predicates, subject=subjects.pop()) if len(subjects) == 1 else None
