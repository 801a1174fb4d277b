"""The formats by name: which can be written, which can be read, and what an unknown one is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from graph.exchange import (
    calendars,
    cards,
    chats,
    evernote,
    graphml,
    highlights,
    keep,
    linked,
    maig_graph,
    mailboxes,
    mem0,
    memory_jsonl,
    meta,
    native_write,
    slack,
    tables,
    telegram,
    vault,
    vault_out,
)
from graph.exchange.records import Record
from graph.models import User

Writer = Callable[[User, BinaryIO, dt.datetime], int]
Reader = Callable[..., Iterator[tuple[str, Record]]]  # of a stream, and where it `is_named` of a name


class UnknownFormat(ValueError):
    """There is no such format, or it goes only the other way."""


@dataclass(frozen=True, slots=True)
class Format:
    """`write` puts a user's graph into a stream and returns how many records; `read` finds records in one.

    `restores` says that rows come back as they were, by another way than records; `is_named` that `read` takes the
    name of the file as well, `is_zoned` that it takes the person's time zone, `is_owned` that it takes the names by
    which the person speaks, `is_noted` that its notes of people are read for what they state. `told` is a line for
    people.
    """

    name: str
    told: str
    suffix: str
    media_type: str
    write: Writer | None = None
    read: Reader | None = None
    restores: bool = False
    is_named: bool = False
    is_zoned: bool = False
    is_owned: bool = False
    is_noted: bool = False


FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format(
            "native",
            "Everything, as it is: to move house, or to keep",
            ".jsonl",
            "application/x-ndjson",
            native_write.write,
            restores=True,
        ),
        Format(
            "markdown",
            "Notes, or an Obsidian vault (zip)",
            ".zip",
            "application/zip",
            vault_out.write,
            vault.read,
            is_named=True,
        ),
        Format(
            "chatgpt",
            "The export of ChatGPT (zip or conversations.json)",
            ".zip",
            "application/zip",
            read=chats.chatgpt,
        ),
        Format(
            "claude", "The export of Claude (zip or conversations.json)", ".zip", "application/zip", read=chats.claude
        ),
        Format(
            "memory-jsonl",
            "The file of the MCP memory server",
            ".jsonl",
            "application/x-ndjson",
            read=memory_jsonl.read,
        ),
        Format(
            "keep", "Notes of Google Keep (zip of Takeout)", ".zip", "application/zip", read=keep.read, is_named=True
        ),
        Format("enex", "Notes of Evernote (ENEX)", ".enex", "application/enex+xml", read=evernote.read),
        Format(
            "telegram",
            "Chats of Telegram (result.json, or a zip of its pages)",
            ".zip",
            "application/zip",
            read=telegram.read,
            is_owned=True,
        ),
        Format(
            "slack",
            "A workspace of Slack (zip)",
            ".zip",
            "application/zip",
            read=slack.read,
            is_zoned=True,
            is_owned=True,
        ),
        Format(
            "meta",
            "Chats of Messenger and Instagram (zip of your information as JSON)",
            ".zip",
            "application/zip",
            read=meta.read,
            is_zoned=True,
            is_owned=True,
        ),
        Format(
            "mbox",
            "Mails (a mailbox as mbox, or a zip of one)",
            ".mbox",
            "application/mbox",
            read=mailboxes.read,
            is_zoned=True,
            is_owned=True,
        ),
        Format(
            "highlights",
            "Highlights in books (My Clippings.txt of a Kindle, or the CSV of Readwise)",
            ".txt",
            "text/plain; charset=utf-8",
            read=highlights.read,
        ),
        Format("csv", "A table of facts", ".csv", "text/csv; charset=utf-8", tables.write, tables.read),
        Format("jsonld", "Linked data (JSON-LD)", ".jsonld", "application/ld+json", linked.write, linked.read),
        Format("graphml", "A drawing program's file (GraphML)", ".graphml", "application/graphml+xml", graphml.write),
        Format(
            "maig",
            "The connections of a graph (MAIG)",
            ".maig",
            "application/octet-stream",
            maig_graph.write,
            maig_graph.read,
        ),
        Format("mem0", "Memories of Mem0 (JSON)", ".json", "application/json", read=mem0.read, is_noted=True),
        Format("vcard", "Contacts (vCard)", ".vcf", "text/vcard", read=cards.read, is_noted=True),
        Format("ics", "A calendar (iCalendar)", ".ics", "text/calendar", read=calendars.read, is_zoned=True),
    )
}


def writable(name: str) -> Format:
    """The format to write. Raises UnknownFormat."""
    return _found(name, {key: one for key, one in FORMATS.items() if one.write})


def readable(name: str) -> Format:
    """The format to read. Raises UnknownFormat."""
    return _found(name, {key: one for key, one in FORMATS.items() if one.read or one.restores})


def _found(name: str, known: dict[str, Format]) -> Format:
    if name not in known:
        raise UnknownFormat(f"There is no format “{name}” for this; there is {', '.join(sorted(known))}.")
    return known[name]
