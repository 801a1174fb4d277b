"""What a file is that somebody brings in, told by what stands in it: nobody should have to know its format's name."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Sequence
from typing import BinaryIO

from graph.documents.formats.exports import HEAD, export_of
from graph.exchange import (
    keep,
    maig,
    mailboxes,
    meta,
    mistaken,
    packed,
    projects,
    slack,
    tables,
    telegram,
    vault,
)
from graph.exchange.native_write import NAME

_LINKED = re.compile(r'"@(?:context|id|graph)"\s*:')


def format_of(stream: BinaryIO, name: str = "") -> str:
    """The name of the format, or nothing if it cannot be told; the stream stands at its beginning afterwards.

    `name` is the file's: notes are known by its ending alone.
    """
    stream.seek(0)
    head = stream.read(HEAD)
    stream.seek(0)
    if head.startswith(maig.MAGIC):
        return "maig"
    if packed.is_zip(stream):
        return _of_zip(stream)
    return _of_text(head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()) or _of_name(name)


def _of_zip(stream: BinaryIO) -> str:
    """Of talks with a model by their first file, of chats of people and of Keep by how their files are called; else one
    with a note in it is one of notes.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            for one in archive.infolist():
                base = one.filename.rsplit("/", 1)[-1]
                if base.startswith(projects.TALKS) and base.endswith(".json"):
                    with archive.open(one) as file:
                        return _of_text(file.read(HEAD).decode("utf-8", "replace").lstrip())
            return _of_paths([one.filename for one in archive.infolist()])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError):
        return ""  # the reader of the format that is chosen says what is wrong with it
    finally:
        stream.seek(0)


def _of_paths(paths: Sequence[str]) -> str:
    data = [path for path in paths if path.endswith(".json")]
    if mailboxes.is_of_mails(paths):
        return "mbox"
    if slack.is_of_slack(data):
        return "slack"
    if any(map(keep.is_of_keep, data)):
        return "keep"
    for told, is_of in (("telegram", telegram.is_of_telegram), ("meta", meta.is_of_meta)):
        if any(map(is_of, paths)):
            return told
    return "markdown" if any(path.lower().endswith((*vault.SUFFIXES, ".zip")) for path in paths) else ""


def _of_text(text: str) -> str:
    begins = text[:1000].upper()
    for mark, told in (("BEGIN:VCARD", "vcard"), ("BEGIN:VCALENDAR", "ics")):
        if begins.startswith(mark):
            return told
    if mailboxes.is_mailbox(text):
        return "mbox"
    if "<EN-EXPORT" in begins:
        return "enex"
    if text.startswith("<"):
        return _of_export(text)
    if text.startswith(("{", "[")):
        return _of_line(text.split("\n", 1)[0]) or _of_export(text)
    if (export := export_of(text)) is not None:
        return export.format
    return "csv" if tables.is_of_facts(mistaken.columns(text)) else ""


def _of_export(text: str) -> str:
    export = export_of(text)
    return export.format if export else "jsonld" if _LINKED.search(text) else ""


def _of_line(line: str) -> str:
    """Of a file with a record in each line: by the first."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(row, dict):
        return ""
    if row.get(NAME) == "native":
        return "native"
    return "memory-jsonl" if row.get("type") in ("entity", "relation") else ""


def _of_name(name: str) -> str:
    """A table of anything else is told by the reader of tables what it is, or what it lacks."""
    if name.lower().endswith(vault.SUFFIXES):
        return "markdown"
    if name.lower().endswith(".eml"):
        return "mbox"
    return "csv" if name.lower().endswith((".csv", ".tsv")) else ""
