"""Which reader reads which file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from graph.documents.formats import book, mail, pdf, sheets, slides, tables, web, word
from graph.documents.formats.exports import BRING_IN, HEAD, Export, export_of
from graph.documents.formats.parsed import Parsed, Tick
from graph.documents.parse import PACKED, TEXT_SUFFIXES, CannotRead, checked, decode

Reader = Callable[[bytes, Tick], Parsed]
READERS: dict[str, Reader] = {
    ".pdf": pdf.read,
    ".docx": word.read,
    ".pptx": slides.read,
    ".xlsx": sheets.read,
    ".xlsm": sheets.read,
    ".html": web.read,
    ".htm": web.read,
    ".xhtml": web.read,
    ".epub": book.read,
    ".eml": mail.read,
    ".csv": tables.read_table,
    ".tsv": tables.read_table,
    ".json": tables.read_json,
    ".jsonl": tables.read_json,
}
SUFFIXES = TEXT_SUFFIXES | set(READERS)
# What a program wrote for want of a title: the name of the file that it was made from, or of the program.
_MADE_UP = re.compile(
    r"^(?:Microsoft (?:Word|PowerPoint|Excel)\b|untitled\b|(?:document|slide|book) ?\d*$|PowerPoint Presentation$)"
    r"|^\S+\.(?:html?|docx?|odt|rtf|txt|tex|dvi|pdf|pptx?|xlsx?|indd|qxd|pages)$",
    re.IGNORECASE,
)
_OLD = {".doc": ".docx", ".xls": ".xlsx", ".ppt": ".pptx"}


def reader_of(data: bytes, name: str) -> Reader | None:
    """The reader of a file; None for plain text, which needs none. Raises CannotRead at first sight of a bad one."""
    suffix = PurePath(name).suffix.lower()
    if data.startswith(b"%PDF"):
        suffix = ".pdf"
    if suffix in _OLD:
        raise CannotRead(f"“{suffix}” files are of an old format; save it as {_OLD[suffix]} and add that.")
    if suffix == ".zip":
        raise CannotRead(f"A zip is no document. {BRING_IN}: notes and the exports of other programs are read there.")
    if suffix == ".mbox":
        raise CannotRead(f"A mailbox is no document. {BRING_IN}: there each exchange of mails becomes one.")
    if suffix not in SUFFIXES:
        raise CannotRead(f"“{suffix}” files cannot be read. Save it as PDF, Word or plain text and add that.")
    if not data.strip():
        raise CannotRead("The file is empty.")
    if suffix in PACKED and not data.startswith(b"PK"):
        locked = data.startswith(b"\xd0\xcf\x11\xe0")  # how the office programs wrap a document with a password
        raise CannotRead("The file is protected by a password." if locked else f"The file is no {suffix[1:].upper()}.")
    export = _export(data) if suffix in {".json", ".html", ".txt", ".csv"} else None
    if export is not None and export.is_sure:
        raise CannotRead(f"This is an export of {export.program}. {BRING_IN}: there each of its texts has its day.")
    return READERS.get(suffix)


def _export(data: bytes) -> Export | None:
    return export_of(data[:HEAD].decode("utf-8", "replace").lstrip("\ufeff \n"))


def read(data: bytes, name: str, tick: Tick) -> Parsed:
    """The text of a file. Raises CannotRead with a sentence for its owner."""
    reader = reader_of(data, name)
    if reader is None:
        return Parsed(decode(data, name))
    parsed = reader(data, tick)
    text, title = checked(parsed.text), "" if _MADE_UP.search(parsed.title) else parsed.title
    if len(text) != len(parsed.text):  # control characters are replaced one by one, so that places stay where they are
        return Parsed(text, title, (), parsed.metadata)
    return Parsed(text, title, parsed.places, parsed.metadata)
