"""Bodies that are too large are refused before they are read."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

JSON_LIMIT = 32 * 1024 * 1024
UPLOAD_LIMIT = 51 * 1024 * 1024  # one file of 50 MB with what a form adds around it


class TooMuch(Exception):
    """The body went past its limit while it came in."""


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
            await refuse(send, limit)
            return
        received = 0
        begun = False

        async def counted() -> dict[str, Any]:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise TooMuch
            return message

        async def noted(message: dict[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except TooMuch:
            if not begun:
                await refuse(send, limit)


async def refuse(send: Send, limit: int) -> None:
    """Answer 413 in the API's error form; the connection is closed, so the rest is not read."""
    told = f"The request is larger than {limit // 1024 // 1024} MB."
    body = json.dumps({"detail": [{"loc": ["body"], "msg": told}]}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
