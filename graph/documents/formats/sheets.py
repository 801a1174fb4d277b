"""Workbooks: each sheet's rows, with the names of their columns."""

from __future__ import annotations

import datetime as dt
import io
import warnings
from collections.abc import Iterator
from typing import Any

from graph.documents import params
from graph.documents.formats.packed import opened
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.formats.rows import told
from graph.documents.parse import CannotRead


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    opened(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that do not matter for the words
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        except (InvalidFileException, KeyError, ValueError, OSError, AttributeError, SyntaxError, TypeError) as error:
            raise CannotRead("The file is damaged, or no workbook.") from error
        text, counted = Writer(), _Count()
        for sheet in book.worksheets:
            text.place("sheet", sheet.title)
            text.heading(sheet.title)
            text.add("\n".join(told(_rows(sheet, counted, tick))))
    return text.parsed((book.properties.title or "") if book.properties else "")


class _Count:
    cells = 0


def _rows(sheet: Any, counted: _Count, tick: Tick) -> Iterator[list[str]]:
    for row in sheet.iter_rows(values_only=True):
        tick()
        counted.cells += len(row)
        if counted.cells > params.MAX_CELLS:
            raise CannotRead(f"The workbook has more than {params.MAX_CELLS:,} cells.")
        yield [_words(value) for value in row]


def _words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
