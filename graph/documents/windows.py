"""The batches in which passages are shown to a language model: windows that slide, and none of a single passage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SMALLEST = 2  # a link has two ends (O9)


class OverlapTooLarge(ValueError):
    """Batches that share as much as they hold would never move on (O8)."""

    def __init__(self) -> None:
        super().__init__("batch_overlap must be smaller than batch_size")


def windows(items: Sequence[T], size: int, overlap: int = 0) -> list[Sequence[T]]:
    """Windows of `size` that share `overlap` items with the one before, in order (O5).

    Every item stands in one: a tail too short for a batch of its own joins the last one (W-O7). A single item gives
    no window (O9). Raises OverlapTooLarge.
    """
    if overlap >= size:
        raise OverlapTooLarge
    found: list[Sequence[T]] = []
    for start in range(0, len(items), size - overlap):
        window = items[start : start + size]
        if found and len(window) - overlap < 1:
            break  # all of it stood in the one before
        if found and len(window) < SMALLEST:
            found[-1] = items[len(items) - len(found[-1]) - len(window) :]
        elif len(window) >= SMALLEST:
            found.append(window)
    return found
