"""The lines of a native file: its head, and its rows by the table they are of."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, BinaryIO

from graph.exchange.native_write import NAME, VERSION
from graph.exchange.parts import PARTS, Row


class NotNative(ValueError):
    """The file does not begin as a native one does."""


class NewerVersion(ValueError):
    """The file was written by a later version of this program."""


@dataclass(slots=True)
class Line:
    """A row and the line it stands on; `pk` is the id that it gets here."""

    place: int
    row: Row
    pk: Any = None


def read(stream: BinaryIO, refused: list[tuple[int, str]]) -> tuple[Row, dict[str, list[Line]]]:
    """The first line, and the others by kind; what is no row goes to `refused`, by line and reason.

    Raises NotNative or NewerVersion.
    """
    head: Row = {}
    lines: dict[str, list[Line]] = defaultdict(list)
    known = {part.kind for part in PARTS}
    for place, line in enumerate(stream, start=1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if place == 1:
            head = _head(row)
        elif not isinstance(row, dict) or row.get("table") not in known:
            told = f"There is no table “{str(row['table'])[:40]}”." if isinstance(row, dict) and "table" in row else ""
            refused.append((place, told or "The line is not a JSON object of a table."))
        else:
            lines[row.pop("table")].append(Line(place, row))
    if not head:
        raise NotNative("The file is empty.")
    return head, lines


def _head(row: Any) -> Row:
    if not isinstance(row, dict) or row.get(NAME) != "native":
        raise NotNative("This is not a native export: it does not begin with its name.")
    if row.get("version") != VERSION:
        raise NewerVersion(f"The file is of version {row.get('version')}; this program reads {VERSION}.")
    return row
