"""What somebody marked in books and wrote beside it: a document for each book.

As a Kindle keeps it (“My Clippings.txt”), or as Readwise exports what it gathers from many programs (CSV).
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from graph.counted import counted
from graph.curation.candidates import Name
from graph.documents.parse import decoded
from graph.exchange import kindle, mistaken
from graph.exchange.kindle import Marked
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Note, Problem, Record, Remark

WANTED = "A Kindle keeps them in “My Clippings.txt” among its documents, and Readwise exports them as CSV."
FOLDER = "Highlights/"  # in which the documents stand
NOTE = "My note:"  # before what was noted beside the words
_TEXT, _BOOK, _AUTHOR, _NOTE, _PLACE, _AT = (
    "highlight", "book title", "book author", "note", "location", "highlighted at"
)  # fmt: skip
_PERSON, _WORK = "person", "work"


def is_of_readwise(text: str) -> bool:
    return {_TEXT, _BOOK} <= set(mistaken.columns(text))


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """A document of each book, and who wrote it. What is marked are others' words, so nothing is learned from it.

    Raises CannotRead.
    """
    text = decoded(stream.read()).lstrip("\ufeff")
    if is_of_readwise(text):
        found = _of_table(text)
    elif kindle.is_of_kindle(text):
        found = kindle.read(text)
    else:
        raise CannotRead(f"There is nothing in it that was marked in a book. {WANTED}")
    books: dict[tuple[str, str], list[Marked]] = {}
    for place, one in found:
        if isinstance(one, Problem):
            yield place, one
        else:
            books.setdefault((one.book, one.author), []).append(one)
    for (book, author), marked in books.items():
        yield from _document(book, author, marked)


def _document(book: str, author: str, marked: Sequence[Marked]) -> Iterator[tuple[str, Record]]:
    title = f"{book}, by {author}" if author else book
    told = "\n".join(_told(one) for one in marked if one.text or one.note)
    if told:
        called = f"Highlights in {title}"
        yield title, Note(called[:500], f"# {called}\n\n{told}\n", f"{FOLDER}{title}"[:1000], is_quoted=True)
        if author:
            yield title, staged(Name(book[:200], _WORK), "written_by", object=Name(author[:200], _PERSON))
    if left := sum(not one.text and not one.note for one in marked):
        yield title, Remark(f"The book allowed no more to be copied: {counted(left, 'highlight')} without words.")


def _told(one: Marked) -> str:
    """A line of the document; where the words stand comes first, so that each sentence of them is quoted with it."""
    at = f"{one.day.day} {one.day:%B %Y}" if one.day else ""
    where = ", ".join(filter(None, (one.place, at)))
    where = f"{where[:1].upper()}{where[1:]}: " if where else ""
    return f"- {where}{' '.join(filter(None, (one.text and f'“{one.text}”', one.note and f'{NOTE} {one.note}')))}"


def _of_table(text: str) -> Iterator[tuple[str, Marked | Problem]]:
    rows = csv.reader(io.StringIO(text))
    columns = [" ".join(one.lower().split()) for one in next(rows)]
    for number, cells in enumerate(rows, start=2):
        row = dict(zip(columns, (" ".join(cell.split()) for cell in cells), strict=False))
        if not any(row.values()):
            continue
        if not row.get(_BOOK) or not (row.get(_TEXT) or row.get(_NOTE)):
            yield f"row {number}", Problem("The row has no book, or no words of one.")
            continue
        place = row.get(_PLACE, "")
        yield (
            f"row {number}",
            Marked(
                row[_BOOK],
                row.get(_AUTHOR, ""),
                row.get(_TEXT, ""),
                row.get(_NOTE, ""),
                f"at {place}" if place.strip("0") else "",
                _day(row.get(_AT, "")),
            ),
        )


def _day(given: str) -> dt.date | None:
    try:
        return dt.datetime.fromisoformat(given).date()
    except ValueError:
        return None
