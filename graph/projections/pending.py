"""Which texts have no vector of the current model yet, and giving them one; the lines of passages come last."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db import transaction
from django.db.models import Exists, OuterRef

from graph import params, versions
from graph.models import Chunk, Embedding, Fact, Touch
from graph.projections import embed, extent, lines
from graph.projections.exact import refuse_zero
from graph.projections.subjects import EMBEDDING_TOUCH, KINDS, batches, rows, texts
from graph.projections.texts import text_hash
from graph.projections.turns import Turns
from graph.retrieval.types import Kind

Part = Kind | Literal["lines"]  # what is embedded: rows of a kind, or the lines of passages that have a vector
PARTS: tuple[Part, ...] = (*KINDS, "lines")


@dataclass(slots=True)
class Waiting:
    """The ids without a vector at `version`, by what of them waits."""

    version: int
    model: str
    ids: dict[Part, set[int]] = field(default_factory=lambda: {part: set() for part in PARTS})


_waiting: dict[int, Waiting] = {}
_locks: dict[int, threading.Lock] = {}
_working: dict[int, Turns] = {}


def count_pending(user_id: int) -> int:
    """How many entities, active facts and passages wait for a vector of the current model.

    Lines are not counted: a passage is found without them, though not as surely.
    """
    with _lock(user_id):
        waiting = _current(user_id).ids
        return sum(len(waiting[kind]) for kind in KINDS)


def waiting(user_id: int) -> dict[Kind, set[int]]:
    """The ids of each kind that wait for a vector of the current model."""
    with _lock(user_id):
        ids = _current(user_id).ids
        return {kind: set(ids[kind]) for kind in KINDS}


def newest_texts(user_id: int, limit: int) -> dict[Kind, dict[int, str]]:
    """The texts of the entities and facts that wait, of each kind the newest, at most `limit`."""
    kinds: tuple[Kind, ...] = ("entity", "fact")
    with _lock(user_id):
        waiting = _current(user_id).ids
        ids = {kind: heapq.nlargest(limit, waiting[kind]) for kind in kinds}
    return {kind: texts(user_id, kind, some) for kind, some in ids.items() if some}


def embed_pending(user_id: int, *, limit: int = params.EMBED_BATCH, parts: Sequence[Part] = PARTS) -> int:
    """Embed up to `limit` waiting texts in one transaction; returns how many. Raises ModelUnavailable.

    Of two threads that ask at once the second waits: it would embed the same texts.
    """
    with _working.setdefault(user_id, Turns()).taken():
        return _embed(user_id, limit, parts)


def _embed(user_id: int, limit: int, parts: Sequence[Part]) -> int:
    model, done = embed.model_name(), 0
    for kind, ids in _next(user_id, limit, parts).items():
        if kind == "lines":
            done += lines.make(user_id, ids)
            continue
        found = texts(user_id, kind, ids)
        order = sorted(found)
        vectors = embed.encode([found[pk] for pk in order], model)
        refuse_zero(vectors)
        made = [
            Embedding(
                user_id=user_id,
                kind=kind,
                object_id=pk,
                model=model,
                dim=vectors.shape[1],
                vector=vector.astype("<f4").tobytes(),
                text_hash=text_hash(found[pk]),
            )
            for pk, vector in zip(order, vectors, strict=True)
        ]
        done += _store(user_id, kind, made)
    return done


def forget(user_id: int | None = None) -> None:
    """Drop what is known of a user's waiting texts, or of everyone's."""
    if user_id is None:
        _waiting.clear()
    else:
        _waiting.pop(user_id, None)


def _lock(user_id: int) -> threading.Lock:
    return _locks.setdefault(user_id, threading.Lock())


def _next(user_id: int, limit: int, parts: Sequence[Part]) -> dict[Part, list[int]]:
    """The ids to embed now, at most `limit`; lines when nothing else waits."""
    chosen: dict[Part, list[int]] = {}
    with _lock(user_id):
        waiting = _current(user_id).ids
        for part in parts:
            most = limit if part != "lines" else 0 if any(chosen.values()) else min(limit, params.LINES_BATCH)
            chosen[part] = sorted(waiting[part])[:most]
            limit -= len(chosen[part])
    return {part: ids for part, ids in chosen.items() if ids}


def _store(user_id: int, kind: Kind, made: list[Embedding]) -> int:
    """Write the vectors of rows that still stand: one may have been deleted while its text was embedded."""
    with transaction.atomic():
        standing = texts(user_id, kind, [row.object_id for row in made])
        kept = [row for row in made if row.object_id in standing]
        Embedding.objects.bulk_create(
            kept,
            batch_size=params.EMBED_BATCH,
            update_conflicts=True,
            unique_fields=["kind", "object_id", "model"],
            update_fields=["vector", "dim", "text_hash", "lines"],
        )
        if kept:
            versions.bump(user_id, [(EMBEDDING_TOUCH[kind], row.object_id) for row in kept])
    return len(kept)


def _current(user_id: int) -> Waiting:
    """What waits at the user's version, from what waited before and what was touched since."""
    state, model = _waiting.get(user_id), embed.model_name()
    version = versions.current(user_id, state.version if state else 0)
    if state and state.model == model and state.version == version:
        return state
    known = state is not None and state.model == model and state.version <= version
    touched = versions.since(user_id, state.version) if state and known else None
    if state is None or touched is None:
        state = Waiting(version, model)
        for kind in KINDS:
            state.ids[kind] = _all_unembedded(user_id, kind, model)
        state.ids["lines"] = _without_lines(user_id, model, None)
    else:
        affected = _affected(user_id, touched)
        for kind, ids in affected.items():
            state.ids[kind] = (state.ids[kind] - ids) | _unembedded(user_id, kind, model, ids)
        lined = affected["chunk"] | {pk for touch, pk in touched if touch == Touch.Kind.EMBEDDING_LINES}
        state.ids["lines"] = (state.ids["lines"] - lined) | _without_lines(user_id, model, lined)
        state.version = version
    _waiting[user_id] = state
    return state


def _all_unembedded(user_id: int, kind: Kind, model: str) -> set[int]:
    """Every row whose vector is missing or of another text.

    Of a very large kind the texts are not all read and compared: what has a vector at all, and was not touched for as
    long as touches are kept, is embedded as it stands, since they are pruned only when nothing waits.
    """
    if extent.is_searched(user_id, kind, model):
        return _unembedded(user_id, kind, model, None)
    embedded = Embedding.objects.filter(model=model, kind=kind, object_id=OuterRef("pk"))
    missing = rows(user_id, kind).filter(~Exists(embedded)).values_list("pk", flat=True)
    oldest = versions.prunable_before(user_id)
    touched = _affected(user_id, versions.since(user_id, oldest) or ())[kind]
    return set(missing) | _unembedded(user_id, kind, model, touched)


def _unembedded(user_id: int, kind: Kind, model: str, ids: Collection[int] | None) -> set[int]:
    """Those (of `ids`) whose vector is missing or of another text."""
    of_model = Embedding.objects.filter(model=model, kind=kind)
    hashes: dict[int, str] = {}
    if ids is None:
        hashes.update(of_model.for_user(user_id).values_list("object_id", "text_hash"))
    else:
        for batch in batches(ids):
            some = of_model.checked_for(user_id).filter(object_id__in=batch)
            hashes.update(some.values_list("object_id", "text_hash"))
    return {pk for pk, text in texts(user_id, kind, ids).items() if hashes.get(pk) != text_hash(text)}


def _without_lines(user_id: int, model: str, ids: Collection[int] | None) -> set[int]:
    """The passages (of `ids`) whose lines are still to be embedded; none where there are too many to be searched."""
    return lines.unmade(user_id, model, ids) if extent.is_searched(user_id, "chunk", model) else set()


def _affected(user_id: int, touched: Iterable[tuple[str, int]]) -> dict[Kind, set[int]]:
    """The ids whose text or vector may have changed: a renamed entity renames its facts, a child makes a parent."""
    affected: dict[Kind, set[int]] = {kind: set() for kind in KINDS}
    by_touch: dict[str, Kind] = {touch: kind for kind, touch in EMBEDDING_TOUCH.items()}
    by_touch |= {Touch.Kind.ENTITY: "entity", Touch.Kind.FACT: "fact", Touch.Kind.CHUNK: "chunk"}
    renamed: set[int] = set()
    for touch, pk in touched:
        if touch in by_touch:
            affected[by_touch[touch]].add(pk)
        if touch == Touch.Kind.ENTITY:
            renamed.add(pk)
    for batch in batches(renamed):
        for side in ("subject_id__in", "object_id__in"):
            affected["fact"].update(
                Fact.objects.checked_for(user_id).filter(**{side: batch}).values_list("pk", flat=True)
            )
    for batch in batches(set(affected["chunk"])):
        parents = Chunk.objects.checked_for(user_id).filter(pk__in=batch, parent__isnull=False)
        affected["chunk"].update(parents.values_list("parent_id", flat=True))
    return affected
