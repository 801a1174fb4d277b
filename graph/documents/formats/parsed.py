"""What a reader makes of a file: its text, and where in it each page, slide, sheet or chapter begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from graph.documents import params
from graph.documents.parse import CannotRead, cleaned


@dataclass(frozen=True, slots=True)
class Place:
    """From `start` on, the text is that of page 3, slide 2, sheet "May": `kind` and `name`."""

    start: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file's text (headings marked with #, as in Markdown) with its title and places, in order."""

    text: str
    title: str = ""
    places: tuple[Place, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)


class Tick:
    """Called between the steps of reading: keeps the job's lease and ends what takes too long."""

    def __init__(self, beat: Callable[[], object] = lambda: None):
        self.beat = beat
        self.began = self.last = time.monotonic()

    def __call__(self) -> None:
        present = time.monotonic()
        if present - self.began > params.PARSE_SECONDS:
            raise CannotRead("Reading the file took too long.")
        if present - self.last > params.LOOKED_EVERY:
            self.last = present
            self.beat()


class Writer:
    """Collects text in pieces and knows where the next one begins."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.places: list[Place] = []
        self.length = 0

    def add(self, text: str) -> None:
        """One block, apart from the one before by an empty line."""
        text = cleaned(text).strip("\n")
        if text.strip():
            self.pieces.append(text + "\n\n")
            self.length += len(text) + 2
        if self.length > params.MAX_TEXT:
            raise CannotRead(f"The file has more than {params.MAX_TEXT:,} characters of text.")

    def heading(self, text: str, level: int = 1) -> None:
        words = " ".join(text.split())
        if words:
            self.add(f"{'#' * max(1, min(level, 6))} {words}")

    def place(self, kind: str, name: str | int) -> None:
        """What follows stands on this page, slide or sheet."""
        if len(self.places) < params.PLACES:
            self.places.append(Place(self.length, kind, str(name)))

    def parsed(self, title: str = "", **metadata: Any) -> Parsed:
        return Parsed("".join(self.pieces).rstrip() + "\n", title.strip(), tuple(self.places), metadata)
