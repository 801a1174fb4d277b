"""The tables of a document with all of their rows, whatever passages these stand in. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from assistant import params
from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.named_days import named
from assistant.without_model.passages import headed_of, titled_of
from graph.retrieval.question.words import content_stems
from graph.retrieval.seeding.seeds import words
from graph.retrieval.types import Item
from graph.tables import rows

FEWEST = 2  # rows of what is a table
_NOTHING = frozenset("-–—")
_WEEKDAYS = {short: day for day in WEEKDAYS for short in (day[:3], day[:4])}  # "Tue 24 Nov"


@dataclass(frozen=True)
class Row:
    """A row, the passage that it stands in, and its cells by the heads of their columns; empty cells are left out."""

    item: Item
    cells: dict[str, str]

    @property
    def text(self) -> str:
        return "; ".join(f"{head}: {cell}" for head, cell in self.cells.items())

    def has(self, head: str) -> bool:
        """Whether something stands below a head."""
        return self.cells.get(head, "-") not in _NOTHING

    @cached_property
    def said(self) -> dict[str, frozenset[str]]:
        """The stems of each cell; of "2026-10-26" also those of "26 October", of "Oct" those of "October"."""
        return {head: _said(cell) for head, cell in self.cells.items()}


@dataclass(frozen=True)
class Table:
    """Rows below the same heads, and the stems of the title and the headings above them."""

    above: frozenset[str]
    heads: tuple[str, ...]
    rows: tuple[Row, ...]

    def cells(self, head: str) -> list[str]:
        """What stands below a head, without the dashes that stand for nothing."""
        return [row.cells[head] for row in self.rows if row.has(head)]


def tables(passages: Sequence[Item]) -> list[Table]:
    """The tables in a document's passages, which are all of them in order."""
    lines = [(item, line) for item in passages if item.chunk is not None for line in item.chunk.text.split("\n")]
    read = [(Row(lines[number][0], dict(cells)), number) for number, cells in rows(line for _, line in lines) if cells]
    return [
        Table(_above(group[0].item), tuple(dict.fromkeys(head for row in group for head in row.cells)), group)
        for group in _groups(read)
        if len(group) >= FEWEST
    ]


def _groups(read: Sequence[tuple[Row, int]]) -> Iterator[tuple[Row, ...]]:
    """The rows that stand below each other: those after a gap, or with another first head, are of another table."""
    place = 0
    places: list[int] = []
    for (row, number), (before, last) in zip(read, [*read[:1], *read], strict=False):
        place += number > last + 1 or next(iter(row.cells)) != next(iter(before.cells))
        places.append(place)
    for _, group in groupby(zip(places, read, strict=True), key=lambda one: one[0]):
        yield tuple(row for _, (row, _) in group)


def _above(item: Item) -> frozenset[str]:
    return titled_of(item.chunk) | headed_of(item.chunk) if item.chunk is not None else frozenset()


@lru_cache(maxsize=params.CELLS_READ)
def _said(cell: str) -> frozenset[str]:
    days = [
        f"{day.first:%-d %B %Y}" if day.first == day.last else f"{day.first:%B %Y}"
        for day in (named(cell, None) if any(map(str.isdigit, cell)) else ())
        if (day.first.year, day.first.month) == (day.last.year, day.last.month)
    ]
    told = words(cell)
    weekday = _WEEKDAYS.get(told[0].casefold(), "") if told else ""
    return content_stems(f"{cell} {weekday} {' '.join(days)}") | frozenset(word.casefold() for word in told)
