"""Walks over a person's graph as pages and programs see them: with names instead of numbers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graph import params
from graph.models import Chunk, Document, User, UserSettings
from graph.projections import adjacency
from graph.retrieval import history, rows
from graph.retrieval.types import (
    CHUNK,
    DOCUMENT,
    ENTITY,
    FACT,
    FACT_EDGE,
    Direction,
    GraphView,
    Step,
    node,
    node_kind,
    node_pk,
)
from graph.walks import paths as ways
from graph.walks.deadline import Deadline
from graph.walks.traverse import Reached, Walk, traverse

KIND_NAMES = {ENTITY: "entity", CHUNK: "chunk", DOCUMENT: "document", FACT: "fact"}
FACTS_ONLY = frozenset({FACT_EDGE})


@dataclass(frozen=True, slots=True)
class Named:
    """A walk with the name and the type of every node on it."""

    reached: Reached
    names: dict[int, str]
    types: dict[int, str]
    max_depth: int  # the depth that was walked, which the owner's limit may have lowered


def depth_limit(user: User) -> int:
    """The owner's cap on every request's depth (N17)."""
    kept = UserSettings.objects.filter(user=user).values_list("retrieval", flat=True).first() or {}
    return int(kept.get("max_traversal_depth", params.MAX_DEPTH))


def graph_of(user: User, as_of: dt.datetime | None = None) -> GraphView:
    """The person's graph as it is, or as it stood at a moment."""
    graph = adjacency.of(user.pk)
    return graph if as_of is None else history.view(graph, history.held(user, as_of))


def reachable(user: User, start: int, walk: Walk, now: dt.datetime, as_of: dt.datetime | None = None) -> Named:
    """What can be reached from a node of the graph index, as it stood at `as_of`. Raises DeadlinePassed.

    The time that the index takes to catch up with a large import is none of the walk's.
    """
    walk = replace(walk, max_depth=min(walk.max_depth, depth_limit(user)))
    graph = graph_of(user, as_of)
    found = traverse(graph, start, walk, now=as_of or now, deadline=Deadline(params.WALK_SECONDS))
    names, types = named(user, [start, *(visit.node for visit in found.visits)])
    return Named(found, names, types, walk.max_depth)


def between(
    user: User,
    start: int,
    goal: int,
    *,
    mode: ways.Mode,
    max_depth: int,
    direction: Direction,
    now: dt.datetime,
    as_of: dt.datetime | None = None,
) -> tuple[ways.Found, dict[int, str]]:
    """The ways between two entities over facts, with the names on them, now or at `as_of`. Raises DeadlinePassed."""
    found = ways.paths(
        graph_of(user, as_of),
        node(ENTITY, start),
        node(ENTITY, goal),
        mode=mode,
        max_depth=min(max_depth, depth_limit(user)),
        direction=direction,
        kinds=FACTS_ONLY,
        now=as_of or now,
        deadline=Deadline(params.WALK_SECONDS),
    )
    return found, named(user, [step.node for way in found.ways for step in way.steps])[0]


def named(user: User, numbers: Iterable[int]) -> tuple[dict[int, str], dict[int, str]]:
    """Names and types by node number: an entity's name, a document's title, a passage's document, a fact's words."""
    by_kind: dict[int, list[int]] = {}
    for number in dict.fromkeys(numbers):
        by_kind.setdefault(node_kind(number), []).append(node_pk(number))
    names: dict[int, str] = {}
    types: dict[int, str] = {}
    for pk, row in rows.entities(user.pk, by_kind.get(ENTITY, ())).items():
        names[node(ENTITY, pk)], types[node(ENTITY, pk)] = row.name, row.type
    for pk, title in rows.titles(user.pk, by_kind.get(DOCUMENT, ())).items():
        names[node(DOCUMENT, pk)] = title
    for pk, chunk in rows.chunks(user.pk, by_kind.get(CHUNK, ())).items():
        names[node(CHUNK, pk)] = chunk.text[: params.NAME_SHOWN]
    for pk, fact in rows.facts_by_id(user.pk, by_kind.get(FACT, ())).items():
        names[node(FACT, pk)] = f"{fact.subject_name} {fact.predicate} {fact.object_name or fact.value}"
    return names, types


def in_words(steps: Sequence[Step], names: dict[int, str]) -> str:
    """A way as text: `A --[works_for]--> B`, and `B <--[works_for]-- A` when walked backwards."""
    said = names.get(steps[0].node, "")
    for step in steps[1:]:
        arrow = f" <--[{step.relation}]-- " if step.reverse else f" --[{step.relation}]--> "
        said += arrow + names.get(step.node, "")
    return said


def place(user: User, kind: str, pk: int) -> int | None:
    """The row of a passage, document or conversation that the graph index knows; None if it is not the user's."""
    if kind == "chunk":
        return Chunk.objects.for_user(user).filter(pk=pk).values_list("pk", flat=True).first()
    documents = Document.objects.for_user(user)
    if kind == "conversation":
        documents = documents.filter(kind=Document.Kind.CONVERSATION, source=f"conversation:{pk}")
    else:
        documents = documents.filter(pk=pk)
    return documents.values_list("pk", flat=True).first()
