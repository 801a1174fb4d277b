"""Citations in a model's text: numbers that exist, counted anew in the order in which they are cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graph.retrieval.types import Item

_MARKER = re.compile(r"\[(?P<numbers>\d{1,3}\??(?:\s*[,;]\s*\d{1,3}\??)*)\]")
_OPEN = re.compile(r"\[[\d\s,;?]{0,24}\Z")  # the beginning of what may become a marker


@dataclass(slots=True)
class Citing:
    """Feed it the model's pieces: what it gives out is final, so the pieces shown and the whole text are the same.

    `sources` are the numbered items of the prompt, number 1 first. `cited` grows in the order of first mention.
    """

    sources: Sequence[Item]
    cited: list[tuple[str, int]] = field(default_factory=list)
    _held: str = ""

    def feed(self, piece: str) -> str:
        """`piece` with its markers counted anew; the beginning of a marker is held back until it is whole."""
        text = self._held + piece
        begun = _OPEN.search(text)
        self._held = text[begun.start() :] if begun else ""
        return _MARKER.sub(self._renumber, text[: begun.start()] if begun else text)

    def rest(self) -> str:
        """What was held back at the end."""
        held, self._held = self._held, ""
        return held

    def _renumber(self, marker: re.Match[str]) -> str:
        return "".join(self._mark(int(number)) for number in re.findall(r"\d+", marker["numbers"]))

    def _mark(self, number: int) -> str:
        """`[2]`, `[2?]` for what is unconfirmed, and nothing for a number that no source has."""
        if not 1 <= number <= len(self.sources):
            return ""
        item = self.sources[number - 1]
        key = (item.kind, item.pk)
        if key not in self.cited:
            self.cited.append(key)
        doubt = "?" if item.fact is not None and item.fact.status != "confirmed" else ""
        return f"[{self.cited.index(key) + 1}{doubt}]"
