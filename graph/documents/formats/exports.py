"""The data exports of other programs: told by what no other file has. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

HEAD = 200_000  # bytes of a file that are looked at
BRING_IN = "Bring it in under Settings → bring in, take out"


class Export(NamedTuple):
    """The name of its format here, of the program that writes it, and what its beginning has.

    With `is_sure` no file of another kind is likely to have it.
    """

    format: str
    program: str
    has: re.Pattern[str]
    is_sure: bool = True


# In the first conversation of an export, or the first memory of one.
EXPORTS = (
    Export("chatgpt", "ChatGPT", re.compile(r'"create_time"\s*:[^{}]*"mapping"\s*:\s*\{')),
    Export("chatgpt", "ChatGPT", re.compile(r'"mapping"\s*:\s*\{'), is_sure=False),
    Export("claude", "Claude", re.compile(r'"chat_messages"\s*:\s*\[')),
    Export("mem0", "Mem0", re.compile(r'"memor(?:y|ies)"\s*:'), is_sure=False),
    Export("telegram", "Telegram", re.compile(r'"personal_information"\s*:\s*\{\s*"user_id"')),  # of an account
    Export(
        "telegram",
        "Telegram",
        re.compile(r'"messages"\s*:\s*\[\s*\{\s*"id"\s*:\s*-?\d+\s*,\s*"type"\s*:\s*"\w+"\s*,\s*"date"'),
    ),
    Export("telegram", "Telegram", re.compile(r"<title>Exported Data</title>")),  # as a page
    Export("meta", "Messenger or Instagram", re.compile(r'"participants"\s*:\s*\[[\s\S]*"sender_?[nN]ame"\s*:')),
    Export("keep", "Google Keep", re.compile(r'"userEditedTimestampUsec"\s*:')),
)

# Of those that are plain text, the first lines.
PLAIN = (
    Export("highlights", "a Kindle", re.compile(r"[^\n]+\n- [^\n]*\b\d{4}\b[^\n]*\n(?:(?!={10})[^\n]*\n)*={10}\s")),
    Export("highlights", "Readwise", re.compile(r"Highlight,[^\n]*\bBook Title\b")),
)


def export_of(text: str) -> Export | None:
    """The export that begins so; None for any other text."""
    if text.startswith(("{", "[", "<")):
        return next((one for one in EXPORTS if one.has.search(text)), None)
    begins = text.replace("\r\n", "\n")
    return next((one for one in PLAIN if one.has.match(begins)), None)
