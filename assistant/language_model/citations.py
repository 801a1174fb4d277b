"""Citations in a model's text: numbers that exist, counted anew in the order in which they are cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graph.retrieval.types import Item

_MARKER = re.compile(r"\[(?P<numbers>\d{1,3}\??(?:\s*[,;]\s*\d{1,3}\??)*)\]")
_SHOWN = re.compile(r"\[\d+\??\]")
_OPEN = re.compile(r"\[[\d\s,;?]{0,24}\Z")  # the beginning of what may become a marker


@dataclass(slots=True)
class Citing:
    """Feed it the model's pieces: what it gives out is final, so the pieces shown and the whole text are the same.

    `sources` are the numbered items of the prompt, number 1 first. `cited` grows in the order of first mention.
    Numbers alone are no answer, though small models give them as one: nothing comes out before the first word.
    """

    sources: Sequence[Item]
    cited: list[tuple[str, int]] = field(default_factory=list)
    _held: str = ""
    _wordless: str | None = ""  # what came before the first word; None once there was one

    def feed(self, piece: str) -> str:
        """`piece` with its markers counted anew; the beginning of a marker is held back until it is whole."""
        text = self._held + piece
        begun = _OPEN.search(text)
        self._held = text[begun.start() :] if begun else ""
        return self._worded(_MARKER.sub(self._renumber, text[: begun.start()] if begun else text))

    def rest(self) -> str:
        """What was held back at the end; nothing is cited by an answer without a word."""
        held, self._held = self._held, ""
        shown = self._worded(held)
        if self._wordless is not None:
            self.cited.clear()
        return shown

    def added(self, places: Sequence[int]) -> str:
        """Markers for sources that the answer rests on without saying so, to stand behind it; places from 1."""
        return "".join(self._mark(place) for place in places)

    def _worded(self, text: str) -> str:
        if self._wordless is None:
            return text
        self._wordless += text
        if not re.search(r"\w", _SHOWN.sub("", self._wordless)):
            return ""
        text, self._wordless = self._wordless, None
        return text

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
