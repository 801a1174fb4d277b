"""Walking the graph over HTTP: what is reachable, the ways between two entities, and a part of it for drawing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field, model_validator

from graph import clock
from graph.api import shapes
from graph.api.caller import caller, needs
from graph.api.fields import Body, Id, Moment, Share
from graph.curation import entities, names
from graph.models import User
from graph.predicates import canonical
from graph.queries import drawing, walks
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, Step, Which, node, node_kind, node_pk
from graph.walks.traverse import Walk

router = Router(tags=["traversal"])

Way = Literal["outgoing", "incoming", "both"]
Depth = Annotated[int, Field(ge=0, le=10)]
NODE_KINDS = {"entity": ENTITY, "chunk": CHUNK, "document": DOCUMENT, "conversation": DOCUMENT}


class TraverseIn(Body):
    start: Id
    kind: Literal["entity", "chunk", "document", "conversation"] = "entity"
    relations: Annotated[list[str], Field(max_length=200)] | None = None
    exclude: Annotated[list[str], Field(max_length=200)] | None = None
    direction: Way = "both"
    max_depth: Depth = 2
    max_results: Annotated[int, Field(ge=1, le=10_000)] = 100
    min_weight: Share = 0.0

    @model_validator(mode="after")
    def _no_contradiction(self) -> TraverseIn:
        both = sorted({canonical(one) for one in self.relations or ()} & {canonical(one) for one in self.exclude or ()})
        if both:
            raise ValueError(f"relations are both included and excluded: {', '.join(both)}")
        return self

    def walk(self) -> Walk:
        which = Which(
            direction=self.direction,
            kinds=walks.FACTS_ONLY if self.kind == "entity" else None,
            include=frozenset(canonical(one) for one in self.relations) if self.relations else None,
            exclude=frozenset(canonical(one) for one in self.exclude or ()),
            min_weight=self.min_weight,
        )
        return Walk(which, self.max_depth, self.max_results)


class PathsIn(Body):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    from_: Annotated[Id, Field(alias="from")]
    to: Id
    mode: Literal["shortest", "strongest"] = "shortest"
    max_depth: Annotated[int, Field(ge=1, le=10)] = 6
    direction: Way = "both"


class Part(Schema):
    """Which part of the graph is drawn; `relations` is a comma list."""

    center: str | None = None
    depth: Annotated[int, Field(ge=0, le=5)] = 1
    limit: Annotated[int, Field(ge=1, le=500)] = 100
    direction: Way = "both"
    relations: str = ""
    min_weight: Share = 0.0
    as_of: Moment | None = None


@router.post("/traverse", response=dict)
@needs("read")
def traverse(request: HttpRequest, body: TraverseIn) -> Any:
    """An entity is walked over facts; a passage, document or conversation over everything that joins it."""
    user = caller(request).user
    start = node(NODE_KINDS[body.kind], start_pk(user, body.kind, body.start))
    found = walks.reachable(user, start, body.walk(), clock.now())
    visits = found.reached.visits
    return {
        "results": [
            {
                "id": str(node_pk(visit.node)),
                "kind": walks.KIND_NAMES[node_kind(visit.node)],
                "name": found.names.get(visit.node, ""),
                "type": found.types.get(visit.node),
                "depth": visit.depth,
                "relation": visit.relation,
                "weight": round(visit.weight, 6),
                "strength": round(visit.strength, 6),
                "path": steps_out(visit.path, found.names),
            }
            for visit in visits
        ],
        "stats": {
            "results": len(visits),
            "edges": found.reached.edges,
            "max_depth": found.max_depth,
            "max_depth_reached": max((visit.depth for visit in visits), default=0),
            "truncated": found.reached.truncated,
        },
    }


@router.post("/paths", response=dict)
@needs("read")
def paths(request: HttpRequest, body: PathsIn) -> Any:
    """The shortest ways between two entities, or the strongest one; none is an empty list."""
    user = caller(request).user
    start, goal = start_pk(user, "entity", body.from_), start_pk(user, "entity", body.to)
    found, called = walks.between(
        user, start, goal, mode=body.mode, max_depth=body.max_depth, direction=body.direction, now=clock.now()
    )
    return {
        "paths": [
            {
                "length": len(way.steps) - 1,
                "weight": round(way.weight, 6),
                "strength": round(way.strength, 6),
                "steps": steps_out(way.steps, called),
                "text": walks.in_words(way.steps, called),
            }
            for way in found.ways
        ],
        "stats": {"visited": found.visited, "truncated": found.truncated},
    }


@router.get("/graph", response=dict)
@needs("read")
def graph(request: HttpRequest, part: Query[Part]) -> Any:
    """The neighbourhood of an entity, or of the person themself, as nodes and edges; `as_of` draws it as it was.

    At most `limit` nodes, the centre among them.
    """
    user, now = caller(request).user, clock.now()
    center = start_pk(user, "entity", part.center) if part.center else names.self_entity(user, now).pk
    chosen = frozenset(canonical(one) for one in part.relations.split(",") if one.strip())
    which = Which(part.direction, kinds=walks.FACTS_ONLY, include=chosen or None, min_weight=part.min_weight)
    return drawing.neighbourhood(user, center, Walk(which, part.depth, part.limit - 1), now, part.as_of)


def start_pk(user: User, kind: str, given: Id) -> int:
    """The id of a row of this user. Raises NoSuchRow or EntityNotFound."""
    pk = shapes.pk(given, kind)
    if kind == "entity":
        return entities.find(user, pk).pk
    found = walks.place(user, kind, pk)
    if found is None:
        raise shapes.NoSuchRow(f"There is no {kind} “{given}”.")
    return found


def steps_out(steps: tuple[Step, ...], called: dict[int, str]) -> list[dict[str, Any]]:
    """The steps of a path as JSON; the start has no relation."""
    return [
        {
            "relation": step.relation or None,
            "id": str(node_pk(step.node)),
            "name": called.get(step.node, ""),
            "kind": walks.KIND_NAMES[node_kind(step.node)],
            "reverse": step.reverse,
        }
        for step in steps
    ]
