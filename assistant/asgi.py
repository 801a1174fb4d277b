"""The ASGI application: Django and the door for MCP clients behind the body limit."""

from __future__ import annotations

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assistant.settings")

django.setup(set_prefix=False)

from assistant.database import HeldOpen  # noqa: E402 - after the settings are named
from assistant.doors.mcp_http import Door  # noqa: E402
from assistant.http.handler import OneThread  # noqa: E402
from assistant.http.limits import BodyLimit  # noqa: E402

django_application = OneThread()
mcp = Door()
held = HeldOpen()


async def dispatch(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """MCP clients keep their own door: Django would read the whole body and knows no protocol of theirs."""
    is_mcp = scope["type"] == "http" and (scope["path"] == "/mcp" or scope["path"].startswith("/mcp/"))
    await (mcp if is_mcp else django_application)(scope, receive, send)


limited = BodyLimit(dispatch)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """HTTP goes on; the server's lifespan messages are acknowledged, and the last one closes the doors."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                held.open()
            else:
                await mcp.close()
                held.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await limited(scope, receive, send)
