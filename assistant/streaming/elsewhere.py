"""An answer that another process writes: from its stream as it comes, or from its row where the stream says nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from asgiref.sync import sync_to_async

from assistant import params
from assistant.database import release_connection
from assistant.models import Message
from assistant.streaming import channel
from assistant.streaming.channel import Told
from assistant.streaming.run import RunState
from assistant.turn.events import Done, Event, Failed, Started, Token, as_json

Status = Message.Status
Read = Callable[[], Awaitable[RunState]]


@dataclass(slots=True)
class Heard:
    """What was heard of a run so far. `is_whole` until an event is missing: then only the row tells the text."""

    message: int
    expected: int = 0
    is_whole: bool = True
    parts: list[str] = field(default_factory=list)
    evidence: Told | None = None
    final: Told | None = None
    over: bool = False

    def take(self, entries: Iterable[Told]) -> list[Told]:
        """The entries that are new, in order; none once one was missed."""
        fresh = []
        for told in entries:
            if told.number == 0 and self.expected > 1:  # written again from its beginning
                self.expected, self.parts, self.evidence, self.final = 0, [], None, None
            if told.number < self.expected:
                continue  # sent twice
            self.is_whole = self.is_whole and told.number == self.expected
            if not self.is_whole:
                break
            self._note(told)
            fresh.append(told)
        return fresh

    def _note(self, told: Told) -> None:
        self.expected += 1
        match told.event:
            case "token":
                self.parts.append(told.data["delta"])
            case "evidence":
                self.evidence = told
            case "done" | "failed":
                self.final = told
            case channel.OVER:
                self.over = True

    @property
    def text(self) -> str:
        return self.final.data["text"] if self.final else "".join(self.parts)

    def state(self) -> RunState:
        final = self.final
        return RunState(
            message=self.message,
            status=self._status(),
            text=self.text,
            found=self.evidence.found if self.evidence else None,
            read=self.evidence.read if self.evidence else None,
            cited=len(final.data["cited"]) if final else 0,
            error=final.data.get("error", "") if final else "",
        )

    def _status(self) -> str:
        if self.final is None:
            return Status.STREAMING if self.parts else Status.PENDING
        if self.final.event == "failed":
            return Status.FAILED
        return Status.STOPPED if self.final.stopped else Status.DONE


async def states(user_id: int, message_id: int, read: Read) -> AsyncIterator[RunState]:
    """States as they change, the last of them final; `read` gives what the row says, and raises if there is none."""
    now = await read()
    yield now
    heard = Heard(message_id)
    async with channel.listening(user_id, message_id) as source:
        while not now.is_final:
            fresh = heard.take(await source.entries(params.READ_EVERY))
            state = heard.state() if fresh else await read()
            # The row is written once a second: what was heard since stays shown.
            is_behind = not fresh and not state.is_final and len(state.text) < len(now.text)
            if state == now or is_behind:
                continue
            yield state
            now = state
            if fresh and not now.is_final:
                await asyncio.sleep(params.SHOWN_EVERY)


async def events(user_id: int, message_id: int, read: Read) -> AsyncIterator[tuple[str, dict]]:
    """Each event once, by name and data; what the stream did not tell, the row tells at the end."""
    state = await read()
    heard = Heard(message_id)
    async with channel.listening(user_id, message_id) as source:
        while True:
            fresh = heard.take(await source.entries(0 if state.is_final else params.READ_EVERY))
            for told in fresh:
                if told.event != channel.OVER:
                    yield told.event, told.data
            if heard.over:
                return
            if not fresh:
                state = await read()
                if state.is_final:
                    break
    if heard.final is None:
        for event in await sync_to_async(_rest)(user_id, message_id, heard):
            yield event


def _rest(user_id: int, message_id: int, heard: Heard) -> list[tuple[str, dict]]:
    """What the row knows of a finished answer and was not heard. Raises Message.DoesNotExist."""
    try:
        row = Message.objects.for_user(user_id).get(pk=message_id, role=Message.Role.ASSISTANT)
    finally:
        release_connection()
    told: list[tuple[str, dict]] = []
    if not heard.expected:
        told.append(as_json(Started(row.conversation_id, row.pk)))
    if heard.evidence is None:
        retrieval = str(row.retrieval_id) if row.retrieval_id else None
        told.append(("evidence", {"retrieval": retrieval, "searched": row.search_text, "why": ""}))
    said = heard.text
    if row.text.startswith(said) and row.text != said:
        told.append(as_json(Token(row.text[len(said) :])))
    cited = tuple((kind, pk) for kind, pk in row.cited)
    well = row.status in {Status.DONE, Status.STOPPED}
    final: Event = Done(row.text, cited) if well else Failed(row.error, row.text, cited)
    return [*told, as_json(final)]
