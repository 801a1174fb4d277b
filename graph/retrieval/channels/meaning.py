"""The channel of meaning: a question is embedded and compared in a thread of its own, beside what asks the database."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from numpy import float32
from numpy.typing import NDArray

from graph.projections import embed, vectors
from graph.projections.exact import Hits
from graph.retrieval import params
from graph.retrieval.types import Kind


@dataclass(frozen=True, slots=True)
class Embedded:
    """The question's vector, None where no model was there and what is missing then; how long it took (ms)."""

    question: NDArray[float32] | None = None
    degraded: tuple[str, ...] = ()
    took: float = 0.0


@dataclass(frozen=True, slots=True)
class Meant:
    """What is on its way: the question's vector, then of each kind its nearest rows and how long those took (ms)."""

    embedded: Future[Embedded] = field(default_factory=Future)
    nearest: dict[Kind, Future[tuple[Hits, float]]] = field(default_factory=dict)


_threads: dict[int, ThreadPoolExecutor] = {}  # by process id: a fork begins with none


def begin(user_id: int, question: str, wanted: Mapping[Kind, int]) -> Meant:
    """Begin to look for the nearest rows of each kind, as many as it says, in that order; who reads them waits.

    Most of a question's time goes to the embedding model and to DuckDB, which leave the interpreter to others: what
    was found first is looked at while the rest is searched for.
    """
    model, search = vectors.serving(user_id), vectors.searching(user_id, wanted)
    meant = Meant(nearest={kind: Future() for kind in search.wanted})
    if search.is_apart:
        _pool().submit(_find, meant, question, model, search)
    else:
        _find(meant, question, model, search)
    return meant


def _find(meant: Meant, question: str, model: str, search: vectors.Search) -> None:
    """Fulfil what is on its way; what goes wrong meets those who wait."""
    try:
        embedded = _embedded(question, model)
        meant.embedded.set_result(embedded)
        started = time.perf_counter()
        found = search(embedded.question) if embedded.question is not None else [(kind, []) for kind in meant.nearest]
        for kind, hits in found:
            meant.nearest[kind].set_result((hits, _since(started)))
            started = time.perf_counter()
    except Exception as error:  # noqa: BLE001 - it is raised again where the result is read
        promised: list[Future[Any]] = [meant.embedded, *meant.nearest.values()]
        for future in promised:
            if not future.done():
                future.set_exception(error)


def _embedded(question: str, model: str) -> Embedded:
    started = time.perf_counter()
    try:
        vector = embed.encode_query(question, model)
    except embed.ModelLoading:
        return Embedded(degraded=("model_loading", "keyword_only"), took=_since(started))
    except embed.ModelUnavailable:
        return Embedded(degraded=("keyword_only",), took=_since(started))
    return Embedded(vector, took=_since(started))


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _pool() -> ThreadPoolExecutor:
    process = os.getpid()
    return _threads.get(process) or _threads.setdefault(process, ThreadPoolExecutor(params.SEARCHERS, "meaning"))
