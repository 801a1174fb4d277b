"""The entities and what joins them as one sparse matrix, the form that the graph library takes."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from graph.projections import adjacency
from graph.projections.edge_rows import microseconds
from graph.retrieval.types import CORRELATION_EDGE, ENTITY, FACT_EDGE, NODE_KINDS


@dataclass(frozen=True, slots=True)
class Network:
    """`weights[i, j]` is the strength of what leads from entity `ids[i]` to `ids[j]`, summed over the relations."""

    ids: NDArray[np.int64]
    weights: sparse.csr_matrix

    @property
    def both_ways(self) -> sparse.csr_matrix:
        """The same without directions."""
        return (self.weights + self.weights.T).tocsr()


def network(user_id: int, now: dt.datetime, *, correlations: bool = False) -> Network:
    """The facts between entities that have not expired, each as strong as its weight times its confidence."""
    index = adjacency.of(user_id)
    kinds = (FACT_EDGE, CORRELATION_EDGE) if correlations else (FACT_EDGE,)
    parts = [index.layers[kind].columns() for kind in kinds]
    source = np.concatenate([part.source for part in parts])
    target = np.concatenate([part.target for part in parts])
    strength = np.concatenate([part.weight * part.confidence for part in parts])
    expires = np.concatenate([part.expires for part in parts])
    kept = (source % NODE_KINDS == ENTITY) & (target >= 0) & (target % NODE_KINDS == ENTITY) & (strength > 0)
    kept &= expires > microseconds(now)
    numbers, places = np.unique(np.concatenate([source[kept], target[kept]]), return_inverse=True)
    begin, end = np.split(places, 2)
    shape = (len(numbers), len(numbers))
    weights = sparse.csr_matrix((strength[kept].astype(np.float64), (begin, end)), shape=shape)
    return Network(numbers // NODE_KINDS, weights)
