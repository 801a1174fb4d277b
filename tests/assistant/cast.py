"""A small book as retrieval returns it, made without a database."""

from __future__ import annotations

import datetime as dt

from graph.predicates import BUILT_IN, relation
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow, FactRow, Item, Parts

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
OWNER = "Ines"
_ids: dict[str, int] = {}


def entity(name: str) -> int:
    return _ids.setdefault(name, len(_ids) + 1)


def fact(
    pk: int,
    subject: str,
    predicate: str,
    object: str = "",
    *,
    value: str = "",
    status: str = "confirmed",
    similarity: float = 0.0,
    **columns,
) -> Item:
    """`subject` is "Ines" for the owner."""
    row = FactRow(
        pk=pk,
        subject=entity(subject),
        subject_name=subject,
        subject_is_self=subject == OWNER,
        predicate=predicate,
        object=entity(object) if object else None,
        object_name=object,
        object_is_self=object == OWNER,
        value=value,
        status=status,
        source="conversation",
        confidence=0.8,
        weight=1.0,
        used_count=0,
        last_used=None,
        confirmed_at=None,
        created_at=NOW,
        **columns,
    )
    return Item("fact", pk, f"{subject} {predicate} {object or value}", 1.0, Parts(vector=similarity), fact=row)


def passage(
    pk: int, title: str, text: str, similarity: float = 0.5, message: str = "", kind: str = "file", age: int = 0
) -> Item:
    """`age` in days."""
    row = ChunkRow(pk, 1, title, kind, 0, text, NOW - dt.timedelta(days=age), message=message)
    return Item("chunk", pk, text, 0.5, Parts(vector=similarity), chunk=row)


def result(*items: Item, narrative: str = "") -> Result:
    reads = {item.fact.predicate: relation(BUILT_IN, item.fact.predicate).reads for item in items if item.fact}
    return Result("", "", "default", {}, items=items, reads=reads, narrative=narrative)


BOOK = result(
    fact(1, OWNER, "sister", "Anna"),
    fact(2, "Anna", "lives_in", "Lisbon"),
    fact(3, "Tom", "lives_in", "Berlin"),
    fact(4, OWNER, "prefers", "dark mode"),
    fact(5, OWNER, "likes", "tea"),
    fact(6, OWNER, "likes", "coffee"),
    fact(7, "Anna", "works_at", "Acme"),
    fact(8, "Anna", "married_to", "Luc"),
    fact(9, "Luc", "is_a", "engineer"),
    fact(10, OWNER, "favourite_colour", value="green"),
    fact(11, "Tidewater Press", "printed", "Tide Tables"),
    fact(12, "Carla", "editor_of", "Tide Tables"),
    fact(13, OWNER, "birthday", value="1990-05-03"),
    fact(14, OWNER, "allergic_to", "nuts"),
    fact(15, OWNER, "lives_in", "Ghent"),
    fact(16, OWNER, "brother", "Leo", status="staged"),
    fact(17, OWNER, "pet", "Rex"),
)
