"""The formats by name: which can be written, which can be read, and what an unknown one is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from graph.exchange import maig_graph
from graph.exchange.incoming import Reader
from graph.models import User

Writer = Callable[[User, BinaryIO, dt.datetime], int]


class UnknownFormat(ValueError):
    """There is no such format, or it goes only the other way."""


@dataclass(frozen=True, slots=True)
class Format:
    """`write` puts a user's graph into a stream and returns how many records; `read` finds drafts in one."""

    name: str
    suffix: str
    media_type: str
    write: Writer | None = None
    read: Reader | None = None


FORMATS: dict[str, Format] = {
    one.name: one for one in (Format("maig", ".maig", "application/octet-stream", maig_graph.write, maig_graph.read),)
}


def writable(name: str) -> Format:
    """The format to write. Raises UnknownFormat."""
    return _found(name, {key: one for key, one in FORMATS.items() if one.write})


def readable(name: str) -> Format:
    """The format to read. Raises UnknownFormat."""
    return _found(name, {key: one for key, one in FORMATS.items() if one.read})


def _found(name: str, known: dict[str, Format]) -> Format:
    if name not in known:
        raise UnknownFormat(f"There is no format “{name}” for this; there is {', '.join(sorted(known))}.")
    return known[name]
