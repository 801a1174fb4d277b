"""A person's facts as MAIG edges, and such edges as facts to be confirmed."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from graph.curation.candidates import Draft, Name
from graph.exchange import maig
from graph.exchange.records import ME, Record
from graph.graph_index.edge import LONGEST, Edge
from graph.models import Entity, Fact, User
from graph.models.fact import FactQuerySet
from graph.naming import normalise

# Metadata that says what an edge itself cannot.
SOURCE_TYPE, TARGET_TYPE, VALUE_TYPE, STATUS, CONFIDENCE, MYSELF = (
    "source_type",
    "target_type",
    "value_type",
    "status",
    "confidence",
    "self",
)


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every active fact as an edge between names; returns how many. A name of two entities is told with its id."""
    edges = list(_edges(user, now))
    maig.write(stream, edges)
    return len(edges)


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """A staged fact for each edge. Raises NotMaig, UnknownVersion or Damaged."""
    for place, edge in enumerate(maig.read(stream), start=1):
        yield str(place), _draft(edge)


def _edges(user: User, now: dt.datetime) -> Iterator[Edge]:
    rows: FactQuerySet = Fact.objects.for_user(user).active()
    standing = rows.unexpired_at(now).select_related("subject", "object")
    names = Counter(normalise(name) for name in Entity.objects.for_user(user).standing().values_list("name", flat=True))

    def called(entity: Entity) -> str:
        return entity.name if names[normalise(entity.name)] == 1 else f"{entity.name} (#{entity.pk})"

    for fact in standing.order_by("pk").iterator():
        metadata = {
            STATUS: fact.status,
            CONFIDENCE: repr(fact.confidence),
            SOURCE_TYPE: fact.subject.type,
            **{str(key): _short(str(value)) for key, value in fact.metadata.items()},
        }
        if fact.object is not None:
            target, metadata[TARGET_TYPE] = called(fact.object), fact.object.type
        else:
            target, metadata[VALUE_TYPE] = _short(fact.value), fact.value_type
        mine = [end for end, one in (("source", fact.subject), ("target", fact.object)) if one and one.is_self]
        if mine:
            metadata[MYSELF] = " ".join(mine)
        source = called(fact.subject)
        if source == target:  # a plain value that reads as its subject's name
            continue
        yield Edge(source, target, fact.predicate, fact.weight, fact.created_at, metadata)


def _short(text: str) -> str:
    """The text, cut to what a record can count."""
    return text if len(text) <= LONGEST // 4 else text.encode()[:LONGEST].decode(errors="ignore")


def _draft(edge: Edge) -> Draft:
    own = {SOURCE_TYPE, TARGET_TYPE, VALUE_TYPE, STATUS, CONFIDENCE, MYSELF}
    mine = edge.metadata.get(MYSELF, "").split()
    source, target = (ME if end in mine else name for end, name in (("source", edge.source), ("target", edge.target)))
    metadata = {key: value for key, value in edge.metadata.items() if key not in own}
    is_value = VALUE_TYPE in edge.metadata
    value_type = edge.metadata.get(VALUE_TYPE, Fact.ValueType.STRING)
    return Draft(
        subject=Name(source, edge.metadata.get(SOURCE_TYPE, "")),
        predicate=edge.relation,
        object=None if is_value else Name(target, edge.metadata.get(TARGET_TYPE, "")),
        value=edge.target if is_value else None,
        value_type=value_type if value_type in Fact.ValueType.values else Fact.ValueType.STRING,
        status=Fact.Status.STAGED,
        source=Fact.Source.FILE,
        provenance=Fact.Provenance.IMPORT,
        confidence=_share(edge.metadata.get(CONFIDENCE, "")),
        weight=edge.weight,
        metadata={**metadata, "dated": edge.created_at.isoformat()},
    )


def _share(text: str) -> float:
    """A confidence 0..1; one for what says none."""
    try:
        number = float(text)
    except ValueError:
        return 1.0
    return number if 0.0 <= number <= 1.0 else 1.0
