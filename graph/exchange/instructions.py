"""What somebody told ChatGPT about themself for all conversations: hidden in each, and their own words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from graph.exchange.records import Line, Record, Remark, Talk
from graph.exchange.times import told

KIND = "user_editable_context"
TITLE = "What I told ChatGPT about myself"
PLACE = "custom instructions"
NOT_READ = "How ChatGPT should answer was not read."
_FENCED = re.compile(r"```(.*?)```", re.DOTALL)  # in what the program wrote around it


@dataclass(slots=True)
class Instructions:
    """Each text with when it was first in a conversation; the same ones stand in all of an export."""

    about: dict[str, dt.datetime | None] = field(default_factory=dict)
    has_wishes: bool = False

    def collect(self, conversation: dict) -> None:
        """Of one conversation. Raises like its reader for what is none."""
        for node in conversation["mapping"].values():
            message = node.get("message") or {}
            content = message.get("content") or {}
            if content.get("content_type") != KIND:
                continue
            given = (message.get("metadata") or {}).get("user_context_message_data") or {}
            text = _text(given.get("about_user_message")) or _unwrapped(_text(content.get("user_profile")))
            self.has_wishes |= bool(
                _text(given.get("about_model_message")) or _unwrapped(_text(content.get("user_instructions")))
            )
            if text:
                at = told(message.get("create_time")) or told(conversation.get("create_time"))
                before = self.about.setdefault(text, at)
                self.about[text] = min(filter(None, (before, at)), default=None)

    def records(self) -> Iterator[tuple[str, Record]]:
        """Each as a talk of one line, and what else was told there."""
        for text, at in self.about.items():
            yield PLACE, Talk(TITLE, (Line("user", text, at),))
        if self.has_wishes:
            yield PLACE, Remark(NOT_READ)


def _text(given: Any) -> str:
    return given.strip() if isinstance(given, str) else ""


def _unwrapped(text: str) -> str:
    found = _FENCED.search(text)
    return (found[1] if found else text).strip()
