"""The conversations in the data exports of ChatGPT and Claude: a zip, or its conversations.json."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from graph.exchange import packed
from graph.exchange.records import CannotRead, Line, Problem, Record, Talk

ROLES = {"user": "user", "human": "user", "assistant": "assistant"}


def chatgpt(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each conversation along the branch that stands. Raises CannotRead."""
    return _talks(stream, _of_chatgpt, "ChatGPT")


def claude(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each conversation. Raises CannotRead."""
    return _talks(stream, _of_claude, "Claude")


def _talks(stream: BinaryIO, parse: Callable[[dict], Talk], whose: str) -> Iterator[tuple[str, Record]]:
    found = False
    for name, data in _listed(stream):
        try:
            listed = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise CannotRead(f"{name} is not JSON: {error}"[:300]) from None
        if not isinstance(listed, list):
            raise CannotRead(f"{name} is not a list of conversations, as the export of {whose} has it.")
        for place, one in enumerate(listed, start=1):
            found = True
            try:
                talk = parse(one)
                yield f"{name} {place}", talk if talk.lines else Problem("Nothing was said in it.")
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                yield (
                    f"{name} {place}",
                    Problem(f"It is no conversation of {whose}: {type(error).__name__} {error}"[:200]),
                )
    if not found:
        raise CannotRead(f"There is no conversation in it; the export of {whose} holds a conversations.json.")


def _listed(stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    if not packed.is_zip(stream):
        yield "conversations.json", stream.read()
        return
    for file in packed.files(stream, (".json",), packed.LARGEST_SINGLE):
        base = file.name.rsplit("/", 1)[-1]
        if base.startswith("conversations"):
            if file.why:
                raise CannotRead(f"{file.name}: {file.why}")
            yield file.name, file.data


def _of_chatgpt(one: dict) -> Talk:
    begun, nodes = _moment(one["create_time"]), one["mapping"]
    path: list[dict] = []
    seen: set[str] = set()
    at = one.get("current_node") or _last(nodes)
    while at and at in nodes and at not in seen:
        seen.add(at)
        path.append(nodes[at])
        at = nodes[at].get("parent")
    lines = []
    for node in reversed(path):
        message = node.get("message") or {}
        role = ROLES.get((message.get("author") or {}).get("role", ""))
        content = message.get("content") or {}
        parts = content.get("parts") or ([content["text"]] if isinstance(content.get("text"), str) else [])
        text = "\n".join(part for part in parts if isinstance(part, str)).strip()
        hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
        if role and text and not hidden:
            lines.append(Line(role, text, _moment(message.get("create_time") or begun.timestamp())))
    return Talk(str(one.get("title") or ""), tuple(lines))


def _last(nodes: dict[str, dict]) -> str | None:
    """The newest message without an answer, in an export that does not say which branch stands."""
    leaves = [key for key, node in nodes.items() if not node.get("children")]
    return max(leaves, key=lambda key: (nodes[key].get("message") or {}).get("create_time") or 0, default=None)


def _of_claude(one: dict) -> Talk:
    lines = []
    for message in one["chat_messages"]:
        role = ROLES.get(message.get("sender", ""))
        parts = [part.get("text") for part in message.get("content") or () if part.get("type") == "text"]
        text = (message.get("text") or "\n".join(part for part in parts if isinstance(part, str))).strip()
        if role and text:
            lines.append(Line(role, text, _moment(message.get("created_at") or one["created_at"])))
    return Talk(str(one.get("name") or ""), tuple(lines))


def _moment(given: Any) -> dt.datetime:
    """Seconds since 1970, or ISO 8601. Raises ValueError, TypeError or OverflowError."""
    if isinstance(given, int | float):
        return dt.datetime.fromtimestamp(given, dt.UTC)
    at = dt.datetime.fromisoformat(given)
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)
