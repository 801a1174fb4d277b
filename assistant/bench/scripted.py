"""A language model for measuring: it answers every question with the same words, at a steady pace."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PIECES = 40
PAUSE = 0.025  # seconds between two pieces: forty a second, a quick local model
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


@contextmanager
def running() -> Iterator[str]:
    """The model's address, on loopback; it serves from a thread of its own for as long as the context lasts."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(_serve, "127.0.0.1", 0, backlog=500))
    thread = threading.Thread(target=loop.run_forever, daemon=True, name="scripted-model")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.run_until_complete(_ended())
        loop.close()


async def _ended() -> None:
    """Let go of whoever is still being answered."""
    waiting = asyncio.all_tasks() - {asyncio.current_task()}
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(_length(head))
        writer.write(_HEAD)
        for number in range(PIECES):
            await asyncio.sleep(PAUSE)
            writer.write(_event({"role": "assistant", "content": f"word{number} "}))
            await writer.drain()
        writer.write(_event({}, "stop") + b"data: [DONE]\n\n")
        await writer.drain()
    writer.close()


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0


def _event(delta: dict, finish: str | None = None) -> bytes:
    """One event of a chat completion's stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    body = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(body)}\n\n".encode()
