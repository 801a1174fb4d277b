"""The channel of meaning: a question is embedded and compared in a thread of its own, beside what asks the database."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from numpy import float32
from numpy.typing import NDArray

from graph.projections import embed, vectors
from graph.projections.exact import Hits
from graph.retrieval import params
from graph.retrieval.types import Kind


@dataclass(slots=True)
class Meant:
    """The question's vector, None where no model was there, the nearest of each kind, and how long each took (ms)."""

    question: NDArray[float32] | None = None
    nearest: dict[Kind, Hits] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()
    embed_ms: float = 0.0
    vector_ms: float = 0.0


_threads: dict[int, ThreadPoolExecutor] = {}  # by process id: a fork begins with none


def begin(user_id: int, question: str, wanted: Mapping[Kind, int]) -> Callable[[], Meant]:
    """Begin to look for the nearest rows of each kind, as many as it says; what is returned waits for them.

    Most of a question's time goes to the embedding model and to DuckDB, which leave the interpreter to others.
    """
    model, search = vectors.serving(user_id), vectors.searching(user_id, wanted)
    if search.is_apart:
        return _pool().submit(_meant, question, model, search).result
    return lambda: _meant(question, model, search)


def _meant(question: str, model: str, search: vectors.Search) -> Meant:
    started = time.perf_counter()
    meant = Meant()
    try:
        meant.question = embed.encode_query(question, model)
    except embed.ModelLoading:
        meant.degraded = ("model_loading", "keyword_only")
    except embed.ModelUnavailable:
        meant.degraded = ("keyword_only",)
    embedded = time.perf_counter()
    if meant.question is not None:
        meant.nearest = search(meant.question)
    meant.embed_ms, meant.vector_ms = (embedded - started) * 1000, (time.perf_counter() - embedded) * 1000
    return meant


def _pool() -> ThreadPoolExecutor:
    process = os.getpid()
    return _threads.get(process) or _threads.setdefault(process, ThreadPoolExecutor(params.SEARCHERS, "meaning"))
