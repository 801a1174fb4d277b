"""The vectors in the database, as arrays: whole kinds in batches, or the few that were touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from graph.models import Embedding
from graph.projections import embed
from graph.projections.exact import Vectors, usable
from graph.retrieval.types import Kind
from graph.statements import select_among

BATCH = 2048  # vectors at a time: 3 MB

_settled: set[tuple[int, str]] = set()  # people all of whose vectors are of that model: no other's are made here

Rows = tuple[NDArray[np.int64], Vectors]


_SOME = (
    "SELECT object_id, vector, user_id FROM graph_embedding WHERE object_id IN ({among}) AND kind = %s AND model = %s"
)


def count(user_id: int, kind: Kind, model: str) -> int:
    """How many vectors of the model there are."""
    return _vectors(user_id, kind, model).count()


def dimension(user_id: int, kind: Kind, model: str) -> int:
    """How many numbers each has; 0 when there is none."""
    return _vectors(user_id, kind, model).order_by("pk").values_list("dim", flat=True).first() or 0


def stream(user_id: int, kind: Kind, model: str) -> Iterator[Rows]:
    """Every usable vector as (ids, matrix) batches; those of zeros or of another dimension are left out.

    No cursor stays open between two batches: SQLite refuses to let whoever reads an older state write, as a job does
    that keeps its lease.
    """
    dim = dimension(user_id, kind, model)
    ids = list(_vectors(user_id, kind, model).order_by("object_id").values_list("object_id", flat=True))
    for start in range(0, len(ids), BATCH):
        yield some(user_id, kind, model, ids[start : start + BATCH], dim)


def some(user_id: int, kind: Kind, model: str, ids: Collection[int], dim: int = 0) -> Rows:
    """The usable vectors of `dim` numbers among `ids` (0: as many as the first has), as (ids, matrix)."""
    # The owner is looked at here: in the statement SQLite might prefer the owner's index to the list of ids.
    found = select_among(_SOME, ids, kind, model)
    rows = [(pk, bytes(vector)) for pk, vector, owner in found if owner == user_id]
    return _as_arrays(rows, dim or (len(rows[0][1]) // 4 if rows else 1))


def serving(user_id: int) -> str:
    """The model whose vectors answer: the current one, or a former one as long as that covers more."""
    current = embed.model_name()
    if (user_id, current) in _settled:
        return current
    owned = Embedding.objects.for_user(user_id)
    # Two range look-ups in the index; "not equal" would read the whole of it.
    if not (owned.filter(model__lt=current).exists() or owned.filter(model__gt=current).exists()):
        _settled.add((user_id, current))
        return current
    counts = {model: owned.filter(model=model).count() for model in owned.values_list("model", flat=True).distinct()}
    return max(counts, key=lambda model: (counts[model], model == current))


def forget() -> None:
    """Look again at whose vectors are of which model."""
    _settled.clear()


def _vectors(user_id: int, kind: Kind, model: str):
    return Embedding.objects.for_user(user_id).filter(model=model, kind=kind)


def _as_arrays(rows: Iterable[tuple[int, bytes]], dim: int) -> Rows:
    right = [(pk, vector) for pk, vector in rows if len(vector) == 4 * dim]
    ids = np.fromiter((pk for pk, _ in right), np.int64, len(right))
    vectors = np.frombuffer(b"".join(vector for _, vector in right), "<f4").reshape(len(right), dim)
    kept = usable(vectors)
    return (ids, vectors) if kept.all() else (ids[kept], vectors[kept])
