"""What stood at a moment, for a question about that time: facts held true, and passages written by then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from graph.models import Chunk, Fact, User
from graph.retrieval import rows
from graph.retrieval.spreading.then import Then
from graph.retrieval.types import ENTITY, FACT_EDGE, NO_NODE, Edges, FactRow, GraphView, Relations, node


@dataclass(frozen=True, slots=True)
class Held:
    """All that stood at a moment, by id, and the rows of those facts that are history by now, as they stood then."""

    facts: frozenset[int]
    chunks: frozenset[int]
    bygone: Mapping[int, FactRow]


def held(user: User, moment: dt.datetime) -> Held:
    """The facts held true at `moment` and the passages written by then."""
    facts = Fact.objects.for_user(user).held_true_at(moment)
    over = rows.past(user.pk, facts.filter(status__in=Fact.PAST).values_list("pk", flat=True))
    return Held(
        facts=frozenset(facts.values_list("pk", flat=True)),
        chunks=frozenset(Chunk.objects.for_user(user).filter(created_at__lte=moment).values_list("pk", flat=True)),
        bygone={pk: replace(row, status="confirmed" if row.confirmed_at else "staged") for pk, row in over.items()},
    )


def view(graph: GraphView, stood: Held) -> Then:
    """The graph as it stood."""
    over = list(stood.bygone.values())
    names = Relations(dict.fromkeys([*graph.relations, *(row.predicate for row in over)]))
    edges = Edges(
        source=np.array([node(ENTITY, row.subject) for row in over], np.int64),
        target=np.array([NO_NODE if row.object is None else node(ENTITY, row.object) for row in over], np.int64),
        fact=np.array([row.pk for row in over], np.int64),
        relation=np.array([names.numbers[row.predicate] for row in over], np.int32),
        kind=np.full(len(over), FACT_EDGE, np.int8),
        weight=np.array([row.weight for row in over], np.float32),
        confidence=np.array([row.confidence for row in over], np.float32),
        reverse=np.zeros(len(over), np.bool_),
    )
    facts, chunks = (np.array(sorted(ids), np.int64) for ids in (stood.facts, stood.chunks))
    return Then(graph, facts, chunks, edges, names)
