"""What in a message is the person's own statement: code, quotations and secrets are blanked out."""

from __future__ import annotations

import re

from assistant.extraction import secrets

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_ADDRESS = re.compile(r"https?://\S+")
_SPEECH = re.compile(r"[\"“„«](?P<words>[^\"“”„«»\n]{1,2000})[\"”“»]")
_SOMEONE_SPEAKS = re.compile(r"\b(?:i|i'm|we|he|she|they|you|it|is|are|was|my|your|will|have|has)\b", re.IGNORECASE)
TITLE_WORDS = 6  # a short quotation without a speaking word is a title: I like "The Sea, the Sea"


def own_words(text: str) -> str:
    """`text` at the same length, with everything that is not the person's own statement turned into spaces."""
    for pattern in (_FENCE, _INLINE_CODE, _QUOTED_LINE, _ADDRESS):
        text = pattern.sub(_blank, text)
    text = _SPEECH.sub(lambda match: match.group() if _is_title(match["words"]) else _blank(match), text)
    return secrets.blanked(text)


def _is_title(words: str) -> bool:
    return len(words.split()) <= TITLE_WORDS and not _SOMEONE_SPEAKS.search(words)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
