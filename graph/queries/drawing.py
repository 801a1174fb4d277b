"""A part of the graph for drawing: the nodes around a centre and every fact between them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np

from graph.models import Entity, Fact, User
from graph.models.fact import FactQuerySet
from graph.predicates import registry, relation
from graph.projections import adjacency
from graph.queries import walks
from graph.retrieval.types import ENTITY, node, node_pk
from graph.walks.traverse import Walk

EDGES = 2000  # facts drawn at once: more is a grey blot


def neighbourhood(
    user: User, center: int, walk: Walk, now: dt.datetime, as_of: dt.datetime | None = None
) -> dict[str, Any]:
    """The centre, what the walk reaches, and the facts among them that the walk allows; in four queries.

    With `as_of` all of it as it was held true at that moment.
    """
    found = walks.reachable(user, node(ENTITY, center), walk, now, as_of)
    depths = {center: 0} | {node_pk(visit.node): visit.depth for visit in found.reached.visits}
    numbers = np.array([node(ENTITY, pk) for pk in depths], np.int64)
    degrees = dict(zip(depths, adjacency.of(user.pk).degree(numbers).tolist(), strict=True))
    entities = Entity.objects.checked_for(user).in_bulk(list(depths))
    facts = (
        held(user, as_of)
        .unexpired_at(as_of or now)
        .filter(subject__in=depths, object__in=depths, weight__gte=walk.which.min_weight)
        .order_by("-weight", "pk")
    )
    if walk.which.include is not None:
        facts = facts.filter(predicate__in=walk.which.include)
    relations = registry(user.pk)
    return {
        "center": str(center),
        "nodes": [
            {
                "id": str(pk),
                "name": entities[pk].name,
                "type": entities[pk].type,
                "is_self": entities[pk].is_self,
                "depth": depth,
                "degree": degrees[pk],
                "importance": entities[pk].importance,
                "community": entities[pk].community,
            }
            for pk, depth in depths.items()
            if pk in entities
        ],
        "edges": [
            {
                "id": str(fact.pk),
                "source": str(fact.subject_id),
                "target": str(fact.object_id),
                "relation": fact.predicate,
                "label": relation(relations, fact.predicate).reads,
                "weight": fact.weight,
                "confidence": fact.confidence,
                "status": fact.status if as_of is None else _then(fact),
                "bidirectional": fact.bidirectional,
            }
            for fact in facts[:EDGES]
        ],
        "truncated": found.reached.truncated,
    }


def held(user: User, as_of: dt.datetime | None) -> FactQuerySet:
    """The facts that take part, or those that were held true at a moment."""
    facts = Fact.objects.for_user(user)
    return facts.active() if as_of is None else facts.held_true_at(as_of)


def _then(fact: Fact) -> str:
    """A fact's status as it stood: what is history by now was confirmed or waited."""
    if fact.status not in Fact.PAST:
        return fact.status
    return Fact.Status.CONFIRMED if fact.confirmed_at else Fact.Status.STAGED
