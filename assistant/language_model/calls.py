"""The tools that a model wants used, put together from the pieces in which a stream tells them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

AT_ONCE = 4  # calls of one answer that are taken
LONGEST = 4_000  # characters of a call's arguments


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model wants used, with its arguments as JSON."""

    id: str
    name: str
    arguments: str


@dataclass(slots=True)
class Calls:
    """Feed it the deltas of a stream: the first of a call has its name, all have a piece of its arguments."""

    held: dict[int, list[str]] = field(default_factory=dict)

    def take(self, deltas: Iterable[Any]) -> None:
        for delta in deltas:
            place, told = int(delta.index or 0), delta.function
            if place not in self.held and len(self.held) >= AT_ONCE:
                continue
            call = self.held.setdefault(place, ["", "", ""])
            call[0] = call[0] or str(delta.id or "")
            if told is not None:
                call[1] = call[1] or str(told.name or "")
                call[2] = (call[2] + str(told.arguments or ""))[:LONGEST]

    def whole(self) -> list[Call]:
        """The calls that have a name, in order; one without an id gets one."""
        rows = sorted(self.held.items())
        return [Call(pk or f"call_{place}", name, arguments) for place, (pk, name, arguments) in rows if name]
