"""A composed answer in the pieces in which it is sent. Pure."""

from __future__ import annotations

from collections.abc import Iterator


def pieces(text: str) -> Iterator[str]:
    """The text word by word, so that it arrives like any other answer."""
    start = 0
    for place, character in enumerate(text):
        if character in " \n" and place > start:
            yield text[start : place + 1]
            start = place + 1
    if start < len(text):
        yield text[start:]
