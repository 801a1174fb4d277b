"""By what an HNSW index compares vectors: the cosine, or of unit vectors the inner product, which is the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graph.projections.exact import Vectors


@dataclass(frozen=True, slots=True)
class Metric:
    """Its name for the index, DuckDB's function of two vectors, and the cosine similarity where that is 0."""

    name: str
    function: str
    at_zero: float

    def similarity(self, distance: float) -> float:
        """The cosine similarity of two unit vectors so far apart."""
        return self.at_zero - distance


COSINE = Metric("cosine", "array_cosine_distance", 1.0)
INNER_PRODUCT = Metric("ip", "array_negative_inner_product", 0.0)  # one sum instead of three: 3/4 of a search's time


def unit(vector: Vectors) -> Vectors:
    """The vector with length 1."""
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def are_unit(vectors: Vectors) -> bool:
    """Whether each row has length 1, as far as its numbers are exact."""
    return bool(np.abs(np.einsum("ij,ij->i", vectors, vectors) - 1.0).max(initial=0.0) < 1e-5)
