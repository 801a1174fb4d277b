"""Notes of Google Keep: a note a file, in the zip that Google Takeout makes, or one alone."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graph.exchange import attached, packed
from graph.exchange.records import CannotRead, Note, Problem, Record, Remark, Unread, why
from graph.exchange.times import told

WANTED = "Google Takeout packs the notes of Keep as .json files, in a folder “Keep”."
FOLDER = "Keep"
_SUFFIXES = (".json",)
_BESIDE = (".html", "labels.txt", "archive_browser.html")  # each note once more, and lists of what is there
_TITLE = 60  # characters of a note that has none


def read(stream: BinaryIO, name: str = "") -> Iterator[tuple[str, Record]]:
    """Every note as a document of the moment at which it was last changed; `name` is that of the file.

    Raises CannotRead.
    """
    if not packed.is_zip(stream):
        yield from _note(stream.read(), PurePosixPath(name).name or "note.json")
        return
    found = False
    for file in packed.files(stream, _SUFFIXES):
        if not is_of_keep(file.name):
            yield file.name, Unread("It is no note of Keep.")
        elif file.why:
            yield file.name, Problem(file.why)
        else:
            found = True
            yield from _note(file.data, PurePosixPath(file.name).name)
    if not found:
        raise CannotRead(f"There is no note in it. {WANTED}")
    yield from (
        (path, Unread("Pictures and recordings of notes are not read."))
        for path in packed.others(stream, _SUFFIXES)
        if is_of_keep(path) and not path.lower().endswith(_BESIDE)
    )


def is_of_keep(path: str) -> bool:
    return PurePosixPath(path).parent.name == FOLDER


def _note(data: bytes, name: str) -> Iterator[tuple[str, Record]]:
    try:
        given = json.loads(data)
        if given.get("isTrashed"):
            yield name, Unread("It lies in Keep's bin.")
            return
        yield name, _read(given, name)
        if given.get("attachments"):
            yield name, Remark("What is attached to it was not read.")
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        yield name, Problem(why(error))


def _read(given: dict[str, Any], name: str) -> Note | Problem:
    text = "\n\n".join(filter(None, (str(given.get("textContent") or "").strip(), _list(given), _links(given))))
    title = " ".join(str(given.get("title") or "").split())
    text = text or title  # a note may be nothing more
    if not text:
        return Problem("The note is empty.")
    note = attached.note(title or _beginning(text), text, f"{FOLDER}/{name}", _changed(given))
    tags = [str(label["name"])[:100] for label in given.get("labels") or []][:100]
    if tags:
        note.metadata["tags"] = tags
    return note


def _changed(given: dict[str, Any]) -> dt.datetime | None:
    """When it was changed last, else made; None where the file tells no time."""
    try:
        return told(int(given.get("userEditedTimestampUsec") or given.get("createdTimestampUsec") or 0) / 1_000_000)
    except (ValueError, TypeError, ArithmeticError):
        return None


def _list(given: dict[str, Any]) -> str:
    """A list with its boxes, as Markdown has them."""
    rows = [row for row in given.get("listContent") or [] if str(row.get("text") or "").strip()]
    return "\n".join(f"- [{'x' if row.get('isChecked') else ' '}] {' '.join(str(row['text']).split())}" for row in rows)


def _links(given: dict[str, Any]) -> str:
    links = [one for one in given.get("annotations") or [] if one.get("url")]
    return "\n".join(f"{' '.join(str(one.get('title') or 'Link').split())}: {one['url']}" for one in links[:50])


def _beginning(text: str) -> str:
    line = " ".join(text.split("\n", 1)[0].removeprefix("- [ ] ").removeprefix("- [x] ").split())
    return line if len(line) <= _TITLE else f"{line[:_TITLE].rsplit(' ', 1)[0]} …"
