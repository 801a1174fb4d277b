"""The vectors of a person's many relations in a file beside their snapshots: a process that begins has them at once.

A graph that was taken from texts has thousands, and each takes two milliseconds: the first questions waited for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar
from zipfile import BadZipFile

import numpy as np

from graph import params, versions
from graph.predicates import Reads, registry
from graph.projections import embed, phrases, snapshots, vector_rows
from graph.projections.phrases import Vectors
from graph.statements import select

_Part = TypeVar("_Part")
_NAMES = "SELECT DISTINCT predicate FROM graph_fact WHERE user_id = %s ORDER BY predicate"


def read(user_id: int, model: str) -> dict[str, Vectors]:
    """The vector of each relation as it reads; nothing where there is no file, or one that cannot be read."""
    path = snapshots.aside(user_id, "relations", model)
    return dict(_read(path, lambda kept: zip(_lines(kept["phrases"]), kept["vectors"], strict=True)))


def settle(user_id: int) -> Iterator[None]:
    """Bring the file up to what the graph has now, in steps of a batch of the model; few relations need none.

    What is written meanwhile may be an erasure: then the file stays as it was left, until the next time, or goes again
    where it was already put there. An erasure deletes files after its rows.
    """
    model, stands = vector_rows.serving(user_id), versions.standing(user_id)
    reads = Reads(registry(user_id))
    spoken = list(dict.fromkeys(reads[name] for (name,) in select(_NAMES, user_id)))[: params.PHRASES_AHEAD]
    path = snapshots.aside(user_id, "relations", model)
    if len(spoken) <= params.PHRASES_AT_ONCE or not embed.ready(model):
        return
    if set(_read(path, lambda kept: _lines(kept["phrases"]))) == set(spoken):
        return
    for start in range(0, len(spoken), params.PHRASES_AT_ONCE):
        phrases.learn(spoken[start : start + params.PHRASES_AT_ONCE], model)
        yield
    held = phrases.held(spoken, model)
    if versions.standing(user_id) == stands and held:
        _write(path, held)
        if versions.standing(user_id) != stands:
            path.unlink(missing_ok=True)


def _write(path: Path, held: dict[str, Vectors]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    building = path.with_name(f"{path.name}.building-{os.getpid()}")
    try:
        with building.open("wb") as file:
            told = np.frombuffer("\n".join(held).encode(), np.uint8)
            np.savez(file, phrases=told, vectors=np.stack(list(held.values())))
        building.rename(path)
    except FileNotFoundError:
        return  # an erasure has deleted it
    finally:
        building.unlink(missing_ok=True)


def _read(path: Path, part: Callable[[Mapping[str, np.ndarray]], Iterable[_Part]]) -> list[_Part]:
    """A part of the file; nothing of one that is not there or cannot be read."""
    try:
        with path.open("rb") as file, np.load(file) as kept:
            return list(part(kept))
    except (OSError, ValueError, KeyError, BadZipFile):
        return []


def _lines(told: np.ndarray) -> list[str]:
    return told.tobytes().decode().split("\n")
