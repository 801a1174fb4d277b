"""What is said to thanks, greetings and assent, which ask nothing and tell nothing."""

from __future__ import annotations

import re

from assistant.extraction.text.trivial import is_trivial

_THANKS = re.compile(r"\b(?:thanks?|thx|ty)\b", re.IGNORECASE)
_GREETS = re.compile(r"\b(?:hi|hello|hey|good (?:morning|evening|afternoon|day))\b", re.IGNORECASE)
_PARTS = re.compile(r"\b(?:bye|goodbye|good night)\b", re.IGNORECASE)
_ANSWERS = re.compile(r"^\W*(?:yes|yeah|yep|no|nope)\b", re.IGNORECASE)


def reply(text: str) -> str:
    """The answer to a message of politeness only; empty for any other message."""
    if not any(one.isalpha() for one in text) or "?" in text or not is_trivial(text):
        return ""
    if _THANKS.search(text):
        return "You're welcome."
    if _PARTS.search(text):
        return "Goodbye."
    if _GREETS.search(text):
        return "Hello. Ask me something, or tell me something to keep."
    if _ANSWERS.match(text):
        return "If you mean a proposal, the buttons beneath it decide it, or the inbox does."
    return "All right."
