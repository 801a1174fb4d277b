"""Chats of Messenger and Instagram, in the zip that Meta makes of one's information, as JSON."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graph.documents.formats.messenger import Message
from graph.exchange import messengers
from graph.exchange.messengers import Chat
from graph.exchange.packed import Packed
from graph.exchange.records import CannotRead, Problem, Record, why

WANTED = "Meta packs chats by “Export your information”, in the format JSON."
_FILE = re.compile(r"messages/[^/]+/[^/]+/message_\d+\.json$")  # a chat a folder, in parts, the newest first
_INSTAGRAM = "instagram"
_BESIDE = ("photos", "videos", "audio_files", "files", "gifs", "media")
# What the program itself writes in place of a message
_TOLD = re.compile(
    r"Reacted .{1,20} to your message ?|Liked a message|.{1,80} (?:sent (?:an attachment|a photo|\d+ photos)|"
    r"unsent a message|missed your (?:video )?call|called you)\.?",
)


def is_of_meta(path: str) -> bool:
    return bool(_FILE.search(path))


def read(stream: BinaryIO, *, zone: dt.tzinfo, own: frozenset[str] = frozenset()) -> Iterator[tuple[str, Record]]:
    """Every chat by its years, at the times of `zone`; what `own` names is who has the book. Raises CannotRead."""
    found = messengers.files(stream, is_of_meta, WANTED)
    for folder, files in groupby(found, key=lambda file: str(PurePosixPath(file.name).parent)):
        name, told, left, bad = "", list[tuple[dt.datetime, Message]](), 0, 0
        for file in files:
            try:
                given = _given(file)
                name = name or _name(given)
                said, beside, damaged = _said(given, zone)
            except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
                if not file.name:
                    raise CannotRead(f"There is no chat in it: {why(error)}. {WANTED}"[:300]) from None
                yield file.name, Problem(file.why or f"It is no chat of Meta: {why(error)}."[:200])
                continue
            told, left, bad = told + said, left + beside, bad + damaged
        if name:
            app = "Instagram" if _INSTAGRAM in folder else "Messenger"
            in_order = [message for _, message in sorted(told, key=lambda one: one[0])]
            key = PurePosixPath(folder).name or name
            yield from messengers.documents(app, Chat(name, key, in_order, left, bad), own)


def _given(file: Packed) -> dict[str, Any]:
    if file.why:
        raise ValueError(file.why)
    given = json.loads(file.data)
    given["messages"], given["participants"]  # what every one has
    return dict(given)


def _name(given: dict[str, Any]) -> str:
    people = [one["name"] if isinstance(one, dict) else one for one in given["participants"]]
    return messengers.speaker(_whole(given.get("title") or given.get("threadName") or ", ".join(map(str, people))))


def _said(given: dict[str, Any], zone: dt.tzinfo) -> tuple[list[tuple[dt.datetime, Message]], int, int]:
    """What people said, and when, with how many messages something came that is no text, and how many are damaged.

    What was said under encryption is exported with other names of the fields.
    """
    told, left, bad = list[tuple[dt.datetime, Message]](), 0, 0
    for one in reversed(given["messages"]):
        try:
            at = dt.datetime.fromtimestamp((one.get("timestamp_ms") or one["timestamp"]) / 1000, zone)
            says = _whole(one.get("content") or one.get("text") or "").strip()
        except messengers.BAD:
            bad += 1
            continue
        left += any(one.get(key) for key in _BESIDE)
        if says and not (one.get("is_unsent") or one.get("isUnsent") or _TOLD.fullmatch(says)):
            who = messengers.speaker(_whole(one.get("sender_name") or one.get("senderName") or ""))
            told.append((at, Message(at.date(), f"{at:%H:%M}", who, says)))
    return told, left, bad


def _whole(text: str) -> str:
    """The words as they were written: each byte of UTF-8 is exported as a character of its own."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text
