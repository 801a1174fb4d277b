"""Chats as Telegram Desktop exports them as web pages, which is its first choice: a folder of pages for each chat."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graph.documents.formats.messenger import Message
from graph.exchange import messengers
from graph.exchange.messengers import Chat
from graph.exchange.packed import Packed
from graph.exchange.records import Problem, Record, why

_PAGE = re.compile(r"messages\d*\.html")


def is_page(path: str) -> bool:
    return _PAGE.fullmatch(PurePosixPath(path).name) is not None


def read(stream: BinaryIO, app: str, wanted: str, own: frozenset[str]) -> Iterator[tuple[str, Record]]:
    """Every chat by its years; what `own` names is who has the book. Raises CannotRead."""
    pages = messengers.files(stream, is_page, wanted, (".html",))
    for folder, files in groupby(pages, key=lambda file: str(PurePosixPath(file.name).parent)):
        name, told, left, bad = "", list[tuple[dt.datetime, Message]](), 0, 0
        for file in files:
            try:
                called, said, beside, damaged = _page(file)
            except ValueError as error:
                yield file.name or app, Problem(f"It is no page of Telegram: {why(error)}."[:200])
                continue
            name, told, left, bad = name or called, told + said, left + beside, bad + damaged
        if name:
            in_order = [message for _, message in sorted(told, key=lambda one: one[0])]
            key = name if folder == "." else f"{name} {PurePosixPath(folder).name}"
            yield from messengers.documents(app, Chat(name, key, in_order, left, bad), own)


def _page(file: Packed) -> tuple[str, list[tuple[dt.datetime, Message]], int, int]:
    """Whose chat it is, what people say on a page, with how many messages something came that is no text, and how many
    are damaged. Raises ValueError.
    """
    from lxml import etree, html

    if file.why:
        raise ValueError(file.why)
    try:
        page = html.document_fromstring(file.data, parser=html.HTMLParser(encoding="utf-8", no_network=True))
    except etree.LxmlError:
        raise ValueError("there is nothing on it") from None
    told, left, bad, who = list[tuple[dt.datetime, Message]](), 0, 0, ""
    for one in _of_class(page, "message"):
        if "service" in one.get("class", "").split():
            continue  # a day, who joined
        body = next(_of_class(one, "body"), one)
        who = _text(_below(body, "from_name")) or who  # one who goes on is not named again
        date = next(iter(_below(body, "date")), None)
        at = _moment(date.get("title") or "") if date is not None else None
        if at is None:
            bad += 1
            continue
        first = next(iter(_below(body, "forwarded")), None)
        left += any(True for _ in _of_class(one, "media_wrap"))
        says = _text(_below(first if first is not None else body, "text"))
        if first is not None and says:
            says = f"Forwarded, from {messengers.speaker(_text(_below(first, 'from_name')))}: {says}"
        if says:
            told.append((at, Message(at.date(), f"{at:%H:%M}", messengers.speaker(who), says)))
    header = next(_of_class(page, "page_header"), None)
    return messengers.speaker(_text(_of_class(header, "text")) if header is not None else ""), told, left, bad


def _of_class(element: Any, name: str) -> Iterator[Any]:
    """The elements of a class within another, in order."""
    return iter(element.xpath(f".//*[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"))


def _below(element: Any, name: str) -> list[Any]:
    """Those of a class that stand in it directly; a message that is forwarded has a body of its own."""
    return [one for one in element if name in (one.get("class") or "").split()]


def _text(elements: Iterable[Any]) -> str:
    """The words of the first of them, its line breaks kept and a time that stands beside a name left out."""
    first = next(iter(elements), None)
    if first is None:
        return ""
    pieces = [first.text or ""]
    for one in first:
        is_time = "details" in (one.get("class") or "").split()
        pieces.append("\n" if one.tag == "br" else "" if is_time else _linked(one))
        pieces.append(one.tail or "")
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(lines).strip()


def _linked(element: Any) -> str:
    said, address = element.text_content(), element.get("href") or ""
    return f"{said} ({address})" if address.startswith("http") and said not in address else said


def _moment(given: str) -> dt.datetime | None:
    try:
        return dt.datetime.strptime(given[:19], "%d.%m.%Y %H:%M:%S").replace(tzinfo=dt.UTC)
    except ValueError:
        return None
