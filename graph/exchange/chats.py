"""The conversations in the data exports of ChatGPT and Claude: a zip, or its conversations.json."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

from graph.exchange import attached, instructions, packed, projects
from graph.exchange.attached import Placed
from graph.exchange.records import CannotRead, Line, Problem, Record, Talk, why
from graph.exchange.times import told

# Of one conversation, and of when its file was written: what was said, and what came with it
Parse = Callable[[dict, dt.datetime | None], tuple[Talk, list[Placed]]]
ROLES = {"user": "user", "human": "user", "assistant": "assistant"}


def chatgpt(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each conversation along the branch that stands, what was told for all of them, and what is not read.

    Raises CannotRead.
    """
    hidden = instructions.Instructions()

    def parse(one: dict, exported: dt.datetime | None) -> tuple[Talk, list[Placed]]:
        hidden.collect(one)
        return _of_chatgpt(one, exported)

    yield from _talks(stream, parse, "ChatGPT")
    yield from hidden.records()
    yield from projects.others(stream)


def claude(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each conversation, with the texts that came with its messages and those of projects. Raises CannotRead."""
    yield from _talks(stream, _of_claude, "Claude")
    yield from projects.read(stream)
    yield from projects.others(stream, projects.FILE)


def _talks(stream: BinaryIO, parse: Parse, whose: str) -> Iterator[tuple[str, Record]]:
    found = False
    for name, data, exported in _listed(stream):
        try:
            listed = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise CannotRead(f"{name} is not JSON: {error}"[:300]) from None
        if not isinstance(listed, list):
            raise CannotRead(f"{name} is not a list of conversations, as the export of {whose} has it.")
        for place, one in enumerate(listed, start=1):
            found = True
            where = f"{name} {place}{_titled(one)}"
            try:
                talk, beside = parse(one, exported)
                yield where, talk if talk.lines else Problem("Nothing was said in it.")
                yield from ((f"{where}, {name}" if name else where, record) for name, record in beside)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                yield where, Problem(f"It is no conversation of {whose}: {why(error)}."[:200])
    if not found:
        raise CannotRead(f"There is no conversation in it; the export of {whose} holds a conversations.json.")


def _titled(one: Any) -> str:
    """The title after the place, since people know their talks by it and not by a number."""
    title = (one.get("title") or one.get("name")) if isinstance(one, dict) else None
    return f" “{title[:80]}”" if isinstance(title, str) and title.strip() else ""


def _listed(stream: BinaryIO) -> Iterator[tuple[str, bytes, dt.datetime | None]]:
    if not packed.is_zip(stream):
        yield "conversations.json", stream.read(), None
        return
    for file in packed.files(stream, (".json",), packed.LARGEST_SINGLE):
        base = file.name.rsplit("/", 1)[-1]
        if base.startswith(projects.TALKS):
            if file.why:
                raise CannotRead(f"{file.name}: {file.why}")
            yield file.name, file.data, file.at


def _of_chatgpt(one: dict, exported: dt.datetime | None) -> tuple[Talk, list[Placed]]:
    """The branch that stands, each line with its time or what is nearest to it."""
    nodes = one["mapping"]
    path: list[dict] = []
    seen: set[str] = set()
    at = one.get("current_node") or _last(nodes)
    while at and at in nodes and at not in seen:
        seen.add(at)
        path.append(nodes[at])
        at = nodes[at].get("parent")
    lines: list[Line] = []
    messages = [node.get("message") or {} for node in reversed(path)]
    shown = [one for one in messages if not (one.get("metadata") or {}).get("is_visually_hidden_from_conversation")]
    for message in shown:
        role = ROLES.get((message.get("author") or {}).get("role", ""))
        content = message.get("content") or {}
        parts = content.get("parts") or ([content["text"]] if isinstance(content.get("text"), str) else [])
        text = "\n".join(filter(None, map(_words, parts))).strip()
        if role and text:
            lines.append(Line(role, text, told(message.get("create_time"))))
    begun, title = told(one.get("create_time")), str(one.get("title") or "")
    talk = _timed(title, lines, begun, told(one.get("update_time")), exported)
    return talk, list(attached.of_chatgpt(shown))


def _words(part: Any) -> str:
    """A part of a message as text: what was spoken is an object with its transcription; a picture says nothing."""
    if isinstance(part, dict) and part.get("content_type") == "audio_transcription":
        part = part.get("text")
    return part if isinstance(part, str) else ""


def _last(nodes: dict[str, dict]) -> str | None:
    """The newest message without an answer, in an export that does not say which branch stands."""
    leaves = [key for key, node in nodes.items() if not node.get("children")]
    return max(leaves, key=lambda key: (nodes[key].get("message") or {}).get("create_time") or 0, default=None)


def _of_claude(one: dict, exported: dt.datetime | None) -> tuple[Talk, list[Placed]]:
    lines: list[Line] = []
    beside: list[Placed] = []
    begun, title = told(one.get("created_at")), str(one.get("name") or "")
    for number, message in enumerate(one["chat_messages"], start=1):
        role = ROLES.get(message.get("sender", ""))
        parts = [part.get("text") for part in message.get("content") or () if part.get("type") == "text"]
        text = (message.get("text") or "\n".join(part for part in parts if isinstance(part, str))).strip()
        at = told(message.get("created_at"))
        if role and text:
            lines.append(Line(role, text, at))
        # A second talk of this title has its own, so that what came with it is no newer version of this
        when = f"{at or begun:%Y-%m-%d %H.%M.%S}" if at or begun else f"message {number}"
        beside += attached.of_claude(
            message, f"{title.replace('/', ' ')[:100].strip() or 'Untitled'}, {when}", at or begun
        )
    return _timed(title, lines, begun, told(one.get("updated_at")), exported), beside


def _timed(
    title: str,
    lines: Sequence[Line],
    begun: dt.datetime | None,
    changed: dt.datetime | None,
    exported: dt.datetime | None,
) -> Talk:
    """The talk with a time for each line: its own, that of the line before, of the beginning, of the first line that
    has one, of the last change, of the file. What then has none is kept under the time of the import; that is told.
    """
    first = next((one.at for one in lines if one.at is not None), None)
    at = begun or first or changed or exported
    timed = [replace(one, at=(at := one.at or at)) for one in lines]
    untimed = sum(one.at is None for one in lines)
    return Talk(title, tuple(timed), _guess(untimed, begun or first, changed, exported) if untimed else "")


def _guess(untimed: int, begun: dt.datetime | None, changed: dt.datetime | None, exported: dt.datetime | None) -> str:
    if begun:
        return f"No time is told of {untimed:,} of its messages; each stands under that of the one before it."
    if changed:
        return "It does not say when it began; it stands under the time of its last change."
    if exported:
        return "It says no time at all; it stands under the time at which the file was written."
    return "It says no time at all; it stands under the time of the import."
