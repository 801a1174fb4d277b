"""The edges that a frontier of entities has in the graph index, as tuples."""

from __future__ import annotations

import numpy as np

from graph.models import Entity
from graph.retrieval.types import ENTITY, FACT_EDGE, node

FACTS = frozenset({FACT_EDGE})


def frontier(*entities: Entity) -> np.ndarray:
    return np.array([node(ENTITY, entity.pk) for entity in entities], np.int64)


def walked(edges, index) -> list[tuple]:
    """(source, relation, target, reverse) of every edge."""
    names = [index.relations[number] for number in edges.relation]
    return list(zip(edges.source.tolist(), names, edges.target.tolist(), edges.reverse.tolist(), strict=True))
