"""A number with the word for what it counts."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 fact", "2,000 facts"; `many` where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
