"""What files of other programs hold: things, statements, notes and talks, and what of it cannot be read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from graph.curation.candidates import Draft

ME = "me"  # the name by which a file says that somebody is the person whose book it is


class CannotRead(ValueError):
    """The file is not of this format, with the reason in a sentence."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity; one that goes by the same name or external id already is completed, never overwritten."""

    name: str
    type: str = "concept"
    aliases: tuple[str, ...] = ()
    properties: dict[str, Any] = field(default_factory=dict)
    external_ids: dict[str, str] = field(default_factory=dict)
    description: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A text that becomes a document, by its place in the file."""

    title: str
    text: str
    source: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said; `role` is user or assistant."""

    role: str
    text: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation held elsewhere, with its own dates."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that cannot be read, and why."""

    why: str


Record = Draft | Thing | Note | Talk | Problem
Reader = Callable[[BinaryIO], Iterator[tuple[str, Record]]]  # each record with its place, for the report
