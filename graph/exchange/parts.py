"""What a native file consists of: one part a table, in the order in which rows can stand on each other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from graph.curation import taking_back
from graph.models import (
    Change,
    ChangeRow,
    Chunk,
    ChunkEdge,
    Conflict,
    Document,
    DocumentReference,
    Entity,
    EntityAlias,
    Evidence,
    Fact,
    Predicate,
    Retrieval,
    RetrievalItem,
)

Row = dict[str, Any]
Ids = Mapping[str, Mapping[Any, Any]]  # kind -> id in the file -> id here


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one table. `key` are the columns by which a row is known again; `links` say what a column points to.

    `mend` exchanges the ids that stand inside texts and JSON; a `late` one needs those of parts that come after.
    """

    kind: str
    model: type[models.Model]
    key: tuple[str, ...]
    links: Mapping[str, str] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    owner: str = "user"
    mend: Callable[[Row, Ids], None] | None = None
    late: bool = False

    @property
    def columns(self) -> list[models.Field]:
        """What is written of a row; the id is written apart, and the owner is whoever imports."""
        return [one for one in self.model._meta.concrete_fields if not one.primary_key and one.name != "user"]


def mended(ids: Ids, kind: str, old: Any) -> Any:
    """The id here for an id in the file, of the same type; as it was where there is none."""
    known = ids.get(kind, {})
    if isinstance(old, str) and old.isdecimal():
        return str(known.get(int(old), old))
    return known.get(old, old)


def _fact(row: Row, ids: Ids) -> None:
    if row["predicate"] in taking_back.PREDICATES and "takes_back" in row["metadata"]:
        row["metadata"]["takes_back"] = mended(ids, "fact", row["metadata"]["takes_back"])


def _document(row: Row, ids: Ids) -> None:
    if row["kind"] == Document.Kind.CONVERSATION:
        kind, _, old = row["source"].partition(":")
        was = row["source"]
        row["source"] = f"{kind}:{mended(ids, kind, old)}"
        if row["sha256"] == _sha(was):
            row["sha256"] = _sha(row["source"])


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _chunk(row: Row, ids: Ids) -> None:
    if "message" in row["metadata"]:
        row["metadata"]["message"] = mended(ids, "message", row["metadata"]["message"])


def _retrieval(row: Row, ids: Ids) -> None:
    for anchor in row["anchors"]:
        anchor["id"] = mended(ids, "entity", anchor["id"])


def _item(row: Row, ids: Ids) -> None:
    row["object_id"] = mended(ids, row["kind"], row["object_id"])
    for name in ("subject", "object"):
        if name in row["detail"]:
            row["detail"][name] = mended(ids, "entity", row["detail"][name])


def _change(row: Row, ids: Ids) -> None:
    kind, _, old = row["run"].partition(":")
    if old and kind in ids:
        row["run"] = f"{kind}:{mended(ids, kind, old)}"


def _change_row(row: Row, ids: Ids) -> None:
    row["object_id"] = mended(ids, row["model"], row["object_id"])
    part = next((one for one in PARTS if one.kind == row["model"]), None)
    for state in (row["before"], row["after"]):
        if not isinstance(state, dict):
            continue
        state["id"] = mended(ids, row["model"], state.get("id"))
        for name, kind in (part.links if part else {}).items():
            if state.get(name) is not None:
                state[name] = mended(ids, kind, state[name])


ENDS = {"subject_id": "entity", "object_id": "entity", "superseded_by_id": "fact"}
QUOTED = {"fact_id": "fact", "entity_id": "entity", "document_id": "document", "chunk_id": "chunk"}

PARTS: list[Part] = [
    Part("predicate", Predicate, ("name",)),
    Part("entity", Entity, ("name", "type", "created_at"), {"merged_into_id": "entity"}),
    Part("alias", EntityAlias, ("entity_id", "scheme", "normalised"), {"entity_id": "entity"}),
    Part(
        "fact",
        Fact,
        ("subject_id", "predicate", "object_id", "value_key", "created_at"),
        ENDS,
        people=("confirmed_by_id",),
        mend=_fact,
        late=True,
    ),
    Part("retrieval", Retrieval, ("query", "created_at"), mend=_retrieval),
    Part("document", Document, ("sha256",), mend=_document),
    Part("chunk", Chunk, ("document_id", "position"), {"document_id": "document", "parent_id": "chunk"}, mend=_chunk),
    Part("edge", ChunkEdge, ("source_id", "target_id", "relation"), {"source_id": "chunk", "target_id": "chunk"}),
    Part(
        "reference",
        DocumentReference,
        ("source_id", "target_id", "chunk_id"),
        {"source_id": "document", "target_id": "document", "chunk_id": "chunk"},
    ),
    Part("evidence", Evidence, ("fact_id", "entity_id", "document_id", "chunk_id", "quote", "start"), QUOTED),
    Part("conflict", Conflict, ("older_id", "newer_id"), {"older_id": "fact", "newer_id": "fact"}),
    Part("item", RetrievalItem, ("retrieval_id", "kind", "object_id"), {"retrieval_id": "retrieval"}, mend=_item),
    Part("change", Change, ("verb", "summary", "at", "run"), {"undone_by_id": "change"}, ("by_id",), mend=_change),
    Part(
        "change_row",
        ChangeRow,
        ("change_id", "model", "object_id"),
        {"change_id": "change"},
        owner="change__user",
        mend=_change_row,
    ),
]


def add(part: Part, *, before: str) -> None:
    """A table of another application, whose rows stand before those of the part `before`."""
    if part.kind not in {one.kind for one in PARTS}:
        place = next(place for place, one in enumerate(PARTS) if one.kind == before)
        PARTS.insert(place, part)
