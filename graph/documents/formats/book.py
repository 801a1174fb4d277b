"""EPUB: the chapters of a book in reading order."""

from __future__ import annotations

import posixpath
import zipfile
from typing import Any
from urllib.parse import unquote

from graph.documents.formats import web
from graph.documents.formats.packed import opened
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.parse import CannotRead


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    archive = opened(data)
    names = set(archive.namelist())
    if "META-INF/encryption.xml" in names and "META-INF/rights.xml" in names:
        raise CannotRead("The book is protected against copying.")
    try:
        container = _xml(archive.read("META-INF/container.xml"))
        opf = container.find("{*}rootfiles/{*}rootfile").get("full-path")
        package = _xml(archive.read(opf))
    except (KeyError, AttributeError, ValueError, zipfile.BadZipFile, TypeError) as error:
        raise CannotRead("The file is damaged, or no EPUB book.") from error
    hrefs = {item.get("id"): item.get("href") for item in package.iterfind("{*}manifest/{*}item")}
    title = package.findtext("{*}metadata/{http://purl.org/dc/elements/1.1/}title") or ""
    text, chapter = Writer(), 0
    for item in package.iterfind("{*}spine/{*}itemref"):
        href = hrefs.get(item.get("idref"))
        path = posixpath.normpath(posixpath.join(posixpath.dirname(opf), unquote(href))) if href else ""
        if path not in names:
            continue
        tick()
        chapter += 1
        text.place("chapter", chapter)
        try:
            web.write(archive.read(path), text, tick)
        except zipfile.BadZipFile:
            raise CannotRead("The file is damaged or cut off.") from None
    if not text.length:
        raise CannotRead("There is no text in the book.")
    return text.parsed(title, chapters=chapter)


def _xml(data: bytes) -> Any:
    """An XML tree; no entity is resolved and nothing is fetched. Raises ValueError."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error
