"""Chats as Telegram Desktop exports them: one, or all of an account; as JSON, alone or in a zip, or as web pages."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graph.documents.formats.messenger import Message
from graph.exchange import messengers, packed, telegram_pages
from graph.exchange.messengers import Chat
from graph.exchange.records import CannotRead, Problem, Record, Unread, why
from graph.naming import normalise

APP, FILE = "Telegram", "result.json"
WANTED = (
    "Telegram Desktop writes them by “Export chat history” or “Export Telegram data”, as JSON or as pages in a zip."
)
_SAVED = "Saved messages"
_BESIDE = ("photo", "file", "media_type", "location_information", "contact_information", "poll")


def is_of_telegram(path: str) -> bool:
    return _is_file(path) or telegram_pages.is_page(path)


def _is_file(path: str) -> bool:
    return PurePosixPath(path).name == FILE


def read(stream: BinaryIO, own: frozenset[str] = frozenset()) -> Iterator[tuple[str, Record]]:
    """Every chat by its years. Who has the book speaks there as whose account it is; a file of one chat does not tell
    that, and it is whom a name of `own` calls. Raises CannotRead.
    """
    if _is_of_pages(stream):
        yield from telegram_pages.read(stream, APP, WANTED, own)
        return
    for file in messengers.files(stream, _is_file, WANTED, (FILE,)):
        if file.why:
            yield file.name, Problem(file.why)
            continue
        try:
            given = json.loads(file.data)
        except (ValueError, RecursionError) as error:
            raise CannotRead(f"The file cannot be read: {why(error)}. {WANTED}"[:300]) from None
        if not isinstance(given, dict) or not ("chats" in given or "messages" in given):
            raise CannotRead(f"There is no chat in it. {WANTED}")
        account = (given.get("personal_information") or {}).get("user_id")
        for place, one in enumerate(_chats(given), start=1):
            try:
                chat, mine = _read(one, f"user{account}")
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                yield f"{APP} {place}", Problem(f"It is no chat of Telegram: {why(error)}."[:200])
                continue
            yield from messengers.documents(APP, chat, mine if account else own)
        if given.get("contacts"):
            yield "contacts", Unread("Contacts of Telegram are not read; a phone exports them as vCard.")


def _is_of_pages(stream: BinaryIO) -> bool:
    """Whether it is one page, or a zip with pages alone."""
    if not packed.is_zip(stream):
        begins = stream.read(100).lstrip(b"\xef\xbb\xbf \r\n")
        stream.seek(0)
        return begins.startswith(b"<")
    paths = packed.others(stream, ())
    return not any(map(_is_file, paths)) and any(map(telegram_pages.is_page, paths))


def _chats(given: dict[str, Any]) -> Iterable[Any]:
    """Those that stand and those that were left; of one chat that one."""
    if "messages" in given:
        return [given]
    return [one for key in ("chats", "left_chats") for one in (given.get(key) or {}).get("list") or ()]


def _read(given: dict[str, Any], me: str) -> tuple[Chat, frozenset[str]]:
    """A chat, and the names by which who exports it speaks there."""
    told: list[Message] = []
    mine: set[str] = set()
    left = bad = 0
    for one in given["messages"]:
        try:
            if one.get("type") != "message":
                continue  # who joined, who called
            who, says = messengers.speaker(one.get("from")), _words(one.get("text"))
            at = dt.datetime.fromisoformat(one["date"])
        except messengers.BAD:
            bad += 1
            continue
        if one.get("from_id") == me:
            mine.add(normalise(who))
        left += any(one.get(key) for key in _BESIDE) and one.get("media_type") != "sticker"
        if says and (first := one.get("forwarded_from") or one.get("saved_from")):
            says = f"Forwarded, from {messengers.speaker(first)}: {says}"
        if says:
            told.append(Message(at.date(), f"{at:%H:%M}", who, says))
    name = _SAVED if given.get("type") == "saved_messages" else messengers.speaker(given.get("name"))
    return Chat(name, f"{name} {given.get('id', '')}".strip(), told, left, bad), frozenset(mine)


def _words(text: Any) -> str:
    """A text, or one in parts, of which what is a link or bold is an object; a link beneath words follows them."""
    parts = text if isinstance(text, list) else [text]
    return "".join(part if isinstance(part, str) else _part(part) for part in parts if part).strip()


def _part(part: dict[str, Any]) -> str:
    said, address = str(part.get("text") or ""), part.get("href")
    return f"{said} ({address})" if address else said
