"""What the nine tools of the reference knowledge-graph memory server take, under its own names; how a refusal reads."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from graph.api.fields import said

TOLD = 5  # things that are wrong, of those that are told at once

Texts = Annotated[list[str], Field(max_length=5000)]


class EntityIn(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=2000)]
    entityType: Annotated[str, Field(max_length=64)]
    observations: Texts


class RelationIn(BaseModel):
    from_: Annotated[str, Field(alias="from", min_length=1, max_length=2000)]
    to: Annotated[str, Field(min_length=1, max_length=2000)]
    relationType: Annotated[str, Field(min_length=1, max_length=120)]


class AddedIn(BaseModel):
    entityName: str
    contents: Texts


class DeletedIn(BaseModel):
    entityName: str
    observations: Texts


class Entities(BaseModel):
    entities: Annotated[list[EntityIn], Field(max_length=5000)]


class Relations(BaseModel):
    relations: Annotated[list[RelationIn], Field(max_length=5000)]


class Added(BaseModel):
    observations: Annotated[list[AddedIn], Field(max_length=5000)]


class Deleted(BaseModel):
    deletions: Annotated[list[DeletedIn], Field(max_length=5000)]


class EntityNames(BaseModel):
    entityNames: Texts


class Query(BaseModel):
    query: Annotated[str, Field(max_length=10_000)]


class Names(BaseModel):
    names: Texts


class Nothing(BaseModel):
    pass


def told(wrong: ValidationError) -> str:
    """What is wrong and where, the first few of it."""
    found = [f"{'.'.join(map(str, one['loc']))}: {said(one['msg'])}".lstrip(": ") for one in wrong.errors()]
    return "; ".join(found[:TOLD])
