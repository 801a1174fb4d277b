"""One run: the events of an answer as they come, and the answer as it stands."""

from __future__ import annotations

import datetime as dt
import threading
from dataclasses import dataclass, field

from assistant.models import Message
from assistant.turn.events import Done, Event, Evidence, Failed, Token
from assistant.turn.turns import LIVE, Turn

Status = Message.Status


@dataclass(frozen=True, slots=True)
class RunState:
    """An answer as it stands: `found` and `read` count its evidence (None before retrieval), `cited` its citations."""

    message: int
    status: str
    text: str = ""
    found: int | None = None
    read: int | None = None
    cited: int = 0
    error: str = ""

    @property
    def is_final(self) -> bool:
        return self.status not in LIVE


@dataclass(slots=True)
class Run:
    """A run in this process. Its events only grow; whoever follows it remembers how many they have seen."""

    turn: Turn
    events: list[Event] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    final: Done | Failed | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    over: bool = False
    ended: dt.datetime | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, Token):
            self.parts.append(event.delta)
        elif isinstance(event, Done | Failed):
            self.final = event
        self.events.append(event)

    def state(self) -> RunState:
        evidence = next((one for one in self.events if isinstance(one, Evidence)), None)
        result = evidence.result if evidence is not None else None
        final = self.final
        return RunState(
            message=self.turn.answer.pk,
            status=self._status(),
            text=final.text if final is not None else "".join(self.parts),
            found=len(result.items) + len(result.left_out) if result is not None else None,
            read=len(result.items) if result is not None else None,
            cited=len(final.cited) if final is not None else 0,
            error=final.error if isinstance(final, Failed) else "",
        )

    def _status(self) -> str:
        match self.final:
            case Failed():
                return Status.FAILED
            case Done(stopped=stopped):
                return Status.STOPPED if stopped else Status.DONE
        return Status.STREAMING if self.parts else Status.PENDING
