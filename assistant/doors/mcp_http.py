"""`/mcp`: MCP over streamable HTTP with the API's tokens, each request by itself and answered in JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from assistant.doors import entry
from assistant.http import pace
from assistant.http.limits import JSON_LIMIT
from graph import clock
from graph.api.caller import Caller
from graph.models import Change

CALLER = "commonplace.caller"
LOCAL = ["localhost", "127.0.0.1", "[::1]"]  # as Django has it where no names are set in development


class Door:
    """The ASGI application of `/mcp`. Its library is imported on the first request: that takes half a second.

    The requests of one event loop share a task that ends with `close()`.
    """

    def __init__(self) -> None:
        self._serving: WeakKeyDictionary[asyncio.AbstractEventLoop, Serving] = WeakKeyDictionary()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = split_domain_port(headers.get(b"host", ""))[0]
        if not validate_host(host, settings.ALLOWED_HOSTS or LOCAL):
            await _refuse(send, 400, "This server does not answer to that name.")
            return
        if not _of_here(headers.get(b"origin", "")):
            await _refuse(send, 403, "Pages of other sites may not call this server.")
            return
        token = entry.bearer(headers.get(b"authorization", ""))
        try:
            admitted = sync_to_async(entry.apart(entry.admitted), thread_sensitive=False)
            who = await admitted(token, clock.now(), Change.Actor.MCP)
        except pace.TooFast as fast:
            await _refuse(send, 429, str(fast), (b"retry-after", str(fast.wait).encode()))
            return
        if who is None:
            await _refuse(
                send, 401, "Send a valid token as “Authorization: Bearer …”.", (b"www-authenticate", b"Bearer")
            )
            return
        if scope["path"] != "/mcp":
            await _refuse(send, 404, "The door for MCP clients is /mcp.")
            return
        if scope["method"] != "POST":  # no stream is kept open: every answer is that of its request
            await _refuse(send, 405, "This address takes POST.", (b"allow", b"POST"))
            return
        handle = await self._of_this_loop().ready()
        await handle({**scope, CALLER: who}, receive, send)

    def _of_this_loop(self) -> Serving:
        loop = asyncio.get_running_loop()
        if loop not in self._serving:
            self._serving[loop] = Serving()
        return self._serving[loop]

    async def close(self) -> None:
        serving = self._serving.pop(asyncio.get_running_loop(), None)
        if serving is not None:
            await serving.close()


class Serving:
    """The session manager in a task of its own, because what opens its task group must also close it."""

    def __init__(self) -> None:
        self._ready: asyncio.Future[Callable[..., Awaitable[None]]] = asyncio.get_running_loop().create_future()
        self._ending = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def ready(self) -> Callable[..., Awaitable[None]]:
        return await asyncio.shield(self._ready)

    async def close(self) -> None:
        self._ending.set()
        await self._task

    async def _run(self) -> None:
        try:
            manager = await asyncio.to_thread(_manager)
            async with manager.run():
                self._ready.set_result(manager.handle_request)
                await self._ending.wait()
        except Exception as failure:
            if self._ready.done():
                raise
            self._ready.set_exception(failure)


def _manager() -> Any:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings

    from assistant.doors.mcp_server import server

    return StreamableHTTPSessionManager(
        app=server(_caller),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # checked above
        max_request_body_size=JSON_LIMIT,
    )


def _of_here(origin: str) -> bool:
    """Whether a browser's page may call: one of this server's own names, at any port. Other programs send no origin."""
    host = split_domain_port(origin.partition("://")[2])[0]
    return not origin or validate_host(host, settings.ALLOWED_HOSTS or LOCAL)


def _caller(context: Any) -> Caller:
    return context.request.scope[CALLER]


async def _refuse(send: Any, status: int, told: str, *headers: tuple[bytes, bytes]) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": told}}).encode()
    sized = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": sized})
    await send({"type": "http.response.body", "body": body})
