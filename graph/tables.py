"""Tables of Markdown as they are told: each cell after the head of its column. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
_BETWEEN = re.compile(r"(?<!\\)\|")
_ROW = re.compile(r"[^:;]{1,60}: [^;]*; [^:;]{1,60}: ")


def is_row(text: str) -> bool:
    """Whether it is the row of a table as it is told, each of which is of another thing: "Step: Bulk; Time: 5 h"."""
    return _ROW.match(text) is not None


def cells_told(row: str) -> list[tuple[str, str]]:
    """(the head of its column, the cell) of each cell of a row as it is told."""
    return [(head, cell) for head, colon, cell in (part.partition(": ") for part in row.split("; ")) if colon]


def rows(lines: Iterable[str]) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """(the number of its line, its cells after the heads of their columns) of each row, of Markdown or as it is told.

    The heads hold until a line that is no row: a passage may begin in the midst of its table. Empty cells are left out.
    """
    heads: list[str] = []
    before: list[str] = []
    for number, line in enumerate(lines):
        if is_row(line):
            yield number, cells_told(line)
        elif _RULE.fullmatch(line):
            heads = before
        elif "|" in line:
            before = _cells(line)
            if len(before) == len(heads):
                yield number, [(head, cell) for head, cell in zip(heads, before, strict=True) if cell]
        else:
            heads, before = [], []


def spoken(text: str) -> str:
    """The text with the rows of its tables as "Step: Bulk; Time: 5 h"; where their heads are not in it, "Bulk; 5 h"."""
    told: list[str] = []
    heads: list[str] = []
    lines = text.split("\n")
    for line, before, after in zip(lines, ["", *lines], [*lines[1:], ""], strict=False):
        begins = "|" in line and _RULE.fullmatch(after) is not None
        beside = _columns(line) and _columns(line) in {_columns(before), _columns(after)}
        if not begins and not line.lstrip().startswith("|") and not (heads and "|" in line) and not beside:
            heads = []
            told.append(line)
        elif begins:
            heads = _cells(line)
        elif not _RULE.fullmatch(line):
            cells = zip_longest(heads, _cells(line), fillvalue="")
            told.append("; ".join(f"{head}: {cell}" if head else cell for head, cell in cells if cell))
    return "\n".join(told)


def _columns(line: str) -> int:
    """How many bars stand between the cells of what may be a row."""
    return len(_BETWEEN.findall(line.strip().strip("|")))


def _cells(row: str) -> list[str]:
    return [
        cell.strip().replace("\\|", "|") for cell in _BETWEEN.split(row.strip().removeprefix("|").removesuffix("|"))
    ]
