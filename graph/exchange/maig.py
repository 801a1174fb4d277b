"""MAIG: the portable binary form of a graph's edges (M41 to M45).

A file is `MAIG`, a two-byte version, a four-byte count and that many records, numbers least byte first:
source, target, relation (each a two-byte length and UTF-8), a four-byte float weight, a two-byte count of metadata with
key and value each as such a text, and eight bytes of nanoseconds since 1970.
"""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO, Literal

import numpy as np
from numpy.typing import NDArray

from graph.graph_index.edge import Edge, InvalidEdge, sound

MAGIC = b"MAIG"
VERSION = 1

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)
_HEAD = 10  # bytes before the first record
ByteOrder = Literal["<", ">"]
_MANY = 2**31 - 2**17  # bytes; of fewer, every place in a file is a number of four bytes


class NotMaig(ValueError):
    """The file does not begin as a MAIG file does."""


class UnknownVersion(ValueError):
    """The file is of a version that cannot be read."""


class Damaged(ValueError):
    """The file ends too early, goes on after its last record, or holds what is no edge."""


@dataclass(frozen=True, slots=True)
class Records:
    """What a file says, a place a record; an edge is made of one when it is asked for, and most never are."""

    sources: Sequence[str]
    targets: Sequence[str]
    relations: Sequence[str]
    weights: NDArray[np.float32]
    stamps: NDArray[np.int64]  # nanoseconds since 1970
    fields: Sequence[tuple[int, int]]  # where in the data the metadata of each begin and end
    data: bytes
    order: ByteOrder

    def __len__(self) -> int:
        return len(self.sources)

    def pick(self, places: Sequence[int]) -> Records:
        """The records at these places."""
        return Records(
            [self.sources[place] for place in places],
            [self.targets[place] for place in places],
            [self.relations[place] for place in places],
            self.weights[places],
            self.stamps[places],
            [self.fields[place] for place in places],
            self.data,
            self.order,
        )

    def edge(self, place: int) -> Edge:
        """The edge of a record."""
        return Edge(
            self.sources[place],
            self.targets[place],
            self.relations[place],
            float(self.weights[place]),
            _EPOCH + dt.timedelta(microseconds=int(self.stamps[place]) // 1000),
            self.metadata(place),
        )

    def metadata(self, place: int) -> dict[str, str]:
        """The metadata of a record."""
        at, end = self.fields[place]
        length, found = struct.Struct(f"{self.order}H").unpack_from, []
        while at < end:
            begin = at + 2
            at = begin + length(self.data, at)[0]
            found.append(self.data[begin:at].decode())
        return dict(zip(found[::2], found[1::2], strict=True))


def write(stream: BinaryIO, edges: Collection[Edge], check: Callable[[], None] = lambda: None) -> None:
    """Write the edges in their order, in one piece. Raises what `check` raises, before anything is written."""
    parts = [MAGIC, struct.pack("<HI", VERSION, len(edges))]
    text, stamp = lru_cache(maxsize=None)(_text), lru_cache(maxsize=None)(_stamp)
    middle = struct.Struct("<fH").pack
    for place, (source, target, relation, weight, created, metadata) in enumerate(edges):
        if place % 1000 == 0:
            check()
        parts += (text(source), text(target), text(relation), middle(weight, len(metadata)))
        for key, value in metadata.items():
            parts += (text(key), _text(value))
        parts.append(stamp(created))
    stream.write(b"".join(parts))


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2, "little") + encoded


def _stamp(moment: dt.datetime) -> bytes:
    return ((moment - _EPOCH) // _MICROSECOND * 1000).to_bytes(8, "little", signed=True)


def read(stream: BinaryIO, check: Callable[[], None] = lambda: None) -> list[Edge]:
    """Every edge of a file, or none of it. Raises as `records` does."""
    found = records(stream, check)
    return [found.edge(place) for place in range(len(found))]


def records(stream: BinaryIO, check: Callable[[], None] = lambda: None) -> Records:
    """Every record of a file, or none of it. Raises NotMaig, UnknownVersion or Damaged.

    Both byte orders are read: the version tells which one it is.
    """
    data = stream.read()
    if data[:4] != MAGIC:
        raise NotMaig("This is not a MAIG file: it does not begin with “MAIG”.")
    if len(data) < _HEAD:
        raise Damaged("The file ends before its first record.")
    order = _byte_order(data)
    (count,) = struct.unpack_from(f"{order}I", data, 6)
    try:
        found, end = _records(data, count, order, check)
        _check(found)
    except (UnicodeDecodeError, InvalidEdge) as fault:
        raise Damaged(f"A record cannot be read: {fault}") from None
    except IndexError:
        raise Damaged(f"The file ends before the last of its {count:,} records.") from None
    if end != len(data):
        raise Damaged(f"{len(data) - end:,} bytes follow the last record.")
    return found


def _byte_order(data: bytes) -> ByteOrder:
    if data[4:6] == VERSION.to_bytes(2, "little"):
        return "<"
    if data[4:6] == VERSION.to_bytes(2, "big"):
        return ">"
    raise UnknownVersion(f"The file is of version {int.from_bytes(data[4:6], 'little')}; this program reads {VERSION}.")


def _records(data: bytes, count: int, order: ByteOrder, check: Callable[[], None]) -> tuple[Records, int]:
    """The records, and where they end. Raises IndexError where the data end before."""
    ends = _ends_of_texts(data, order)
    texts = _Texts()
    found = []
    at = _HEAD
    for place in range(count):
        if place % 1000 == 0:
            check()
        target = ends[at]
        relation = ends[target]
        weight = ends[relation]
        fields = stamp = weight + 6
        for _ in range(2 * (ends[weight + 4] - fields)):  # their count is written as the length of a text is
            stamp = ends[stamp]
        source, target_, relation_ = data[at + 2 : target], data[target + 2 : relation], data[relation + 2 : weight]
        found.append((texts[source], texts[target_], texts[relation_], weight, fields, stamp))
        at = stamp + 8
    if at > len(data):
        raise IndexError
    columns: Iterable[Any] = zip(*found, strict=True) if found else ((),) * 6
    sources, targets, relations, weights, fields, stamps = columns
    return Records(
        sources,
        targets,
        relations,
        _numbers(data, weights, f"{order}f4"),
        _numbers(data, stamps, f"{order}i8"),
        list(zip(fields, stamps, strict=True)),
        data,
        order,
    ), at


def _ends_of_texts(data: bytes, order: ByteOrder) -> memoryview:
    """For every byte where a text that begins there would end: reckoned at once, it takes half the time of a file."""
    each = np.frombuffer(data, np.uint8)
    low, high = (each[:-1], each[1:]) if order == "<" else (each[1:], each[:-1])
    ends: NDArray = np.arange(2, len(data) + 1, dtype=np.int32 if len(data) < _MANY else np.int64)
    ends += low
    ends += high.astype(np.int32) << 8
    return ends.data


class _Texts(dict[bytes, str]):
    """Texts by their bytes, each read once."""

    def __missing__(self, raw: bytes) -> str:
        text = self[raw] = raw.decode()
        return text


def _numbers(data: bytes, places: Sequence[int], kind: str) -> NDArray:
    """The numbers of a kind at these places."""
    each = np.array(places, np.int64)[:, None] + np.arange(np.dtype(kind).itemsize)
    return np.frombuffer(data, np.uint8)[each].view(kind).ravel().astype(kind[1:])


def _check(found: Records) -> None:
    """Raises InvalidEdge for the first record that is no edge, UnicodeDecodeError for metadata that are no text."""
    are_two = all(one != two for one, two in zip(found.sources, found.targets, strict=True))
    are_named = all(map(all, (found.sources, found.targets, found.relations)))
    if not (are_two and are_named and ((found.weights >= 0) & (found.weights <= 1)).all()):  # not a number is neither
        for place in range(len(found)):
            sound(found.edge(place))
    for place, (begin, end) in enumerate(found.fields):
        if not found.data[begin:end].isascii():
            found.metadata(place)
