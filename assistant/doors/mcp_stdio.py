"""The end of a client's input: what it asked before is answered first, so that `… | manage.py mcp` works in a pipe."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

Read = SessionMessage | Exception
UNREADABLE = types.JSONRPCError(
    jsonrpc="2.0",
    id=None,
    error=types.ErrorData(code=types.PARSE_ERROR, message="The line is not one JSON-RPC message."),
)
PATIENCE = 60  # seconds for the answers that are still being made when the input ends


class Outstanding:
    """The requests that were read and not answered yet."""

    def __init__(self) -> None:
        self._ids: set[types.RequestId] = set()
        self._changed = anyio.Event()

    def read(self, message: SessionMessage) -> None:
        asked = message.message
        if isinstance(asked, types.JSONRPCRequest):
            self._ids.add(asked.id)
        elif isinstance(asked, types.JSONRPCNotification) and asked.method == "notifications/cancelled":
            self._answered((asked.params or {}).get("requestId"))

    def written(self, message: SessionMessage) -> None:
        if isinstance(message.message, types.JSONRPCResponse | types.JSONRPCError):
            self._answered(message.message.id)

    def _answered(self, request: types.RequestId | None) -> None:
        if request is not None:
            self._ids.discard(request)
        self._changed.set()

    async def none(self) -> None:
        """Return when everything is answered, or after a while."""
        with anyio.move_on_after(PATIENCE):
            while self._ids:
                self._changed = anyio.Event()
                await self._changed.wait()


@asynccontextmanager
async def answering(
    read: Any, write: Any
) -> AsyncIterator[tuple[MemoryObjectReceiveStream[Read], MemoryObjectSendStream[SessionMessage]]]:
    """The same two streams, the first of which ends only when every request on it has its answer on the second."""
    outstanding = Outstanding()
    to_server, from_client = anyio.create_memory_object_stream[Read](0)
    from_server, to_client = anyio.create_memory_object_stream[SessionMessage](0)

    async def forward() -> None:
        async with to_server:
            async for message in read:
                if isinstance(message, Exception):
                    await write.send(SessionMessage(UNREADABLE))
                    continue
                outstanding.read(message)
                await to_server.send(message)
            await outstanding.none()

    async def back() -> None:
        async with write, to_client:
            async for message in to_client:
                await write.send(message)
                outstanding.written(message)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(forward)
        tasks.start_soon(back)
        yield from_client, from_server
        from_server.close()
