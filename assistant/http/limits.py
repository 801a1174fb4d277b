"""Bodies that are too large are refused before they are read."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

JSON_LIMIT = 32 * 1024 * 1024
PATIENCE_BYTES, PATIENCE_SECONDS = 256 * 1024 * 1024, 20  # what a refused sender may still send, unread
UPLOAD_LIMIT = 51 * 1024 * 1024  # one file of 50 MB with what a form adds around it


class BodyLimit:
    """ASGI middleware: 413 by the announced length, or as soon as more than the limit has come in."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        form = headers.get(b"content-type", b"").startswith(b"multipart/")
        limit = UPLOAD_LIMIT if form else JSON_LIMIT
        announced = headers.get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > limit:
            await refuse(scope, receive, send, limit)
            return
        received = 0

        async def counted() -> dict[str, Any]:
            """What comes in; past the limit, as if the sender had hung up, so that the application lets go of it."""
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            return message if received <= limit else {"type": "http.disconnect"}

        async def unless_refused(message: dict[str, Any]) -> None:
            if received <= limit:
                await send(message)

        await self.app(scope, counted, unless_refused)
        if received > limit:
            await refuse(scope, receive, send, limit)


async def refuse(scope: Scope, receive: Receive, send: Send, limit: int) -> None:
    """Answer 413 in the error form of the door at once, and close when the sender is through or has sent too much.

    A connection closed while the other side still sends is reset, and its answer is never read.
    """
    told = f"The request is larger than {limit // 1024 // 1024} MB."
    shape: dict[str, Any] = {"detail": [{"loc": ["body"], "msg": told}]}
    if scope.get("path", "").startswith("/v1/"):
        shape = {"error": {"message": told, "type": "invalid_request_error", "param": None, "code": "too_large"}}
    body = json.dumps(shape).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    left = PATIENCE_BYTES
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    break
    await send({"type": "http.response.body", "body": b""})
