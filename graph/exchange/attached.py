"""What came with the messages of a talk: a text becomes a document, and of all else is told that it was not read."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from graph.counted import counted
from graph.documents import parse
from graph.exchange.records import Note, Record, Unread

NOT_READ = "It came with a message, and was not read."
UNNAMED = "pasted.txt"
PICTURE, RECORDING = "image_asset_pointer", "audio_asset_pointer"
LIVE = "real_time_user_audio_video_asset_pointer"
SPOKEN = "audio_transcription"
CALLED = {PICTURE: "picture", RECORDING: "recording", LIVE: "recording"}
OTHER = "part of another kind"
Placed = tuple[str, Record]  # by its name inside the talk, or by none


def of_claude(message: dict, folder: str, at: dt.datetime | None) -> Iterator[Placed]:
    """What was pasted or uploaded, as a document where the export holds its text; `folder` tells of which message.

    A file that is listed by its name alone is told, unless its text came under the same name.
    """
    read: set[str] = set()
    for one in _listed(message.get("attachments")):
        name, text = _name(one.get("file_name")), one.get("extracted_content")
        if isinstance(text, str) and text.strip():
            kept, number = name or UNNAMED, 1
            while kept in read:
                number += 1
                kept = _numbered(name or UNNAMED, number)
            read |= {kept, name}
            yield kept, note(name or parse.title_of(text), text, f"{folder}/{kept}", at)
        else:
            yield name, Unread(NOT_READ)
    for one in _listed(message.get("files")):
        if (name := _name(one.get("file_name"))) not in read:
            yield name, Unread(NOT_READ)


def of_chatgpt(messages: Iterable[dict]) -> Iterator[Placed]:
    """The names of what was attached, and how many pictures and recordings beside it say nothing that can be kept."""
    named: set[str] = set()
    shown: Counter[str] = Counter()
    for message in messages:
        for one in _listed((message.get("metadata") or {}).get("attachments")):
            named.add(str(one.get("id")))
            yield _name(one.get("name")), Unread(NOT_READ)
        parts = _listed((message.get("content") or {}).get("parts"))
        is_heard = any(part.get("content_type") == SPOKEN for part in parts)
        for part in parts:
            kind = str(part.get("content_type"))
            is_known = str(part.get("asset_pointer")).rsplit("/", 1)[-1] in named
            if not (kind == SPOKEN or is_known or (is_heard and kind in (RECORDING, LIVE))):
                shown[CALLED.get(kind, OTHER)] += 1
    if shown:
        told = [counted(number, one, "parts of another kind" if one == OTHER else "") for one, number in shown.items()]
        yield "", Unread(f"Not read of it: {', '.join(told)}.", shown.total())


def note(title: str, text: str, source: str, at: dt.datetime | None) -> Note:
    """The document of a text that was handed over at a time, where one is told."""
    return Note(title, text, source, {"said_at": at.isoformat()} if at else {})


def _listed(given: Any) -> list[dict]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _name(given: Any) -> str:
    """The name of a file without the folders it stood in; empty where none is told."""
    return PurePosixPath(given.replace("\\", "/")).name.strip()[:300] if isinstance(given, str) else ""


def _numbered(name: str, number: int) -> str:
    path = PurePosixPath(name)
    return f"{path.stem} {number}{path.suffix}"
