"""Notes of Evernote (.enex), which other programs write as well."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.documents import parse
from graph.documents.formats import web
from graph.documents.formats.parsed import Tick, Writer
from graph.exchange import attached
from graph.exchange.records import CannotRead, Problem, Record, Remark

WANTED = "Evernote writes one by “Export notes” as ENEX."
_TODO = re.compile(r"<en-todo\b([^>]*?)/?>(?:\s*</en-todo>)?", re.IGNORECASE)
_LOCKED = re.compile(r"<en-crypt\b.*?</en-crypt>", re.IGNORECASE | re.DOTALL)
_TIME = "%Y%m%dT%H%M%SZ"


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Every note as a document of the moment at which it was last changed. Raises CannotRead."""
    from lxml import etree

    found = False
    try:
        # What a file refers to is never fetched, and its own abbreviations are not written out.
        for _, element in etree.iterparse(
            stream, tag="note", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
        ):
            found = True
            yield from _note(element)
            element.clear()
            while element.getprevious() is not None:  # attachments are large
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        if not found:
            raise CannotRead(f"The file is no ENEX. {WANTED}") from error
        yield "", Problem(f"The file is damaged from line {error.lineno} on; what follows was not read.")
        return
    if not found:
        raise CannotRead(f"There is no note in it. {WANTED}")


def _note(element: Any) -> Iterator[tuple[str, Record]]:
    title = " ".join((element.findtext("title") or "").split())
    content = element.findtext("content") or ""
    text, created = Writer(), element.findtext("created") or ""
    try:
        web.write(_LOCKED.sub(" ", _TODO.sub(_box, content)), text, Tick())
    except parse.CannotRead as error:
        yield title or created, Problem(str(error))
        return
    body = text.parsed().text.strip()
    address = " ".join((element.findtext("note-attributes/source-url") or "").split())
    if address:
        body = f"{body}\n\nFrom: {address}".strip()
    body, title = body or title, title or "Untitled"  # a note may be nothing more
    if not body:
        yield title, Problem("The note is empty.")
        return
    at = _moment(element.findtext("updated") or "") or _moment(created)
    note = attached.note(title[:500], body, " ".join(filter(None, ("Evernote", created, title)))[:1000], at)
    tags = [" ".join((one.text or "").split())[:100] for one in element.findall("tag")][:100]
    if tags:
        note.metadata["tags"] = tags
    yield title, note
    if element.find("resource") is not None:
        yield title, Remark("What is attached to it was not read.")
    if _LOCKED.search(content):
        yield title, Remark("A part of it is encrypted, and was not read.")


def _box(todo: re.Match[str]) -> str:
    return "- [x] " if re.search(r"checked\s*=\s*[\"']true", todo[1], re.IGNORECASE) else "- [ ] "


def _moment(given: str) -> dt.datetime | None:
    try:
        return dt.datetime.strptime(given.strip(), _TIME).replace(tzinfo=dt.UTC)
    except ValueError:
        return None
