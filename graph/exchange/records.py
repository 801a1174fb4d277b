"""What files of other programs hold: things, statements, notes and talks, and what of it cannot be read."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from graph.curation.candidates import Draft

ME = "me"  # the name by which a file says that somebody is the person whose book it is


class CannotRead(ValueError):
    """The file is not of this format, with the reason in a sentence."""


def why(error: Exception) -> str:
    """What a record of the wrong shape lacks, in words for whoever made the file."""
    match error:
        case json.JSONDecodeError():
            return f"it is not JSON: {error.msg}"
        case KeyError():
            return f"“{error.args[0]}” is missing"
        case RecursionError():
            return "it is nested too deep"
        case TypeError() | AttributeError():
            return "a field is not of the kind that is expected"
    return str(error)


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity; one that goes by the same name or external id already is completed, never overwritten.

    With `is_called_anew` one that is known by its external id takes the name, in which its day stands, unless a person
    edited it.
    """

    name: str
    type: str = "concept"
    aliases: tuple[str, ...] = ()
    properties: dict[str, Any] = field(default_factory=dict)
    external_ids: dict[str, str] = field(default_factory=dict)
    description: str = ""
    is_called_anew: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A text that becomes a document, by its place in the file.

    `root` is the one folder in which everything of the file stands, if it does, and no part of `source`: a vault that
    is packed with its folder is the same as one that is packed without. By `with_root` earlier versions kept it. Of
    what `is_quoted`, words that others wrote for anybody, nothing is learned.
    """

    title: str
    text: str
    source: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    root: str = ""
    is_quoted: bool = False

    @property
    def with_root(self) -> str:
        return f"{self.root}/{self.source}" if self.root else self.source


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said; `role` is user or assistant. Without a time it is kept under that of its import."""

    role: str
    text: str
    at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation held elsewhere, with its own dates."""

    title: str
    lines: tuple[Line, ...]
    remark: str = ""  # what its keeper should know, such as that a time in it is a guess


@dataclass(frozen=True, slots=True)
class Unread:
    """Files beside the records that no reader knows, and why, if it is not that they are no notes."""

    why: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Remark:
    """What else to tell of a place in the file, such as what is not read there."""

    what: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that cannot be read, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Pause:
    """No record yet: a reader that has to see much before it tells one says so now and then, to keep its lease."""


Record = Draft | Thing | Note | Talk | Unread | Remark | Problem | Pause
Reader = Callable[[BinaryIO], Iterator[tuple[str, Record]]]  # each record with its place, for the report
