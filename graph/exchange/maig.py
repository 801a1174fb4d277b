"""MAIG: the portable binary form of a graph's edges (M41 to M45).

A file is `MAIG`, a two-byte version, a four-byte count and that many records, numbers least byte first:
source, target, relation (each a two-byte length and UTF-8), a four-byte float weight, a two-byte count of metadata with
key and value each as such a text, and eight bytes of nanoseconds since 1970.
"""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import BinaryIO, Literal

from graph.graph_index.edge import Edge, InvalidEdge, sound

MAGIC = b"MAIG"
VERSION = 1

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
ByteOrder = Literal["<", ">"]


class NotMaig(ValueError):
    """The file does not begin as a MAIG file does."""


class UnknownVersion(ValueError):
    """The file is of a version that cannot be read."""


class Damaged(ValueError):
    """The file ends too early, goes on after its last record, or holds what is no edge."""


def write(stream: BinaryIO, edges: Collection[Edge], check: Callable[[], None] = lambda: None) -> None:
    """Write the edges in their order, in one piece. Raises what `check` raises, before anything is written."""
    parts = [MAGIC, struct.pack("<HI", VERSION, len(edges))]
    text = lru_cache(maxsize=None)(_text)
    tail = struct.Struct("<fH")
    for place, edge in enumerate(edges):
        if place % 1000 == 0:
            check()
        parts += (text(edge.source), text(edge.target), text(edge.relation), tail.pack(edge.weight, len(edge.metadata)))
        for key, value in edge.metadata.items():
            parts += (text(key), _text(value))
        parts.append(((edge.created_at - _EPOCH) // _MICROSECOND * 1000).to_bytes(8, "little", signed=True))
    stream.write(b"".join(parts))


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2, "little") + encoded


def read(stream: BinaryIO, check: Callable[[], None] = lambda: None) -> list[Edge]:
    """Every edge of a file, or none of it. Raises NotMaig, UnknownVersion or Damaged.

    Both byte orders are read: the version tells which one it is.
    """
    data = stream.read()
    if data[:4] != MAGIC:
        raise NotMaig("This is not a MAIG file: it does not begin with “MAIG”.")
    if len(data) < 10:
        raise Damaged("The file ends before its first record.")
    order = _byte_order(data)
    (count,) = struct.unpack_from(f"{order}I", data, 6)
    try:
        edges, end = _records(data, 10, count, order, check)
    except (struct.error, IndexError, _TooShort):
        raise Damaged(f"The file ends before the last of its {count:,} records.") from None
    except (UnicodeDecodeError, OverflowError, InvalidEdge) as fault:
        raise Damaged(f"A record cannot be read: {fault}") from None
    if end != len(data):
        raise Damaged(f"{len(data) - end:,} bytes follow the last record.")
    return edges


def _byte_order(data: bytes) -> ByteOrder:
    if data[4:6] == VERSION.to_bytes(2, "little"):
        return "<"
    if data[4:6] == VERSION.to_bytes(2, "big"):
        return ">"
    raise UnknownVersion(f"The file is of version {int.from_bytes(data[4:6], 'little')}; this program reads {VERSION}.")


class _TooShort(Exception):
    pass


def _records(data: bytes, at: int, count: int, order: ByteOrder, check: Callable[[], None]) -> tuple[list[Edge], int]:
    """The edges from `at` on, and where they end. Texts and moments that come again are made once."""
    length, middle = struct.Struct(f"{order}H").unpack_from, struct.Struct(f"{order}fH").unpack_from
    moment = struct.Struct(f"{order}q").unpack_from
    texts: dict[bytes, str] = {}
    moments: dict[int, dt.datetime] = {}
    total = len(data)
    edges: list[Edge] = []

    for place in range(count):
        if place % 1000 == 0:
            check()
        found: list[str] = []
        fields = 0
        left = 3  # texts before the weight; then two for each field
        while left:
            end = at + 2 + length(data, at)[0]
            raw = data[at + 2 : end]
            text = texts.get(raw)
            if text is None:
                if end > total:  # a known one that ends too late is seen by what follows
                    raise _TooShort
                text = texts[raw] = raw.decode()
            found.append(text)
            at = end
            left -= 1
            if not left and len(found) == 3:
                weight, fields = middle(data, at)
                at += 6
                left = 2 * fields
        metadata = dict(zip(found[3::2], found[4::2], strict=True)) if fields else {}
        stamp = moment(data, at)[0]
        created = moments.get(stamp)
        if created is None:
            created = moments[stamp] = _EPOCH + dt.timedelta(microseconds=stamp // 1000)
        at += 8
        edges.append(sound(Edge(found[0], found[1], found[2], weight, created, metadata)))
    return edges, at
