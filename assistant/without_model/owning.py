"""Whether a line says of something that it is one's own, where what one has is asked for. Pure."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"\b(?:what|which)(?: (?:kind|sort|type|make|model|brand) of)?(?: [\w-]+)? (?P<thing>[\w-]+) (?:do|did) (?:i|we) "
    r"(?:have|own|drive|ride|use)\b",
    re.IGNORECASE,
)
_OWNS = re.compile(
    r"\b(?:i|we)(?:['’]ve|['’]d|['’]ll)? (?:\w+ ){0,2}?(?:have|had|got|get|bought|own|owned"
    r"|drive|drove|ride|use|used|ordered|picked|chose|took|take|went|go|built|made|inherited|rent|rented|lease|keep|kept"
    r"|adopted|planted|switched|changed|moved|replaced)\b",
    re.IGNORECASE,
)
_IS_ONE = re.compile(r"\b(?:the|it|that|this|there)(?: [\w-]+){0,3}?(?:['’]s| is| are| was) ", re.IGNORECASE)


def is_nobodys(question: str, text: str) -> bool:
    """Whether "what bike do I have?" is asked, and it is only told of a stolen one that somebody paid for."""
    asked = _ASKS.search(question)
    if asked is None or _OWNS.search(text) or _IS_ONE.search(text):
        return False
    thing = re.escape(asked["thing"].removesuffix("s"))
    mine = rf"\b(?:my|our)(?: [\w-]+){{0,3}}? {thing}|\b{thing}\w*(?::| is| are| was| were) "  # "textbook is Genki II"
    return re.search(mine, text, re.IGNORECASE) is None
