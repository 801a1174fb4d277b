"""CSV, TSV and JSON: rows and records in words; what does not keep to its format is read as plain text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from graph.documents import params
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.formats.rows import told
from graph.documents.parse import CannotRead, decoded


def read_table(data: bytes, tick: Tick) -> Parsed:
    """Rows with the names of their columns; with a quote that is never closed the lines are taken as they are."""
    content = decoded(data)
    text = Writer()
    try:
        text.add("\n".join(told(_rows(content, tick, csv.QUOTE_MINIMAL))))
        return text.parsed()
    except csv.Error:
        plain = Writer()
        plain.add("\n".join(told(_rows(content, tick, csv.QUOTE_NONE))))
        return plain.parsed(note="A quotation mark in it is never closed, so its lines were read as they stand.")


def _rows(content: str, tick: Tick, quoting: Any) -> Iterator[list[str]]:
    head = content[:20_000].split("\n", 1)[0]
    delimiter = max(",;\t|", key=head.count)
    cells = 0
    for row in csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, quoting=quoting, strict=True):
        tick()
        cells += len(row)
        if cells > params.MAX_CELLS:
            raise CannotRead(f"The table has more than {params.MAX_CELLS:,} cells.")
        yield row


def read_json(data: bytes, tick: Tick) -> Parsed:
    """Each value as a line "path: value", each record of a list apart; also one record a line (JSON Lines)."""
    content = decoded(data)
    text = Writer()
    for record in _records(content):
        tick()
        try:
            lines = [f"{path}: {value}" if path else value for path, value in _leaves(record, "")]
        except RecursionError:
            raise CannotRead("The file is nested too deeply.") from None
        text.add("\n".join(lines))
    return text.parsed()


def _records(content: str) -> list[Any]:
    """The records of a list, of the lines, or the one value; broken JSON is its own text."""
    try:
        value = json.loads(content)
        return value if isinstance(value, list) else [value]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in content.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return [content]


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path} {key}" if path else str(key))
    elif isinstance(value, list):
        if all(not isinstance(inner, dict | list) for inner in value):
            yield path, ", ".join(_plain(inner) for inner in value)
        else:
            for place, inner in enumerate(value, start=1):
                yield from _leaves(inner, f"{path} {place}".strip())
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
