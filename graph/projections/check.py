"""Whether the projections say what the database says, and making them do so."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields

import numpy as np
from django.db import transaction

from graph import jobs, versions
from graph.models import Embedding, Job, User
from graph.projections import adjacency, keywords, pending, pgvector, snapshots, vector_rows, vectors
from graph.projections.adjacency import STORED_KINDS as EDGE_KINDS
from graph.projections.adjacency import GraphIndex
from graph.projections.edge_table import Columns
from graph.projections.subjects import EMBEDDING_TOUCH, KINDS, batches, texts
from graph.projections.terms import indexable
from graph.retrieval.types import Kind

ATTEMPTS = 3  # a graph that is written to while it is compared is compared again
SHOWN = 5  # ids named in one line

_EDGES = ("facts", "mentions", "passage links", "document references", "what documents hold")


@dataclass(frozen=True, slots=True)
class Pending:
    """Work that is queued and makes no difference yet."""

    vectors: int
    jobs: int


def compare(user_id: int) -> list[str]:
    """Every difference between the user's rows and their projections, in words; empty if there is none."""
    differences: list[str] = []
    for _ in range(ATTEMPTS):
        version = versions.current(user_id)
        differences = [
            line
            for part in (keyword_differences, stray_vectors, vector_differences, graph_differences)
            for line in part(user_id)
        ]
        if not differences or versions.current(user_id) == version:
            break
    return differences


def pending_work(user_id: int) -> Pending:
    """Vectors that are still to be made, and jobs that wait or run; for what is dropped one day nobody waits."""
    waiting = Job.objects.for_user(user_id).filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    waiting = waiting.exclude(kind__endswith=jobs.DROPS)
    return Pending(pending.count_pending(user_id), waiting.count())


def repair(user_id: int) -> None:
    """Write the keyword index anew, drop vectors of nothing, and let go of everything that is held or saved."""
    with transaction.atomic():
        keywords.clear(user_id)
        for kind in KINDS:
            keywords.put(kind, user_id, texts(user_id, kind).items())
        touched = []
        for kind in KINDS:
            bad = _strays(user_id, kind) | _unusable(user_id, kind)
            touched += [(EMBEDDING_TOUCH[kind], pk) for pk in bad]
            for batch in batches(bad):
                Embedding.objects.for_user(user_id).filter(kind=kind, object_id__in=batch).delete()
        versions.bump(user_id, touched)  # where nothing else was wrong, too: what was found with a torn index is let go
    snapshots.remove(user_id)
    pgvector.remove(user_id)
    for projection in (adjacency, pending, vectors):
        projection.forget(user_id)


def ask_again(user_id: int) -> None:
    """Have every process look anew at what has no vector: a row that was lost without a write is waited for by none."""
    waiting = pending.waiting(user_id)
    versions.bump(user_id, [(EMBEDDING_TOUCH[kind], pk) for kind in KINDS for pk in waiting[kind]])


def unowned() -> list[int]:
    """Ids of users who are gone but whose words are still in the keyword index."""
    return sorted(keywords.owners() - set(User.objects.values_list("pk", flat=True)))


def keyword_differences(user_id: int) -> Iterator[str]:
    """Rows missing from the full text, standing there without a row, or with other words."""
    if not keywords.available():
        return
    for kind in KINDS:
        expected = {pk: indexable(text) for pk, text in texts(user_id, kind).items()}
        yield from _compared(f"keywords of {kind} rows", expected, keywords.contents(kind, user_id))


def stray_vectors(user_id: int) -> Iterator[str]:
    """Embeddings of rows that are gone or no longer searchable, and such as have no direction."""
    for kind in KINDS:
        if strays := _strays(user_id, kind):
            yield f"embeddings of {kind} rows that are not searchable: {_named(strays)}"
        if unusable := _unusable(user_id, kind):
            yield f"embeddings of {kind} rows that cannot be compared: {_named(unusable)}"


def vector_differences(user_id: int) -> Iterator[str]:
    """Vectors held for searching that are not those of the database."""
    model = vectors.serving(user_id)
    for kind in KINDS:
        if not vectors.is_searched(user_id, kind, model):
            continue  # the database's own are compared one by one: there is nothing beside them
        expected = {
            pk: vector.tobytes()
            for ids, matrix in vector_rows.stream(user_id, kind, model)
            for pk, vector in zip(ids.tolist(), matrix, strict=True)
        }
        yield from _compared(f"vectors of {kind} rows", expected, vectors.held(user_id, kind, model))


def graph_differences(user_id: int) -> Iterator[str]:
    """Edges and names held in memory that are not those of the database."""
    held, rebuilt = adjacency.of(user_id), adjacency.load(user_id)
    for kind in EDGE_KINDS:
        yield from _compared(f"graph edges for {_EDGES[kind]}", _edges(rebuilt, kind), _edges(held, kind))
    yield from _compared("names of entity rows", rebuilt.names.by_entity(), held.names.by_entity())


def _edges(index: GraphIndex, kind: int) -> dict[int, tuple]:
    columns = index.layers[kind].columns()
    names = np.array([*index.relations, ""], dtype=object)[columns.relation].tolist()
    others = [getattr(columns, each.name).tolist() for each in fields(Columns) if each.name not in ("key", "relation")]
    return dict(zip(columns.key.tolist(), zip(names, *others, strict=True), strict=True))


def _compared(what: str, expected: dict, found: dict) -> Iterator[str]:
    if missing := expected.keys() - found.keys():
        yield f"{what} missing: {_named(missing)}"
    if extra := found.keys() - expected.keys():
        yield f"{what} without a row: {_named(extra)}"
    if other := {pk for pk in expected.keys() & found.keys() if expected[pk] != found[pk]}:
        yield f"{what} not up to date: {_named(other)}"


def _strays(user_id: int, kind: Kind) -> set[int]:
    embedded = set(Embedding.objects.for_user(user_id).filter(kind=kind).values_list("object_id", flat=True))
    return embedded - texts(user_id, kind).keys()


def _unusable(user_id: int, kind: Kind) -> set[int]:
    model = vectors.serving(user_id)
    owned = Embedding.objects.for_user(user_id).filter(kind=kind, model=model)
    usable = {pk for ids, _ in vector_rows.stream(user_id, kind, model) for pk in ids.tolist()}
    return set(owned.values_list("object_id", flat=True)) - usable


def _named(ids: Collection[int]) -> str:
    shown = ", ".join(map(str, sorted(ids)[:SHOWN]))
    return f"{len(ids)} ({shown}{', …' if len(ids) > SHOWN else ''})"
