"""A table of facts: one a row, with a header."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO

from graph.curation.candidates import Name
from graph.documents import parse
from graph.exchange import mistaken, outgoing
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import ME, CannotRead, Problem, Record, Remark
from graph.models import Entity, Fact, User

COLUMNS = (
    "subject", "subject_type", "predicate", "object", "object_type", "value", "value_type", "status", "source",
    "confidence", "weight", "valid_from", "valid_until", "description", "created_at",
)  # fmt: skip
RISKY = ("=", "+", "-", "@", "\t", "\r")  # a table program would take such a cell for a formula


class Semicolons(csv.excel):
    """As table programs write where the comma is in numbers."""

    delimiter = ";"


class Tabs(csv.excel):
    """As cells are copied out of a table program."""

    delimiter = "\t"


ONE_END = "The row has an object, so its value was not read."
LONGEST_ROW = 200  # lines: a quote that is still open then is broken


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every active fact; returns how many. A cell that reads as a formula gets an apostrophe before it."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    table = csv.writer(text)
    table.writerow(COLUMNS)
    count = 0
    for count, fact in enumerate(outgoing.facts(user, now), start=1):  # noqa: B007 - counted
        table.writerow([_safe(cell) for cell in _row(fact)])
    text.detach()
    return count


def _row(fact: Fact) -> list[str]:
    dates = [at.isoformat() if at else "" for at in (fact.valid_from, fact.valid_until)]
    other = (_called(fact.object), fact.object.type, "", "") if fact.object else ("", "", fact.value, fact.value_type)
    ends = [_called(fact.subject), fact.subject.type, fact.predicate, *other]
    shares = [repr(fact.confidence), repr(fact.weight)]
    return [*ends, fact.status, fact.source, *shares, *dates, fact.description, fact.created_at.isoformat()]


def _called(entity: Entity) -> str:
    return ME if entity.is_self else entity.name


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(RISKY) or (cell.startswith("'") and cell[1:].startswith(RISKY)) else cell


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """A staged fact for each row. Raises CannotRead without a header that names subject and predicate."""
    try:
        text = parse.decode(stream.read(), "table.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    rows = _rows(text)
    _, header, _ = next(rows, (1, [], ""))
    columns = [one.strip().lower().replace(" ", "_") for one in header or ()]
    if not is_of_facts(columns):
        needed = "The first row must name the columns subject, predicate and object or value."
        raise CannotRead(mistaken.told(text, "csv") or needed)
    for one in (one for one in columns if one not in COLUMNS):
        yield "1", Remark(f"The column “{one[:60]}” is not one of a table of facts, so it was not read.")
    for place, cells, why in rows:
        if why or cells is None:
            yield str(place), Problem(why)
        elif any(cell.strip() for cell in cells):
            row = dict(zip(columns, map(_plain, cells), strict=False))
            yield str(place), _record(row, len(cells), len(columns))
            if row.get("object", "").strip() and row.get("value", "").strip():
                yield str(place), Remark(ONE_END)


def is_of_facts(columns: Collection[str]) -> bool:
    """Whether a table with these columns says what is said of whom."""
    return {"subject", "predicate"} <= set(columns) and not {"object", "value"}.isdisjoint(columns)


def _rows(text: str) -> Iterator[tuple[int, list[str] | None, str]]:
    """(line, cells, what is wrong): a quote that is never closed loses its own line alone."""
    lines = text.split("\n")
    dialect: type[csv.Dialect] = csv.excel
    if "," not in lines[0]:
        dialect = Semicolons if ";" in lines[0] else Tabs if "\t" in lines[0] else dialect
    at = 0
    while at < len(lines):
        cells, why, ends = _row_at(lines, at, dialect)
        yield at + 1, cells, why
        at = ends


def _row_at(lines: list[str], at: int, dialect: type[csv.Dialect]) -> tuple[list[str] | None, str, int]:
    """The cells of the row that begins at a line, or what is wrong with it, and where the next one begins."""
    for end in range(at + 1, min(at + LONGEST_ROW, len(lines)) + 1):
        try:
            rows = list(csv.reader(["\n".join(lines[at:end])], dialect, strict=True))
        except csv.Error as error:
            if "unexpected end" in str(error):
                continue
            return None, f"The row cannot be read: {error}.", at + 1
        return (rows[0] if rows else []), "", end
    return None, "The quotes in this row are broken.", at + 1


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(RISKY) else cell


def _record(row: dict[str, str], cells: int, columns: int) -> Record:
    if cells > columns:
        return Problem(f"The row has {cells} cells and the table {columns} columns.")
    subject, predicate = row.get("subject", "").strip(), row.get("predicate", "").strip()
    if not subject or not predicate:
        return Problem("The row has no subject or no predicate.")
    try:
        rest: dict[str, Any] = {
            "confidence": _share(row, "confidence"),
            "weight": _share(row, "weight"),
            "valid_from": moment(row.get("valid_from", "")),
            "valid_until": moment(row.get("valid_until", "")),
            "description": row.get("description", ""),
        }
    except ValueError as error:
        return Problem(str(error))
    name, other = Name(subject, row.get("subject_type", "")[:64]), row.get("object", "").strip()
    if other:
        return staged(name, predicate, object=Name(other, row.get("object_type", "")[:64]), **rest)
    kind = row.get("value_type") or Fact.ValueType.STRING
    if kind not in Fact.ValueType.values:
        return Problem(f"There is no value type “{kind[:40]}”.")
    return staged(name, predicate, value=row.get("value", ""), value_type=kind, **rest)


def _share(row: dict[str, str], column: str) -> float:
    """The number in a column, 0.9 or 0,9, and 1 for none. Raises ValueError with a sentence."""
    text = (row.get(column) or "").strip()
    try:
        return float(text.replace(",", ".") or 1)
    except ValueError:
        raise ValueError(f"The {column} “{text[:40]}” is no number.") from None


def moment(text: str) -> dt.datetime | None:
    """Raises ValueError with a sentence."""
    if not text.strip():
        return None
    try:
        at = dt.datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"“{text.strip()[:40]}” is no date in the form 2026-03-01.") from None
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)
