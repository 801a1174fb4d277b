"""One directed, weighted, typed edge between two named nodes, and what is no edge."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

LONGEST = 65_535  # bytes of a name, as a record of a dump counts them in two bytes


class InvalidEdge(ValueError):
    """The values cannot be an edge; the message says which and why."""


class EdgeNotFound(LookupError):
    """There is no such edge."""


class NodeNotFound(LookupError):
    """No edge leads from or to the node."""


class Edge(NamedTuple):
    """From `source` to `target`; `weight` is 0..1 as a four-byte float, `metadata` text by text (M33).

    A tuple, because a graph has them by the ten thousand and a dataclass takes four times as long to make.
    """

    source: str
    target: str
    relation: str
    weight: float
    created_at: dt.datetime
    metadata: Mapping[str, str] = MappingProxyType({})


def checked(edge: Edge) -> Edge:
    """The edge, if it is one. Raises InvalidEdge."""
    for name in ("source", "target", "relation"):
        _check_text(name, getattr(edge, name))
    if len(edge.metadata) > LONGEST:
        raise InvalidEdge(f"There may be {LONGEST:,} metadata entries.")
    for key, value in edge.metadata.items():
        _check_text("metadata key", key)
        _check_text("metadata value", value)
    if edge.created_at.tzinfo is None:
        raise InvalidEdge("created_at needs a time zone.")
    return sound(edge)


def sound(edge: Edge) -> Edge:
    """The edge, if it says something: for one whose texts are known to be such. Raises InvalidEdge."""
    if not (edge.source and edge.target and edge.relation):
        raise InvalidEdge("The source, the target or the relation is empty.")
    if edge.source == edge.target:
        raise InvalidEdge("An edge joins two different nodes.")
    if not 0.0 <= edge.weight <= 1.0:  # not a number is neither
        raise InvalidEdge("The weight must be between 0 and 1.")
    return edge


def _check_text(name: str, text: object) -> None:
    if not isinstance(text, str):
        raise InvalidEdge(f"The {name} must be text.")
    if len(text) > LONGEST // 4 and len(text.encode(errors="replace")) > LONGEST:
        raise InvalidEdge(f"The {name} is longer than {LONGEST:,} bytes.")
    try:
        text.encode() if not text.isascii() else None
    except UnicodeEncodeError:
        raise InvalidEdge(f"The {name} is not text that can be written.") from None
